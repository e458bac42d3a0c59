import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyRecord } from '../../core/access/key-record.ts';
import type { KeyUse } from '../../core/access/key-view.ts';
import { cutListing, type Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import type { PersonDay, UsageDay, UsageDayRange } from '../../core/usage/usage-day.ts';
import { buildPersonDayName, indexKeys, itemKeys } from './item-keys.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';

/** Returns the days on which a key was used, newest first. */
export async function readKeyDays(
  store: Store,
  keyId: string,
  range: UsageDayRange = {},
): Promise<UsageDay[]> {
  return (await readDayItems(store, (day) => itemKeys.keyDay(keyId, day), range)).map(toUsageDay);
}

/**
 * Returns when a key was used last. Scans go on after their request, for a day at most. So the last days may have pages
 * but no request, and one of a few days has the last one.
 */
export async function readKeyUse(
  store: Store,
  { keyId, rotatedAt }: Pick<KeyRecord, 'keyId' | 'rotatedAt'>,
): Promise<KeyUse> {
  const limit = rotatedAt === undefined ? DAYS_TO_LAST_USE : DAYS_SINCE_ROTATION;
  const items = await readDayItems(store, (day) => itemKeys.keyDay(keyId, day), { limit });
  const find = (name: string, after = ''): string | null =>
    items.map((item) => item[name] as string | undefined).find((at) => at !== undefined && at > after) ??
    null;
  return {
    lastUsedAt: find('lastUsedAt'),
    previousLastUsedAt: rotatedAt === undefined ? null : find('previousLastUsedAt', rotatedAt),
  };
}

const DAYS_TO_LAST_USE = 3;

/** A previous value works for `ROTATION_GRACE_HOURS_MAX`, which are parts of eight days. */
const DAYS_SINCE_ROTATION = 8;

/** Returns the days on which a person acted in an account, newest first. */
export async function readPersonDays(
  store: Store,
  { personId, accountId }: { personId: string; accountId: string },
  range: UsageDayRange = {},
): Promise<PersonDay[]> {
  const items = await readDayItems(store, (day) => itemKeys.personDay(personId, accountId, day), range);
  return items.map((item) => ({ personId, ...toUsageDay(item) }));
}

/** Returns when a person made a call in an account last, RFC 3339 UTC; null for never. See `readKeyUse`. */
export async function readLastSeen(
  store: Store,
  personId: string,
  accountId: string,
): Promise<string | null> {
  const days = await readPersonDays(store, { personId, accountId }, { limit: DAYS_TO_LAST_USE });
  return days.find(({ lastUsedAt }) => lastUsedAt !== null)?.lastUsedAt ?? null;
}

/**
 * Returns the days on which people acted in an account, newest first, also those of people who are no longer members.
 * @param range.after name of the last entry of the page before, as in `next`
 */
export async function listPersonDays(
  store: Store,
  accountId: string,
  { from = '', to = LAST, limit, after }: Pick<UsageDayRange, 'from' | 'to'> & ListRange,
): Promise<Listing<PersonDay>> {
  const { Items = [], LastEvaluatedKey } = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      IndexName: 'gsi1' satisfies TableIndex,
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': indexKeys.personDaysOfAccount(accountId),
        ':from': from,
        ':to': after === undefined ? `${to}#${LAST}` : after,
      },
      ScanIndexForward: false,
      // The range includes `after`.
      Limit: limit + (after === undefined ? 0 : 1),
    }),
  );
  const listed = Items.filter(({ gsi1sk }) => gsi1sk !== after) as { pk: string; sk: string }[];
  const days = (await readItems(store, listed)).map((item) => ({
    personId: String(item.gsi1sk).slice(DAY_LENGTH + 1),
    ...toUsageDay(item),
  }));
  const idOf = ({ day, personId }: PersonDay) => buildPersonDayName(day, personId);
  return cutListing(days, limit, idOf, LastEvaluatedKey !== undefined);
}

/** Returns how many scans and pages an account has used in the month of a time. */
export async function readMonthUse(
  store: Store,
  accountId: string,
  now: Date,
): Promise<{ scans: number; pages: number }> {
  const item = await readItem(store, itemKeys.accountMonth(accountId, now.toISOString().slice(0, 7)));
  return { scans: Number(item?.scans ?? 0), pages: Number(item?.pages ?? 0) };
}

/** Sorts after every day and every id. */
const LAST = '~';
/** Characters of a day such as `2026-03-31`. */
const DAY_LENGTH = 10;

/**
 * Returns the items of the days of an owner, newest first.
 * @param keyOf returns the key of the item of a day
 */
async function readDayItems(
  store: Store,
  keyOf: (day: string) => { pk: string; sk: string },
  { from = '', to = LAST, before, limit = Number.POSITIVE_INFINITY }: UsageDayRange,
): Promise<Record<string, unknown>[]> {
  const pages = paginateQuery(
    { client: store.db, startingToken: before && keyOf(before) },
    {
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': keyOf('').pk, ':from': keyOf(from).sk, ':to': keyOf(to).sk },
      ScanIndexForward: false,
      ...(Number.isFinite(limit) ? { Limit: limit } : {}),
    },
  );
  const items: Record<string, unknown>[] = [];
  for await (const page of pages) {
    items.push(...(page.Items ?? []));
    if (items.length >= limit) break;
  }
  return items;
}

function toUsageDay(item: Record<string, unknown>): UsageDay {
  const { sk, requests = 0, scans = 0, pages = 0, lastUsedAt = null } = item;
  return { day: String(sk).slice(-DAY_LENGTH), requests, scans, pages, lastUsedAt } as UsageDay;
}
