import type { Baseline } from './states.ts';

/** The baseline of a scan, or why it has none. */
export interface ComparisonTarget {
  baseline: Baseline | null;
  /** Why there is no baseline, as a sentence; null if there is one. */
  whyNone: string | null;
  comparableKey: string;
}

/** What is determined once for a scan, before its first page is dispatched. */
export interface Reference extends ComparisonTarget {
  /**
   * The scan whose state this scan continues; null for none; undefined for the latest scan of the branch at the end of
   * this scan.
   */
  carriesOn?: string | null;
  /** Selectors of the suppressions that were active when the scan was planned. */
  marks: string[];
}

/**
 * The latest completed scan among the comparable scans of a site, or of a branch of a site. Baselines are chosen from
 * these scans, and the lifetime of their objects is extended beyond the normal retention.
 */
export interface LatestScan {
  accountId: string;
  siteId: string;
  scanId: string;
  /** When it was triggered, RFC 3339 UTC. "Latest" refers to this time. */
  createdAt: string;
  /** Null for a scan without a branch; such scans count as one branch. */
  branch: string | null;
  comparableKey: string;
}
