import type { KeyRecord } from '../core/access/key-record.ts';
import type { Principal } from '../core/access/principal.ts';
import { cutListing, type Listing } from '../core/listing/listing.ts';
import type { ListRange, Page, PageRequest } from '../core/listing/page.ts';
import type { KeyDay, KeyDayRange, UsageView } from '../core/usage/key-day.ts';
import { type FindAccount, readPage } from './read-page.ts';
import type { RequestContext } from './request-context.ts';

export interface GetUsageDependencies extends FindAccount {
  /** All keys of an account in the order of their ids, revoked and expired ones too. */
  listKeys(accountId: string): Promise<Pick<KeyRecord, 'keyId' | 'name'>[]>;
  /** The days of a key on which it was used, newest first. */
  readKeyDays(keyId: string, range: KeyDayRange): Promise<KeyDay[]>;
}

/** Which usage a caller asks for; days are in UTC, `2026-03-02`. */
export interface UsageQuery extends PageRequest {
  from?: string | undefined;
  to?: string | undefined;
  keyId?: string | undefined;
}

/** Keys that one page reads at most, because each costs a query even if it was never used. */
const KEYS_PER_PAGE = 50;

/** Returns one page of the usage of an account by key, oldest first, and by day, newest first. */
export async function getUsage(
  dependencies: GetUsageDependencies,
  { principal, query }: Pick<RequestContext, 'principal'> & { query: UsageQuery },
): Promise<Page<UsageView>> {
  const { limit, cursor, keyId, from, to } = query;
  const { accountId } = principal;
  const list = { accountId, call: 'get-usage' as const, filters: { keyId, from, to }, limit, cursor };
  return readPage(dependencies, list, async (range) => {
    const keys = await dependencies.listKeys(accountId);
    const shown = keys.filter(
      (key) => maySee(principal, key.keyId) && (keyId === undefined || key.keyId === keyId),
    );
    return readUsage(dependencies, shown, { from, to }, range);
  });
}

/** A principal that is limited to sites must not learn what happens on others. Usage is not counted by site. */
function maySee(principal: Principal, keyId: string): boolean {
  return principal.siteIds === undefined || (principal.kind === 'key' && principal.keyId === keyId);
}

async function readUsage(
  { readKeyDays }: GetUsageDependencies,
  keys: readonly Pick<KeyRecord, 'keyId' | 'name'>[],
  period: Pick<KeyDayRange, 'from' | 'to'>,
  { limit, after = '' }: ListRange,
): Promise<Listing<UsageView>> {
  const [lastKey = '', lastDay = ''] = after.split('#');
  // Without a day, nothing of the last key is left.
  const left = keys.filter(({ keyId }) => keyId > lastKey || (keyId === lastKey && lastDay !== ''));
  const read = left.slice(0, KEYS_PER_PAGE);
  const found: UsageView[] = [];
  for (const { keyId, name } of read) {
    const before = keyId === lastKey ? lastDay : undefined;
    const days = await readKeyDays(keyId, { ...period, before, limit: limit + 1 - found.length });
    found.push(...days.map((day) => ({ keyId, keyName: name, ...day })));
    if (found.length > limit) return cutListing(found, limit, (entry) => `${entry.keyId}#${entry.day}`);
  }
  const lastRead = read.at(-1);
  return left.length > read.length && lastRead
    ? { items: found, next: `${lastRead.keyId}#` }
    : { items: found };
}
