import { paginateQuery, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyRecord } from '../../core/access/key-record.ts';
import type { KeyUse } from '../../core/access/key-view.ts';
import { getActorKeyId, getActorPersonId } from '../../core/audit/audit-entry.ts';
import { cutListing, type Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import type { PersonDay, UsageDay, UsageDayRange } from '../../core/usage/usage-day.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { isConditionFailed, write } from './write.ts';

/** Whose usage is counted: a key, or a person in an account. Without an account, it is the calls that concern none. */
export type UsageOwner =
  /** `isPreviousValue`: whether the call has the value of the key before the last rotation. */
  { keyId: string; isPreviousValue?: boolean } | { personId: string; accountId?: string };

/** Stands for the account in the usage of calls that concern none. */
const NO_ACCOUNT_USAGE = 'none';

/** Returns the key of the item that counts the usage of an owner on a day. */
function getUsageKey(owner: UsageOwner, day: string): { pk: string; sk: string } {
  if ('keyId' in owner) return itemKeys.keyDay(owner.keyId, day);
  return itemKeys.personDay(owner.personId, owner.accountId ?? NO_ACCOUNT_USAGE, day);
}

/**
 * Returns the keys under which an index lists the usage of people in an account; none for other usage. The entry stays
 * if the person is removed from the account.
 */
function getUsageIndexKeys(owner: UsageOwner, day: string): { gsi1pk?: string; gsi1sk?: string } {
  if ('keyId' in owner || owner.accountId === undefined) return {};
  return {
    gsi1pk: indexKeys.personDaysOfAccount(owner.accountId),
    gsi1sk: buildPersonDayName(day, owner.personId),
  };
}

/** Returns the sort key of a person's day in the index of an account. */
function buildPersonDayName(day: string, personId: string): string {
  return `${day}#${personId}`;
}

/** State of the rate limit of a key or person. */
export interface RateStanding {
  allowed: boolean;
  /** Requests a minute. */
  limit: number;
  remaining: number;
  /** Seconds until the next minute begins. */
  resetSeconds: number;
}

/**
 * Counts one request of a key or person, records the time of its last use and applies the rate limit, in one
 * conditional update of the item of this owner and day. The first request of a minute needs a second update, which
 * begins the new minute. A refused request is not counted. A request that the SDK sends twice is counted once.
 * @param request.requestId must be a new one for each request, and not one that the client can choose
 */
export async function countRequest(
  store: Store,
  request: { owner: UsageOwner; requestId: string; now: Date; limitPerMinute: number },
): Promise<RateStanding> {
  const { owner, requestId, now, limitPerMinute: limit } = request;
  let minute = now.toISOString().slice(0, 16);
  const resetSeconds = 60 - now.getUTCSeconds();
  const standing = (used: number, allowed: boolean): RateStanding => ({
    allowed,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds,
  });
  const values = () => ({ ':minute': minute, ':one': 1, ':now': now.toISOString(), ':request': requestId });
  const isPreviousValue = 'keyId' in owner && owner.isPreviousValue === true;
  const used = `lastUsedAt = :now, lastRequest = :request${isPreviousValue ? ', previousLastUsedAt = :now' : ''}`;
  const indexed = Object.entries(getUsageIndexKeys(owner, formatDay(now)));
  const update = {
    TableName: store.table,
    Key: getUsageKey(owner, formatDay(now)),
    ExpressionAttributeNames: { '#minute': 'minute' },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const counted = await write(
        store,
        new UpdateCommand({
          ...update,
          UpdateExpression: `ADD requests :one, minuteRequests :one SET ${used}`,
          ConditionExpression: '#minute = :minute AND minuteRequests < :limit AND lastRequest <> :request',
          ExpressionAttributeValues: { ...values(), ':limit': limit },
        }),
      );
      return standing(Number(counted.Attributes?.minuteRequests), true);
    } catch (error) {
      if (!isConditionFailed(error)) throw error;
      const stored = error.Item;
      const count = Number(stored?.minuteRequests?.N ?? 0);
      if (stored?.lastRequest?.S === requestId) return standing(count, true);
      const storedMinute = stored?.minute?.S ?? '';
      if (storedMinute === minute) return standing(count, false);
      if (storedMinute > minute) {
        // The clock of another machine is ahead. Use its minute.
        minute = storedMinute;
        continue;
      }
    }
    try {
      await write(
        store,
        new UpdateCommand({
          ...update,
          UpdateExpression: `ADD requests :one SET ${[
            '#minute = :minute',
            'minuteRequests = :one',
            used,
            ...indexed.map(([name]) => `${name} = :${name}`),
          ].join(', ')}`,
          ConditionExpression: 'attribute_not_exists(#minute) OR #minute < :minute',
          ExpressionAttributeValues: {
            ...values(),
            ...Object.fromEntries(indexed.map(([name, value]) => [`:${name}`, value])),
          },
        }),
      );
      return standing(1, true);
    } catch (error) {
      if (!isConditionFailed(error)) throw error;
    }
  }
  return standing(limit, false);
}

/**
 * Builds the item that counts scans or pages of an actor on a day, for the transaction that starts them.
 * @param usage.actor an actor of the audit log
 * @returns undefined if the usage of the actor is not counted: it is neither a key nor a person who signed in
 */
export function buildActorDayItem(
  store: Store,
  usage: { actor: string; accountId: string; now: Date; scans?: number; pages?: number },
): TransactItem | undefined {
  const { actor, accountId, now, scans = 0, pages = 0 } = usage;
  const keyId = getActorKeyId(actor);
  const personId = getActorPersonId(actor);
  const owner =
    keyId !== undefined ? { keyId } : personId !== undefined ? { personId, accountId } : undefined;
  if (owner === undefined) return undefined;
  const day = formatDay(now);
  return addItem(store, getUsageKey(owner, day), { scans, pages }, getUsageIndexKeys(owner, day));
}

/**
 * Builds the item that counts scans or pages of an account in a month.
 * @param usage.pagesBelow if given, the transaction fails if the month already has this number of pages
 * @param usage.scansBelow the same for scans
 */
export function buildAccountMonthItem(
  store: Store,
  usage: {
    accountId: string;
    now: Date;
    scans?: number;
    pages?: number;
    pagesBelow?: number;
    scansBelow?: number;
  },
): TransactItem {
  const { accountId, now, scans = 0, pages = 0, ...below } = usage;
  const item = addItem(store, itemKeys.accountMonth(accountId, formatDay(now).slice(0, 7)), { scans, pages });
  const limits = Object.entries({ pages: below.pagesBelow, scans: below.scansBelow }).filter(
    (entry): entry is [string, number] => entry[1] !== undefined,
  );
  if (limits.length === 0 || !item.Update) return item;
  const isBelow = ([name, limit]: [string, number]) =>
    limit > 0 ? `(attribute_not_exists(${name}) OR ${name} < :${name}Below)` : `${name} < :${name}Below`;
  return {
    Update: {
      ...item.Update,
      ConditionExpression: limits.map(isBelow).join(' AND '),
      ExpressionAttributeValues: {
        ...item.Update.ExpressionAttributeValues,
        ...Object.fromEntries(limits.map(([name, limit]) => [`:${name}Below`, limit])),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

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
  const item = await readItem(store, itemKeys.accountMonth(accountId, formatDay(now).slice(0, 7)));
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

/**
 * Builds an update that adds exactly these counters, so that each kind of item has only the counters named by its
 * caller.
 * @param index the attributes under which an index lists the item
 */
function addItem(
  store: Store,
  key: { pk: string; sk: string },
  counts: Readonly<Record<string, number>>,
  index: Readonly<Record<string, string>> = {},
): TransactItem {
  const added = Object.entries(counts);
  const set = Object.entries(index);
  const setPart = set.length === 0 ? '' : ` SET ${set.map(([name]) => `${name} = :${name}`).join(', ')}`;
  return {
    Update: {
      TableName: store.table,
      Key: key,
      UpdateExpression: `ADD ${added.map(([name]) => `${name} :${name}`).join(', ')}${setPart}`,
      ExpressionAttributeValues: Object.fromEntries(
        [...added, ...set].map(([name, value]) => [`:${name}`, value]),
      ),
    },
  };
}

function formatDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
