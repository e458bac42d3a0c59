import type { Listing } from '../core/listing/listing.ts';
import type { ListRange } from '../core/listing/page.ts';
import { getScanScope, isSiteResult, SITE_RESULT_SEARCHED } from '../core/scans/is-site-result.ts';
import type { Scan, ScanFilter } from '../core/scans/scan.ts';
import type { Site } from '../core/sites/site.ts';

export interface ListSiteScans {
  /** Returns the scans of a site that match, newest first. */
  listScans(siteId: string, query: ScanFilter & ListRange): Promise<Listing<Scan>>;
}

const READ_AT_ONCE = 20;
const READS_MAX = SITE_RESULT_SEARCHED / READ_AT_ONCE;

/**
 * Returns the newest completed scan of a branch; without `branch`, of the site itself (see `isSiteResult`). Undefined
 * if the newest `SITE_RESULT_SEARCHED` completed scans have no such scan.
 */
export async function findSiteResult(
  { listScans }: ListSiteScans,
  { siteId, mainBranch }: Pick<Site, 'siteId' | 'mainBranch'>,
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
    const found = items.find((scan) => branch !== undefined || isSiteResult(getScanScope(scan), mainBranch));
    if (found !== undefined || next === undefined) return found;
    after = next;
  }
  return undefined;
}
