import { GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyRecord } from '../../core/access/key-record.ts';
import type { KeyRefusalCount } from '../../core/access/key-view.ts';
import type { Actor } from '../../core/audit/audit-entry.ts';
import type { Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import type { SharingSetting } from '../../core/shared-reports/shared-report.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { buildAuditItem } from './audit.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { queryNewest } from './query-newest.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';

/** An account owns sites, keys and scans. */
export interface Account extends SharingSetting {
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
  /** Number of API keys that are not revoked; absent before the first one. */
  apiKeys?: number;
  /** Time of the deletion of the account, RFC 3339 UTC. */
  deletedAt?: string;
}

/** The members of an account in a list of accounts. */
export type AccountSummary = Pick<Account, 'accountId' | 'name' | 'createdAt'>;

/** Returns the account; undefined if it does not exist. Its counters may be a moment old. */
export async function findAccount(store: Store, accountId: string): Promise<Account | undefined> {
  const found = await store.db.send(
    new GetCommand({ TableName: store.table, Key: itemKeys.account(accountId) }),
  );
  return found.Item as Account | undefined;
}

/** Returns the account; undefined if it does not exist. The read is strongly consistent. */
export async function readAccount(store: Store, accountId: string): Promise<Account | undefined> {
  return (await readItem(store, itemKeys.account(accountId))) as Account | undefined;
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
export function listKeys(store: Store, accountId: string): Promise<KeyRecord[]> {
  return listKeysIn(store, 'gsi1', indexKeys.keysOfAccount(accountId));
}

/** Returns the keys of an account that a person created, oldest first. */
export function listKeysOfCreator(store: Store, accountId: string, personId: string): Promise<KeyRecord[]> {
  return listKeysIn(store, 'gsi2', indexKeys.keysOfCreator(accountId, personId));
}

/** Returns the keys under a partition key of an index. */
async function listKeysIn(store: Store, index: TableIndex, pk: string): Promise<KeyRecord[]> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      IndexName: index,
      KeyConditionExpression: `${index}pk = :pk`,
      ExpressionAttributeValues: { ':pk': pk },
    },
  );
  const keys: KeyRecord[] = [];
  for await (const { Items = [] } of pages) {
    keys.push(...(await readKeys(store, Items)));
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
  return readKeys(store, Items);
}

/**
 * Returns keys of an account, newest first.
 * @param createdBy id of a person: only the keys that the person created
 */
export async function listNewestKeys(
  store: Store,
  { accountId, createdBy }: { accountId: string; createdBy?: string | undefined },
  range: ListRange,
): Promise<Listing<KeyRecord>> {
  const { items, ...next } = await (createdBy === undefined
    ? queryNewest(store, 'gsi1', indexKeys.keysOfAccount(accountId), range)
    : queryNewest(store, 'gsi2', indexKeys.keysOfCreator(accountId, createdBy), range));
  return { items: await readKeys(store, items), ...next };
}

async function readKeys(store: Store, found: Record<string, unknown>[]): Promise<KeyRecord[]> {
  return (await readItems(store, found as { pk: string; sk: string }[])) as unknown as KeyRecord[];
}

/** Returns how often calls with a key were refused, by hour and reason, newest first. */
export async function listRefusals(store: Store, keyId: string, limit: number): Promise<KeyRefusalCount[]> {
  const { pk, sk: prefix } = itemKeys.refusals(keyId, '', '');
  const { Items = [] } = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix.slice(0, prefix.indexOf('#') + 1) },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.map(({ sk, refusals }) => {
    const [, hour = '', reason = ''] = String(sk).split('#');
    return { hour, reason, count: Number(refusals) };
  });
}
