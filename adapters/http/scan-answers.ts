import { pollAfterSeconds } from '../../core/api/parts.ts';
import { isFinal, type Scan, toScanView } from '../../core/scans/scan.ts';
import type { Answer } from './answer.ts';

/** Returns the `Retry-After` header for an unfinished scan; no header for one that has ended. */
export function buildRetryHeader({ status }: Pick<Scan, 'status'>): Record<string, string> {
  return isFinal(status) ? {} : pollHeader(status);
}

/** Returns the response to a request for a report that is not ready: the scan, and when to request again. */
export function buildPendingAnswer(scan: Scan): Answer {
  return { status: 202, headers: pollHeader(scan.status), json: toScanView(scan) };
}

function pollHeader(status: Scan['status']): Record<string, string> {
  return { 'Retry-After': String(pollAfterSeconds[status === 'queued' ? 'queued' : 'running']) };
}
