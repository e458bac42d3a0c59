import { paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { getActorKeyId, getActorPersonId } from '../../core/audit/audit-entry.ts';
import type { KeyDay, KeyDayRange } from '../../core/usage/key-day.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { isConditionFailed, write } from './write.ts';

/** Whose usage is counted: a key, or a person in an account. Without an account, it is the calls that concern none. */
export type UsageOwner = { keyId: string } | { personId: string; accountId?: string };

/** Stands for the account in the usage of calls that concern none. */
const NO_ACCOUNT_USAGE = 'none';

/** Returns the key of the item that counts the usage of an owner on a day. */
function getUsageKey(owner: UsageOwner, day: string): { pk: string; sk: string } {
  if ('keyId' in owner) return itemKeys.keyDay(owner.keyId, day);
  return itemKeys.personDay(owner.personId, owner.accountId ?? NO_ACCOUNT_USAGE, day);
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
          UpdateExpression:
            'ADD requests :one, minuteRequests :one SET lastUsedAt = :now, lastRequest = :request',
          ConditionExpression: '#minute = :minute AND minuteRequests < :limit AND lastRequest <> :request',
          ExpressionAttributeValues: { ...values(), ':limit': limit },
        }),
      );
      return standing(Number(counted.Attributes?.minuteRequests), true);
    } catch (error) {
      if (!isConditionFailed(error)) throw error;
      const stored = error.Item;
      const used = Number(stored?.minuteRequests?.N ?? 0);
      if (stored?.lastRequest?.S === requestId) return standing(used, true);
      const storedMinute = stored?.minute?.S ?? '';
      if (storedMinute === minute) return standing(used, false);
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
          UpdateExpression:
            'ADD requests :one SET #minute = :minute, minuteRequests = :one, lastUsedAt = :now, lastRequest = :request',
          ConditionExpression: 'attribute_not_exists(#minute) OR #minute < :minute',
          ExpressionAttributeValues: values(),
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
  return owner && addItem(store, getUsageKey(owner, formatDay(now)), { scans, pages });
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
  { from = '', to = '~', before, limit = Number.POSITIVE_INFINITY }: KeyDayRange = {},
): Promise<KeyDay[]> {
  const pages = paginateQuery(
    { client: store.db, startingToken: before && itemKeys.keyDay(keyId, before) },
    {
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': itemKeys.key(keyId).pk,
        ':from': itemKeys.keyDay(keyId, from).sk,
        ':to': itemKeys.keyDay(keyId, to).sk,
      },
      ScanIndexForward: false,
      ...(Number.isFinite(limit) ? { Limit: limit } : {}),
    },
  );
  const days: KeyDay[] = [];
  for await (const page of pages) {
    for (const { sk, requests = 0, scans = 0, pages: count = 0, lastUsedAt = null } of page.Items ?? [])
      days.push({ day: String(sk).slice('day#'.length), requests, scans, pages: count, lastUsedAt });
    if (days.length >= limit) break;
  }
  return days;
}

/**
 * Builds an update that adds exactly these counters, so that each kind of item has only the counters named by its
 * caller.
 */
function addItem(
  store: Store,
  key: { pk: string; sk: string },
  counts: Readonly<Record<string, number>>,
): TransactItem {
  const added = Object.entries(counts);
  return {
    Update: {
      TableName: store.table,
      Key: key,
      UpdateExpression: `ADD ${added.map(([name]) => `${name} :${name}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(added.map(([name, count]) => [`:${name}`, count])),
    },
  };
}

function formatDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
