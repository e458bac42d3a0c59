import type { ScanStatus } from './scan.ts';

/** Which scans of a site are wanted. */
export interface ScanFilter {
  status?: ScanStatus | undefined;
  branch?: string | undefined;
  /** A commit, or the beginning of its hash. */
  commit?: string | undefined;
}
