import type { Principal } from '../core/access/principal.ts';
import { cutListing, type Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import type { Site } from '../core/sites/site.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

export interface ListSitesDependencies extends FindAccount {
  /** Returns all sites of an account, oldest first. */
  listSites(accountId: string, range: ListRange): Promise<Listing<Site>>;
  /** Returns the sites with the given ids that exist, oldest first. */
  findSites(accountId: string, siteIds: string[]): Promise<Site[]>;
}

/** Returns one result page of the sites that the principal may access, oldest first. */
export async function listSites(
  dependencies: ListSitesDependencies,
  { principal, limit, cursor }: Pick<RequestContext, 'principal'> & PageRequest,
): Promise<Page<Site>> {
  const { accountId } = principal;
  const list = { accountId, call: 'list-sites' as const, filters: {}, limit, cursor };
  return readResultPage(dependencies, list, (range) => readSites(dependencies, principal, range));
}

async function readSites(
  { listSites: readAll, findSites }: ListSitesDependencies,
  { accountId, siteIds }: Principal,
  range: ListRange,
): Promise<Listing<Site>> {
  if (siteIds === undefined) return readAll(accountId, range);
  const { limit, after } = range;
  const rest = siteIds.filter((siteId) => after === undefined || siteId > after);
  const sites = rest.length === 0 ? [] : await findSites(accountId, rest);
  return cutListing(sites, limit, (site) => site.siteId);
}
