import type { Listing } from '../core/listing/listing.ts';
import type { ListRange } from '../core/listing/page.ts';
import { isSiteResult } from '../core/scans/is-site-result.ts';
import type { Scan, ScanFilter } from '../core/scans/scan.ts';

export interface ListSiteScans {
  /** Returns the scans of a site that match, newest first. */
  listScans(siteId: string, query: ScanFilter & ListRange): Promise<Listing<Scan>>;
}

/** Up to 1,000 scans are searched. A list that is filtered by branch searches as many at once. */
const READ_AT_ONCE = 20;
const READS_MAX = 50;

/**
 * Returns the newest completed scan of a branch; without `branch`, of the site itself (see `isSiteResult`). Undefined
 * if the newest 1,000 completed scans have no such scan.
 */
export async function findSiteResult(
  { listScans }: ListSiteScans,
  siteId: string,
  branch: string | undefined,
): Promise<Scan | undefined> {
  let after: string | undefined;
  for (let reads = 0; reads < (branch === undefined ? READS_MAX : 1); reads++) {
    const { items, next } = await listScans(siteId, {
      status: 'completed',
      branch,
      limit: READ_AT_ONCE,
      ...(after === undefined ? {} : { after }),
    });
    const found = items.find((scan) => branch !== undefined || isSiteResult(scan));
    if (found !== undefined || next === undefined) return found;
    after = next;
  }
  return undefined;
}
