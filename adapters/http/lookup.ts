import { mayAccessSite, type Principal } from '../../core/access/principal.ts';
import { Problem } from '../../core/problems/problem.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { Site } from '../../core/sites/site.ts';
import { getScan } from '../dynamodb/scans.ts';
import { getSite } from '../dynamodb/sites.ts';
import type { Store } from '../dynamodb/store.ts';

/**
 * A site that the caller may access.
 * @throws Problem site-not-found, the same for a site that does not exist, is another account's or out of the key's reach
 */
export async function siteFor(store: Store, principal: Principal, siteId: string): Promise<Site> {
  const site = mayAccessSite(principal, siteId)
    ? await getSite(store, principal.accountId, siteId)
    : undefined;
  if (!site) throw new Problem('site-not-found');
  return site;
}

/**
 * A scan that the caller may access; its site may be gone.
 * @throws Problem scan-not-found, the same for whatever reason
 */
export async function scanFor(store: Store, principal: Principal, scanId: string): Promise<Scan> {
  const scan = await getScan(store, scanId);
  if (!scan || scan.accountId !== principal.accountId || !mayAccessSite(principal, scan.siteId)) {
    throw new Problem('scan-not-found');
  }
  return scan;
}
