import { pollAfterSeconds } from '../../core/api/parts.ts';
import type { Scan } from '../../core/scans/scan.ts';

/** `Retry-After` for a scan that has not ended; no header for one that has. */
export function retryHeader({ status }: Pick<Scan, 'status'>): Record<string, string> {
  return status === 'queued' || status === 'running'
    ? { 'Retry-After': String(pollAfterSeconds[status]) }
    : {};
}
