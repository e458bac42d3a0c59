import type { Listing } from '../core/listing/listing.ts';
import { cutListing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import type { PersonDay, PersonUsageView, UsageDayRange } from '../core/usage/usage-day.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

type Period = Pick<UsageDayRange, 'from' | 'to'>;

export interface ListPeopleUsageDependencies extends FindAccount {
  /** Returns the names of people, by their ids. */
  readActorNames(accountId: string, personIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the days on which people acted in an account, newest first. */
  listPersonDays(accountId: string, range: Period & ListRange): Promise<Listing<PersonDay>>;
  /** Returns the days on which one person did, newest first. */
  readPersonDays(of: { personId: string; accountId: string }, range: UsageDayRange): Promise<PersonDay[]>;
}

/**
 * Returns one result page of the usage of people by day, newest first. The list includes people who are no longer
 * members. A member with a limited set of sites sees only their own usage, because usage is not counted by site.
 */
export async function listPeopleUsage(
  dependencies: ListPeopleUsageDependencies,
  { principal, query }: Pick<RequestContext<'member'>, 'principal'> & { query: PageRequest & Period },
): Promise<Page<PersonUsageView>> {
  const { accountId, personId, siteIds } = principal;
  const { limit, cursor, from, to } = query;
  const list = { accountId, call: 'list-people-usage' as const, filters: { from, to }, limit, cursor };
  const { items, nextCursor } = await readResultPage(dependencies, list, async ({ limit: max, after }) => {
    if (siteIds === undefined)
      return dependencies.listPersonDays(accountId, { from, to, limit: max, ...(after ? { after } : {}) });
    const days = await dependencies.readPersonDays(
      { personId, accountId },
      { from, to, before: after, limit: max + 1 },
    );
    return cutListing(days, max, ({ day }) => day);
  });
  const people = [...new Set(items.map((each) => each.personId))];
  const names = await dependencies.readActorNames(accountId, people);
  return {
    items: items.map(({ personId: id, ...day }) => ({ personId: id, name: names.get(id) ?? id, ...day })),
    nextCursor,
  };
}
