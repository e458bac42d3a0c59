import type { Baseline } from './states.ts';

/** What a scan is compared with. */
export interface ComparisonTarget {
  baseline: Baseline | null;
  /** Why there is no baseline, for people; null if there is one. */
  whyNone: string | null;
  comparableKey: string;
}

/** What is chosen once for a scan, before its first page is dispatched. */
export interface Reference extends ComparisonTarget {
  /**
   * The scan whose state is carried on, null for none; undefined for the latest one of the branch when the scan ends.
   */
  carriesOn?: string | null;
  /** Selectors of the suppressions that held when the scan was planned. */
  marks: string[];
}

/**
 * The latest completed scan of a site and branch, or of a site, among those that can be compared: what baselines are
 * chosen from, and whose objects outlive the retention.
 */
export interface LatestScan {
  accountId: string;
  siteId: string;
  scanId: string;
  /** When it was triggered, RFC 3339 UTC: what "latest" goes by. */
  createdAt: string;
  /** Null for a scan that named none; those count as one branch. */
  branch: string | null;
  comparableKey: string;
}
