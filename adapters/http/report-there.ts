import { pollAfterSeconds } from '../../core/api/parts.ts';
import { Problem } from '../../core/problems/problem.ts';
import { isFinal, type Scan, viewScan } from '../../core/scans/scan.ts';
import type { Answer } from './answer.ts';

/** What a caller is answered whose report is still to come: the scan, and when to ask again; undefined when it is not. */
export function stillToCome(scan: Scan): Answer | undefined {
  if (isFinal(scan.status) && scan.report !== 'pending') return undefined;
  const retryAfter = scan.status === 'queued' ? pollAfterSeconds.queued : pollAfterSeconds.running;
  return { status: 202, headers: { 'Retry-After': String(retryAfter) }, json: viewScan(scan) };
}

/** Why there is no report, and will be none. */
export function nothingToReport(scan: Scan): Problem {
  return new Problem('nothing-to-report', whyNothing(scan));
}

function whyNothing(scan: Scan): string {
  if (scan.report === 'ready') {
    const deleted = 'it is past its retention, or its site was deleted.';
    return scan.edition === undefined
      ? `The report was made as JSON and HTML only, by an earlier version of the service; or ${deleted}`
      : `The report was deleted: ${deleted}`;
  }
  const { failure, cancelReason } = viewScan(scan);
  return `${failure?.reason ?? cancelReason ?? 'The scan ended without a result.'} There is nothing to report.`;
}
