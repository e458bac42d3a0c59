import type { ReportFinding, ReportSource } from '../../core/reports/report-source.ts';

/** Yields the violations of a report that are not suppressed. Ends at the first finding that needs review. */
export async function* readCurrentViolations(source: ReportSource): AsyncIterable<ReportFinding> {
  for await (const finding of source.findings()) {
    if (finding.kind !== 'violation') return;
    if (finding.node.suppressedBy === null) yield finding;
  }
}

/** The findings of one rule and one kind on one page. */
export interface FindingRun {
  kind: ReportFinding['kind'];
  ruleId: string;
  pageId: string;
  /** Not empty. Its length is limited by the number of elements that a page lists for a rule. */
  findings: ReportFinding[];
}

/** Yields the findings of a report in its order, grouped by rule and page. */
export async function* readFindingRuns(source: ReportSource): AsyncIterable<FindingRun> {
  let run: FindingRun | undefined;
  for await (const finding of source.findings()) {
    const { kind, ruleId, node } = finding;
    if (run && run.kind === kind && run.ruleId === ruleId && run.pageId === node.pageId) {
      run.findings.push(finding);
      continue;
    }
    if (run) yield run;
    run = { kind, ruleId, pageId: node.pageId, findings: [finding] };
  }
  if (run) yield run;
}
