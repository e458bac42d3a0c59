import type { ScanSummary } from '../scans/scan.ts';
import type { Report } from './report.ts';

/** What a scan comes to, in a few numbers. @param report with or without nodes */
export function summaryOf({ gate, summary, comparison }: Report): ScanSummary {
  const { violations, needsReview, suppressed, issueGroups, rulesNotRun } = summary;
  return {
    gate: gate.result,
    violations: violations.elements,
    needsReview: needsReview.elements,
    suppressed: suppressed.violations.elements + suppressed.needsReview.elements,
    new: comparison.violations.new + comparison.violations.regressed,
    fixed: comparison.fixed.count,
    issueGroups,
    rulesNotRun,
  };
}
