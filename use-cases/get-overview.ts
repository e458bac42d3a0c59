import { cutListing } from '../core/listing/listing.ts';
import type { PageRequest } from '../core/listing/page.ts';
import {
  comparePositions,
  getPosition,
  isEntryMatching,
  listLabels,
  type OverviewFilter,
  type OverviewOrder,
  type OverviewPage,
  parsePosition,
} from '../core/overview/overview.ts';
import type { SiteEntry } from '../core/overview/site-entry.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

export interface OverviewDependencies extends FindAccount {
  /** Returns an entry for each site of an account. */
  readOverview(accountId: string): Promise<SiteEntry[]>;
  /** Returns the entries of those of the given sites that exist. */
  readSiteEntries(accountId: string, siteIds: readonly string[]): Promise<SiteEntry[]>;
}

/** Returns one result page of the sites that the principal may access, with the results of their newest scans. */
export async function getOverview(
  dependencies: OverviewDependencies,
  {
    principal,
    limit,
    cursor,
    label,
    text,
    sort,
  }: OverviewFilter & {
    principal: RequestContext['principal'];
    sort: OverviewOrder;
  } & PageRequest,
): Promise<OverviewPage> {
  const { accountId, siteIds } = principal;
  const entries = await (siteIds === undefined
    ? dependencies.readOverview(accountId)
    : dependencies.readSiteEntries(accountId, siteIds));
  const sorted = entries
    .filter((entry) => isEntryMatching(entry, { label, text }))
    .map((entry) => ({ entry, position: getPosition(entry, sort) }))
    .sort((a, b) => comparePositions(a.position, b.position));
  const list = { accountId, call: 'get-overview' as const, filters: { label, text, sort }, limit, cursor };
  const { items, nextCursor } = await readResultPage(dependencies, list, async ({ after, ...range }) => {
    const from = after === undefined ? undefined : parsePosition(after);
    const rest = sorted.filter(({ position }) => from === undefined || comparePositions(position, from) > 0);
    return cutListing(rest, range.limit, ({ position }) => JSON.stringify(position));
  });
  return {
    items: items.map(({ entry }) => entry),
    nextCursor,
    total: sorted.length,
    labels: listLabels(entries),
  };
}
