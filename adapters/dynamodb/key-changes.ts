import type { KeyRecord } from '../../core/access/key-record.ts';
import type { MemberPrincipal } from '../../core/access/principal.ts';
import { getNextKeyReminder, type KeyReminderDays } from '../../core/alerts/outbox-entry.ts';
import type { Actor } from '../../core/audit/audit-entry.ts';
import { createId } from '../../core/ids.ts';
import { buildAuditItem } from './audit.ts';
import { buildDueKeys } from './due.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { buildMemberChecks } from './memberships.ts';
import { buildOutboxItem } from './outbox.ts';
import type { Store } from './store.ts';
import { type FailedCondition, type TransactItem, transact } from './transact.ts';

/** What `createKey` requires in addition. */
export interface KeyConditions {
  /** Maximum number of keys of the account that are not revoked; without it, the number is not limited. */
  limit?: number | undefined;
  /** The member who creates the key, whose role and sites must not have changed. */
  member?: MemberPrincipal | undefined;
}

/**
 * Writes the record of a new key and counts it in its account.
 * @returns 'no-account' if its account does not exist or is deleted; 'full' if it has the maximum number of keys;
 *   'member-changed' or 'member-gone' if the member has another role or other sites, or is no longer a member
 */
export async function createKey(
  store: Store,
  key: KeyRecord,
  by: Actor,
  now: Date,
  { limit, member }: KeyConditions = {},
): Promise<'created' | 'no-account' | 'full' | 'member-changed' | 'member-gone'> {
  const { keyId, accountId, createdBy } = key;
  const failed = await transact(store, [
    buildKeyCountItem(store, accountId, 1, limit),
    {
      Put: {
        TableName: store.table,
        Item: {
          ...itemKeys.key(keyId),
          ...key,
          gsi1pk: indexKeys.keysOfAccount(accountId),
          gsi1sk: keyId,
          ...(createdBy === undefined
            ? {}
            : { gsi2pk: indexKeys.keysOfCreator(accountId, createdBy.personId), gsi2sk: keyId }),
          ...(key.revokedAt === undefined
            ? buildDueKeys(keyId, getNextKeyReminder(key.expiresAt, now), 'key-expiry')
            : {}),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    buildAuditItem(store, {
      by,
      action: 'key.created',
      target: keyId,
      detail: { role: key.role, expiresAt: key.expiresAt, sites: key.siteIds ?? 'all' },
      now,
    }),
    ...buildMemberChecks(store, member),
  ]);
  if (failed.length === 0) return 'created';
  const account = failed.find(({ index }) => index === 0);
  if (account !== undefined)
    return account.item !== undefined && account.item.deletedAt === undefined ? 'full' : 'no-account';
  return describeMemberFailure(failed, 3) ?? 'no-account';
}

/** Builds the item that counts a key that is not revoked in its account. It fails if the account is deleted or full. */
function buildKeyCountItem(store: Store, accountId: string, by: 1 | -1, limit?: number): TransactItem {
  const conditions = [
    'attribute_exists(pk)',
    ...(by === 1 ? ['attribute_not_exists(deletedAt)'] : []),
    ...(limit === undefined ? [] : ['(attribute_not_exists(apiKeys) OR apiKeys < :limit)']),
  ];
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.account(accountId),
      UpdateExpression: 'ADD apiKeys :by',
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeValues: { ':by': by, ...(limit === undefined ? {} : { ':limit': limit }) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

function describeMemberFailure(
  failed: readonly FailedCondition[],
  at: number,
): 'member-changed' | 'member-gone' | undefined {
  const check = failed.find(({ index }) => index === at);
  if (check === undefined) return undefined;
  return check.item === undefined ? 'member-gone' : 'member-changed';
}

/**
 * Changes the name or the description of a key.
 * @param key as it was read
 * @returns 'changed' if the key has changed since it was read: the caller reads it again
 */
export async function updateKey(
  store: Store,
  key: KeyRecord,
  change: Pick<KeyRecord, 'name' | 'description'>,
  by: Actor,
  now: Date,
): Promise<'updated' | 'changed'> {
  const members = (['name', 'description'] as const).filter((member) => change[member] !== key[member]);
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.key(key.keyId),
        UpdateExpression: 'SET #name = :name, description = :description',
        ConditionExpression: '#name = :oldName AND description = :oldDescription',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: {
          ':name': change.name,
          ':description': change.description,
          ':oldName': key.name,
          ':oldDescription': key.description,
        },
      },
    },
    buildAuditItem(store, {
      by,
      action: 'key.changed',
      target: key.keyId,
      detail: { changed: members },
      now,
    }),
  ]);
  return failed.length === 0 ? 'updated' : 'changed';
}

/**
 * Gives a key a new hash and a new expiry time.
 * @param to.graceUntil if given, the current hash also works until this time, RFC 3339 UTC
 * @param member the member who rotates the key, whose role and sites must not have changed
 * @returns 'changed' if the key has changed since it was read, or is revoked: the caller reads it again; for the other
 *   results see `createKey`
 */
export async function rotateKey(
  store: Store,
  key: KeyRecord,
  to: { hash: string; expiresAt: string; graceUntil?: string },
  by: Actor,
  now: Date,
  member?: MemberPrincipal,
): Promise<'rotated' | 'changed' | 'member-changed' | 'member-gone'> {
  const grace = to.graceUntil !== undefined;
  const { gsi3pk, gsi3sk } = buildDueKeys(key.keyId, getNextKeyReminder(to.expiresAt, now), 'key-expiry');
  const set = '#hash = :hash, expiresAt = :expires, rotatedAt = :now, gsi3pk = :shard, gsi3sk = :due';
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.key(key.keyId),
        UpdateExpression: grace
          ? `SET ${set}, previousHash = :old, previousHashUntil = :until`
          : `SET ${set} REMOVE previousHash, previousHashUntil`,
        ConditionExpression: '#hash = :old AND attribute_not_exists(revokedAt)',
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: {
          ':hash': to.hash,
          ':expires': to.expiresAt,
          ':old': key.hash,
          ':now': now.toISOString(),
          ':shard': gsi3pk,
          ':due': gsi3sk,
          ...(grace ? { ':until': to.graceUntil } : {}),
        },
      },
    },
    buildAuditItem(store, {
      by,
      action: 'key.rotated',
      target: key.keyId,
      detail: { expiresAt: to.expiresAt, oldValueWorksUntil: to.graceUntil ?? 'now' },
      now,
    }),
    ...buildMemberChecks(store, member),
  ]);
  if (failed.length === 0) return 'rotated';
  return describeMemberFailure(failed, 2) ?? 'changed';
}

/**
 * Ends the value before the last rotation.
 * @param key as it was read, with a previous hash
 * @returns 'changed' if it has ended meanwhile, or the key was rotated again
 */
export async function endPreviousValue(
  store: Store,
  { keyId, previousHash }: Pick<KeyRecord, 'keyId' | 'previousHash'>,
  by: Actor,
  now: Date,
): Promise<'ended' | 'changed'> {
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.key(keyId),
        UpdateExpression: 'REMOVE previousHash, previousHashUntil',
        ConditionExpression: 'previousHash = :previous',
        ExpressionAttributeValues: { ':previous': previousHash },
      },
    },
    buildAuditItem(store, { by, action: 'key.overlap-ended', target: keyId, now }),
  ]);
  return failed.length === 0 ? 'ended' : 'changed';
}

/**
 * Revokes a key permanently.
 * @returns 'gone' if the key does not exist, 'already' if it was revoked before
 */
export async function revokeKey(
  store: Store,
  { keyId, accountId }: Pick<KeyRecord, 'keyId' | 'accountId'>,
  by: Actor,
  now: Date,
): Promise<'revoked' | 'already' | 'gone'> {
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.key(keyId),
        UpdateExpression: 'SET revokedAt = :now REMOVE gsi3pk, gsi3sk',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
        ExpressionAttributeValues: { ':now': now.toISOString() },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    buildKeyCountItem(store, accountId, -1),
    buildAuditItem(store, { by, action: 'key.revoked', target: keyId, now }),
  ]);
  const [first] = failed;
  if (first === undefined) return 'revoked';
  return first.index === 0 && first.item ? 'already' : 'gone';
}

/**
 * Reminds the account that a key expires soon, once for each reminder.
 * @param due the `gsi3sk` of the key as it was listed
 * @returns false if the account was reminded already, or the key was rotated or revoked
 */
export async function remindOfKeyExpiry(
  store: Store,
  key: Pick<KeyRecord, 'keyId' | 'accountId' | 'expiresAt'>,
  days: KeyReminderDays,
  due: string,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const next = buildDueKeys(key.keyId, getNextKeyReminder(key.expiresAt, now), 'key-expiry');
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.key(key.keyId),
        UpdateExpression: 'SET gsi3sk = :next',
        ConditionExpression: 'gsi3sk = :due AND expiresAt = :expires',
        ExpressionAttributeValues: { ':next': next.gsi3sk, ':due': due, ':expires': key.expiresAt },
      },
    },
    buildKeyExpiringItem(store, key, days, by, now),
  ]);
  return failed.length === 0;
}

/**
 * Records in the audit log that a key has expired, and notifies the account, once for each expiry.
 * @param due the `gsi3sk` of the key as it was listed
 * @returns false if it is recorded already, or the key was rotated or revoked
 */
export async function recordKeyExpiry(
  store: Store,
  key: Pick<KeyRecord, 'keyId' | 'accountId' | 'expiresAt'>,
  due: string,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const { keyId, expiresAt } = key;
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.key(keyId),
        UpdateExpression: 'REMOVE gsi3pk, gsi3sk',
        ConditionExpression: 'gsi3sk = :due AND expiresAt = :expires',
        ExpressionAttributeValues: { ':due': due, ':expires': expiresAt },
      },
    },
    buildAuditItem(store, { by, action: 'key.expired', target: keyId, detail: { expiresAt }, now }),
    buildKeyExpiringItem(store, key, 0, by, now),
  ]);
  return failed.length === 0;
}

function buildKeyExpiringItem(
  store: Store,
  { keyId, accountId, expiresAt }: Pick<KeyRecord, 'keyId' | 'accountId' | 'expiresAt'>,
  days: KeyReminderDays,
  { requestId }: Actor,
  now: Date,
): TransactItem {
  return buildOutboxItem(store, {
    entryId: createId('outbox', now),
    accountId,
    cause: { kind: 'key-expiring', keyId, expiresAt, days },
    at: now.toISOString(),
    correlationId: requestId,
  });
}
