import type { Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import type { Scan, ScanFilter } from '../core/scans/scan.ts';
import { type FindSite, getSite } from './get-site.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

export interface ListScansDependencies extends FindSite, FindAccount {
  /** Returns the scans of a site that match, newest first. */
  listScans(siteId: string, query: ScanFilter & ListRange): Promise<Listing<Scan>>;
}

/** Returns one result page of the scans of a site, newest first. */
export async function listScans(
  dependencies: ListScansDependencies,
  input: Pick<RequestContext, 'principal'> & PageRequest & ScanFilter & { siteId: string },
): Promise<Page<Scan>> {
  const { principal, siteId, limit, cursor, status, branch, commit } = input;
  await getSite(dependencies, { principal, siteId });
  const { accountId } = principal;
  const filters = { siteId, status, branch, commit };
  return readResultPage(dependencies, { accountId, call: 'list-scans', filters, limit, cursor }, (range) =>
    dependencies.listScans(siteId, { status, branch, commit, ...range }),
  );
}
