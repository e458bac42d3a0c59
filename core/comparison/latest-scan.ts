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
