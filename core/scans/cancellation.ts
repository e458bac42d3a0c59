import type { Scan } from './scan.ts';

/** The outcome of a request to cancel: done, done before, or too late. */
export interface Cancelled {
  kind: 'cancelled' | 'already-cancelled' | 'ended';
  scan: Scan;
}
