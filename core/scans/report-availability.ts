import { Problem } from '../problems/problem.ts';
import { isFinal, type Scan, toScanView } from './scan.ts';

/** Whether the report of a scan is still to come. */
export function isReportPending({ status, report }: Scan): boolean {
  return !isFinal(status) || report === 'pending';
}

/** Returns the problem of a scan that has no report and will have none. */
export function createNothingToReport(scan: Scan): Problem {
  return new Problem('nothing-to-report', whyNothing(scan));
}

function whyNothing(scan: Scan): string {
  if (scan.report === 'ready') {
    return 'The report was deleted: it is past its retention, or its site was deleted.';
  }
  const { failure, cancelReason } = toScanView(scan);
  return `${failure?.reason ?? cancelReason ?? 'The scan ended without a result.'} There is nothing to report.`;
}
