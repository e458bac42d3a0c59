import { pollAfterSeconds } from '../../core/api/parts.ts';
import { isFinal, type Scan, toScanView } from '../../core/scans/scan.ts';
import type { Answer } from './answer.ts';

/** Returns `Retry-After` for a scan that has not ended; no header for one that has. */
export function buildRetryHeader({ status }: Pick<Scan, 'status'>): Record<string, string> {
  return isFinal(status) ? {} : pollHeader(status);
}

/** Returns the answer to a caller that asks for the report of a scan too early: the scan, and when to ask again. */
export function buildPendingAnswer(scan: Scan): Answer {
  return { status: 202, headers: pollHeader(scan.status), json: toScanView(scan) };
}

function pollHeader(status: Scan['status']): Record<string, string> {
  return { 'Retry-After': String(pollAfterSeconds[status === 'queued' ? 'queued' : 'running']) };
}
