import type { Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import type { AccountScanFilter, Scan } from '../core/scans/scan.ts';
import { type FindSite, getSite } from './get-site.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

export interface ListAccountScansDependencies extends FindSite, FindAccount {
  /** Returns the scans of an account that match, newest first. */
  listAccountScans(accountId: string, filter: AccountScanFilter, range: ListRange): Promise<Listing<Scan>>;
}

/** The filters of the call; times are RFC 3339. */
interface ScansRequest
  extends Pick<RequestContext, 'principal'>,
    PageRequest,
    Pick<AccountScanFilter, 'status' | 'branch' | 'commit' | 'gate'> {
  site?: string | undefined;
  /** Id of the key or the person that triggered the scans. */
  key?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Returns one result page of the scans of all sites that the principal may access, newest first.
 * @throws Problem site-not-found, if the principal may not access the requested site
 */
export async function listAccountScans(
  dependencies: ListAccountScansDependencies,
  { principal, limit, cursor, site, key, from, to, ...others }: ScansRequest,
): Promise<Page<Scan>> {
  const { accountId } = principal;
  if (site !== undefined) await getSite(dependencies, { principal, siteId: site });
  const { status, branch, commit, gate } = others;
  const filters = { site, key, from, to, status, branch, commit, gate };
  const filter: AccountScanFilter = {
    ...{ status, branch, commit, gate, actor: key },
    siteIds: site === undefined ? principal.siteIds : [site],
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  const list = { accountId, call: 'list-account-scans' as const, filters, limit, cursor };
  return readResultPage(dependencies, list, (range) =>
    dependencies.listAccountScans(accountId, filter, range),
  );
}
