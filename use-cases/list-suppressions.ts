import { cutListing } from '../core/listing/listing.ts';
import type { Page, PageRequest } from '../core/listing/page.ts';
import type { Suppression } from '../core/suppressions/suppression.ts';
import { type FindSite, getSite } from './get-site.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

export interface ListSuppressionsDependencies extends FindSite, FindAccount {
  /** Returns all suppressions of a site, oldest first. Their number is limited. */
  listSuppressions(accountId: string, siteId: string): Promise<Suppression[]>;
}

/** Returns one result page of the suppressions of a site, oldest first. */
export async function listSuppressions(
  dependencies: ListSuppressionsDependencies,
  { principal, siteId, limit, cursor }: Pick<RequestContext, 'principal'> & PageRequest & { siteId: string },
): Promise<Page<Suppression>> {
  const { accountId } = await getSite(dependencies, { principal, siteId });
  const list = { accountId, call: 'list-suppressions' as const, filters: { siteId }, limit, cursor };
  return readResultPage(dependencies, list, async ({ after }) => {
    const all = await dependencies.listSuppressions(accountId, siteId);
    const rest = all.filter(({ suppressionId }) => after === undefined || suppressionId > after);
    return cutListing(rest, limit, ({ suppressionId }) => suppressionId);
  });
}
