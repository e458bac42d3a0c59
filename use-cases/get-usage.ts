import type { KeyRecord } from '../core/access/key-record.ts';
import type { Principal } from '../core/access/principal.ts';
import { cutListing, type Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import type { UsageDay, UsageDayRange, UsageView } from '../core/usage/usage-day.ts';
import { type FindAccount, readResultPage } from './read-result-page.ts';
import type { RequestContext } from './request-context.ts';

/** The members of a key that this use case reads. */
type NamedKey = Pick<KeyRecord, 'keyId' | 'accountId' | 'name'>;

export interface GetUsageDependencies extends FindAccount {
  findKey(keyId: string): Promise<NamedKey | undefined>;
  /**
   * Returns keys of an account in the order of their ids, including revoked and expired keys.
   * @param first the id of the first key to return; undefined starts at the first key
   */
  listKeysFrom(accountId: string, first: string | undefined, limit: number): Promise<NamedKey[]>;
  /** Returns the days on which a key was used, newest first. */
  readKeyDays(keyId: string, range: UsageDayRange): Promise<UsageDay[]>;
}

/** Selects usage; days are in UTC, e.g. `2026-03-02`. */
export interface UsageQuery extends PageRequest {
  from?: string | undefined;
  to?: string | undefined;
  keyId?: string | undefined;
}

/** Maximum number of keys read for one result page. Each key costs a query even if it was never used. */
const KEYS_PER_PAGE = 50;

/** Returns one result page of the usage of an account by key, oldest first, and by day, newest first. */
export async function getUsage(
  dependencies: GetUsageDependencies,
  { principal, query }: Pick<RequestContext, 'principal'> & { query: UsageQuery },
): Promise<Page<UsageView>> {
  const { limit, cursor, keyId, from, to } = query;
  const list = {
    accountId: principal.accountId,
    call: 'get-usage' as const,
    filters: { keyId, from, to },
    limit,
    cursor,
  };
  return readResultPage(dependencies, list, (range) =>
    readUsage(dependencies, createKeyLister(dependencies, principal, keyId), { from, to }, range),
  );
}

/** Returns keys whose usage the principal may see, in the order of their ids, starting at `first`. */
type ListShownKeys = (first: string | undefined, limit: number) => Promise<NamedKey[]>;

function createKeyLister(
  { findKey, listKeysFrom }: GetUsageDependencies,
  principal: Principal,
  keyId: string | undefined,
): ListShownKeys {
  const { accountId } = principal;
  const visible = listVisibleKeys(principal);
  if (visible === 'all' && keyId === undefined) {
    return (first, limit) => listKeysFrom(accountId, first, limit);
  }
  const shown =
    visible === 'all' ? [keyId ?? ''] : visible.filter((id) => keyId === undefined || id === keyId);
  return async (first = '') => {
    const found = await Promise.all(shown.filter((id) => id >= first).map(findKey));
    return found.flatMap((key) => (key?.accountId === accountId ? [key] : []));
  };
}

/**
 * Returns the keys whose usage a principal may see. A principal with a limited set of sites must not learn about other
 * sites, and usage is not counted by site.
 */
function listVisibleKeys(principal: Principal): 'all' | string[] {
  if (principal.siteIds === undefined) return 'all';
  return principal.kind === 'key' ? [principal.keyId] : [];
}

async function readUsage(
  { readKeyDays }: GetUsageDependencies,
  list: ListShownKeys,
  period: Pick<UsageDayRange, 'from' | 'to'>,
  { limit, after = '' }: ListRange,
): Promise<Listing<UsageView>> {
  const [lastKey = '', lastDay = ''] = after.split('#');
  // The list starts with the last key again. One additional key shows whether the list continues.
  const listed = await list(lastKey === '' ? undefined : lastKey, KEYS_PER_PAGE + 2);
  // Without a day, the last key is complete.
  const remaining = lastDay === '' ? listed.filter(({ keyId }) => keyId !== lastKey) : listed;
  const read = remaining.slice(0, KEYS_PER_PAGE);
  const found: UsageView[] = [];
  for (const { keyId, name } of read) {
    const before = keyId === lastKey ? lastDay : undefined;
    const days = await readKeyDays(keyId, { ...period, before, limit: limit + 1 - found.length });
    found.push(...days.map((day) => ({ keyId, keyName: name, ...day })));
    if (found.length > limit) return cutListing(found, limit, (entry) => `${entry.keyId}#${entry.day}`);
  }
  const lastRead = read.at(-1);
  return remaining.length > read.length && lastRead
    ? { items: found, next: `${lastRead.keyId}#` }
    : { items: found };
}
