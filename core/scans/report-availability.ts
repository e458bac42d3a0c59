import { Problem } from '../problems/problem.ts';
import { isFinal, type Scan, toScanView } from './scan.ts';

/** True if the report of a scan does not exist yet, but will be built. */
export function isReportPending({ status, report }: Scan): boolean {
  return !isFinal(status) || report === 'pending';
}

/** Returns the problem of a scan that has no report and will have none. */
export function createNothingToReport(scan: Scan): Problem {
  return new Problem('nothing-to-report', explainMissingReport(scan));
}

function explainMissingReport(scan: Scan): string {
  if (scan.report === 'ready') {
    return 'The report was deleted: its retention has ended, or its site was deleted.';
  }
  const { failure, cancelReason } = toScanView(scan);
  return `${failure?.reason ?? cancelReason ?? 'The scan ended without a result.'} There is nothing to report.`;
}
