import { GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyRecord } from '../../core/access/key-record.ts';
import type { Actor } from '../../core/audit/audit-entry.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { buildAuditItem } from './audit.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';

/** An account owns sites, keys and scans. */
export interface Account {
  accountId: string;
  name: string;
  /** Key of the account's list cursors, base64url, 256 random bits. */
  cursorSecret: string;
  createdAt: string;
  /** Scans of the account that have not ended. */
  unfinishedScans: number;
  /** Unfinished scans with priority `high`. */
  unfinishedHigh: number;
  /** Number of sites; absent before the first one. */
  sites?: number;
  /** Time of the deletion of the account, RFC 3339 UTC. */
  deletedAt?: string;
}

/** The members of an account in a list of accounts. */
export type AccountSummary = Pick<Account, 'accountId' | 'name' | 'createdAt'>;

/** Returns the account; undefined if it does not exist. */
export async function findAccount(store: Store, accountId: string): Promise<Account | undefined> {
  const found = await store.db.send(
    new GetCommand({ TableName: store.table, Key: itemKeys.account(accountId) }),
  );
  return found.Item as Account | undefined;
}

/**
 * Writes a new account.
 * @throws Error if the account exists already
 */
export async function createAccount(store: Store, account: Account, by: Actor, now: Date): Promise<void> {
  const failed = await transact(store, [
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.account(account.accountId), ...account },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    // Accounts are listed from one partition. The entries are separate items because the counters in the account change
    // with every scan.
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.accountEntry(account.accountId), ...toAccountSummary(account) },
      },
    },
    buildAuditItem(store, {
      by,
      action: 'account.created',
      target: account.accountId,
      now,
    }),
  ]);
  if (failed.length > 0) throw new Error(`the account ${account.accountId} exists already`);
}

/** Returns all accounts, oldest first. */
export async function listAccounts(store: Store): Promise<AccountSummary[]> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': itemKeys.accountEntry('').pk },
      ConsistentRead: true,
    },
  );
  const accounts: AccountSummary[] = [];
  for await (const page of pages)
    accounts.push(...((page.Items ?? []) as AccountSummary[]).map(toAccountSummary));
  return accounts;
}

function toAccountSummary({ accountId, name, createdAt }: AccountSummary): AccountSummary {
  return { accountId, name, createdAt };
}

/**
 * Returns the record of a key; undefined if it does not exist. The read is strongly consistent, so that the next call
 * after a revocation is refused.
 */
export async function findKey(store: Store, keyId: string): Promise<KeyRecord | undefined> {
  return (await readItem(store, itemKeys.key(keyId))) as KeyRecord | undefined;
}

/** Returns the keys of an account, oldest first. */
export async function listKeys(store: Store, accountId: string): Promise<KeyRecord[]> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      IndexName: 'gsi1' satisfies TableIndex,
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': indexKeys.keysOfAccount(accountId) },
    },
  );
  const keys: KeyRecord[] = [];
  for await (const { Items = [] } of pages) {
    const items = await readItems(store, Items as { pk: string; sk: string }[]);
    keys.push(...(items as unknown as KeyRecord[]));
  }
  return keys;
}

/** Returns how many keys an account has, also expired and revoked ones. */
export async function countKeys(store: Store, accountId: string): Promise<number> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      IndexName: 'gsi1' satisfies TableIndex,
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': indexKeys.keysOfAccount(accountId) },
      Select: 'COUNT',
    },
  );
  let count = 0;
  for await (const { Count = 0 } of pages) count += Count;
  return count;
}

/**
 * Returns keys of an account, oldest first.
 * @param first the id of the first key to return; undefined starts at the oldest key
 * @param limit the maximum number of keys
 */
export async function listKeysFrom(
  store: Store,
  accountId: string,
  first: string | undefined,
  limit: number,
): Promise<KeyRecord[]> {
  const { Items = [] } = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      IndexName: 'gsi1' satisfies TableIndex,
      KeyConditionExpression: `gsi1pk = :pk${first === undefined ? '' : ' AND gsi1sk >= :first'}`,
      ExpressionAttributeValues: {
        ':pk': indexKeys.keysOfAccount(accountId),
        ...(first === undefined ? {} : { ':first': first }),
      },
      Limit: limit,
    }),
  );
  return (await readItems(store, Items as { pk: string; sk: string }[])) as unknown as KeyRecord[];
}

/**
 * Writes the record of a new key.
 * @returns 'no-account' if its account does not exist or is deleted
 */
export async function createKey(
  store: Store,
  key: KeyRecord,
  by: Actor,
  now: Date,
): Promise<'created' | 'no-account'> {
  const { keyId, accountId } = key;
  const failed = await transact(store, [
    {
      ConditionCheck: {
        TableName: store.table,
        Key: itemKeys.account(accountId),
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
      },
    },
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.key(keyId), ...key, gsi1pk: indexKeys.keysOfAccount(accountId), gsi1sk: keyId },
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
  ]);
  return failed.length === 0 ? 'created' : 'no-account';
}

/**
 * Gives a key a new hash and a new expiry time.
 * @param to.graceUntil if given, the current hash also works until this time, RFC 3339 UTC
 * @returns 'changed' if the key has changed since it was read, or is revoked: the caller reads it again
 */
export async function rotateKey(
  store: Store,
  key: KeyRecord,
  to: { hash: string; expiresAt: string; graceUntil?: string },
  by: Actor,
  now: Date,
): Promise<'rotated' | 'changed'> {
  const grace = to.graceUntil !== undefined;
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.key(key.keyId),
        UpdateExpression: grace
          ? 'SET #hash = :hash, expiresAt = :expires, previousHash = :old, previousHashUntil = :until'
          : 'SET #hash = :hash, expiresAt = :expires REMOVE previousHash, previousHashUntil',
        ConditionExpression: '#hash = :old AND attribute_not_exists(revokedAt)',
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: {
          ':hash': to.hash,
          ':expires': to.expiresAt,
          ':old': key.hash,
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
  ]);
  return failed.length === 0 ? 'rotated' : 'changed';
}

/**
 * Revokes a key permanently.
 * @returns 'gone' if the key does not exist, 'already' if it was revoked before
 */
export async function revokeKey(
  store: Store,
  keyId: string,
  by: Actor,
  now: Date,
): Promise<'revoked' | 'already' | 'gone'> {
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.key(keyId),
        UpdateExpression: 'SET revokedAt = :now',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
        ExpressionAttributeValues: { ':now': now.toISOString() },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    buildAuditItem(store, { by, action: 'key.revoked', target: keyId, now }),
  ]);
  if (failed.length === 0) return 'revoked';
  return failed[0]?.item ? 'already' : 'gone';
}
