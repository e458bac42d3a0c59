import type { ReportFinding, ReportSource } from '../../core/reports/report-source.ts';

/** The violations of a report that are not suppressed. Stops reading where needs-review begins. */
export async function* currentViolations(source: ReportSource): AsyncIterable<ReportFinding> {
  for await (const finding of source.findings()) {
    if (finding.kind !== 'violation') return;
    if (finding.node.suppressedBy === null) yield finding;
  }
}
