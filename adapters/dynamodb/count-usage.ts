import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { getActorKeyId, getActorPersonId } from '../../core/audit/audit-entry.ts';
import { buildPersonDayName, indexKeys, itemKeys } from './item-keys.ts';
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
