import { createHash } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { LatestScan } from '../../core/comparison/reference.ts';
import { buildSitePartitionKey, indexKeys, itemKeys, LATEST_PREFIX } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import { type FailedCondition, type TransactItem, transact } from './transact.ts';

/**
 * Notes that a completed scan is the latest of its branch and of its site; for `writeWithLatestScan`.
 * @param now when its objects were written: from then on they age
 */
export function buildLatestScanItems(store: Store, latest: LatestScan, now: Date): TransactItem[] {
  const { siteId, comparableKey, branch } = latest;
  const ofBranch = itemKeys.latestOfBranch(siteId, comparableKey, hashBranch(branch));
  return [
    // The latest of a site is also that of its branch, so that this one item renews both.
    noteItem(store, latest, {
      ...ofBranch,
      gsi3pk: indexKeys.renewal(siteId),
      gsi3sk: now.toISOString(),
    }),
    noteItem(store, latest, itemKeys.latestOfSite(siteId, comparableKey)),
  ];
}

/**
 * Writes `items` and the notes of `buildLatestScanItems`, all or none; but a note is left out where a later scan has taken
 * its place. That can be decided apart from the transaction, since the place of a later scan is never given back to an
 * earlier one; so an earlier scan that settles late is held up by nothing.
 * @returns the conditions of `items` that failed: none means written
 */
export async function writeWithLatestScan(
  store: Store,
  items: TransactItem[],
  notes: TransactItem[],
): Promise<FailedCondition[]> {
  const all = [...items, ...notes];
  if (all.length === 0) return [];
  const failed = await transact(store, all);
  const ofItems = failed.filter(({ index }) => index < items.length);
  if (failed.length === 0 || ofItems.length > 0) return ofItems;
  const superseded = new Set(failed.map(({ index }) => index - items.length));
  return writeWithLatestScan(
    store,
    items,
    notes.filter((_, index) => !superseded.has(index)),
  );
}

/** The latest completed scan under a comparable key, of a branch (null for none) or, without `branch`, of the site. */
export async function readLatest(
  store: Store,
  { siteId, comparableKey, branch }: { siteId: string; comparableKey: string; branch?: string | null },
): Promise<LatestScan | undefined> {
  const key =
    branch === undefined
      ? itemKeys.latestOfSite(siteId, comparableKey)
      : itemKeys.latestOfBranch(siteId, comparableKey, hashBranch(branch));
  const item = await readItem(store, key);
  return item && toLatest(item);
}

/** Whether any scan of a site was completed, comparable or not. */
export async function hasLatest(store: Store, siteId: string): Promise<boolean> {
  const { Count = 0 } = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :latest)',
      ExpressionAttributeValues: { ':pk': buildSitePartitionKey(siteId), ':latest': LATEST_PREFIX },
      ConsistentRead: true,
      Limit: 1,
      Select: 'COUNT',
    }),
  );
  return Count > 0;
}

function noteItem(store: Store, latest: LatestScan, keys: object): TransactItem {
  const { createdAt, scanId } = latest;
  return {
    Put: {
      TableName: store.table,
      Item: { ...keys, ...latest },
      ConditionExpression:
        'attribute_not_exists(pk) OR createdAt < :created OR (createdAt = :created AND scanId <= :scan)',
      ExpressionAttributeValues: { ':created': createdAt, ':scan': scanId },
    },
  };
}

function toLatest(item: Record<string, unknown>): LatestScan {
  const { accountId, siteId, scanId, createdAt, branch, comparableKey } = item as unknown as LatestScan;
  return { accountId, siteId, scanId, createdAt, branch, comparableKey };
}

/** Returns the name of a branch as it goes into sort keys; of no branch it is a word that no digest is. */
export function hashBranch(branch: string | null): string {
  return branch === null ? 'none' : createHash('sha256').update(branch).digest('hex');
}
