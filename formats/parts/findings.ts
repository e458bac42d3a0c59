import type { ReportFinding, ReportSource } from '../../core/reports/report-source.ts';

/** The violations of a report that are not suppressed. Stops reading where needs-review begins. */
export async function* readCurrentViolations(source: ReportSource): AsyncIterable<ReportFinding> {
  for await (const finding of source.findings()) {
    if (finding.kind !== 'violation') return;
    if (finding.node.suppressedBy === null) yield finding;
  }
}

/** The findings of one rule on one page that are of one kind. */
export interface FindingRun {
  kind: ReportFinding['kind'];
  ruleId: string;
  pageId: string;
  /** At least one; no more than a page keeps of a rule. */
  findings: ReportFinding[];
}

/** The findings of a report, those of one rule on one page together, in the order of the report. */
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
