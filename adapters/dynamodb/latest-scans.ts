import { createHash } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { LatestScan } from '../../core/comparison/reference.ts';
import { buildSitePartitionKey, indexKeys, itemKeys, LATEST_PREFIX } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import type { NewerItem } from './write-newer.ts';

/**
 * Builds the items that record a completed scan as the latest of its branch and of its site; for `writeWithNewer`.
 * @param now when the objects of the scan were written; their retention period starts then
 */
export function buildLatestScanItems(store: Store, latest: LatestScan, now: Date): NewerItem[] {
  const { siteId, comparableKey, branch } = latest;
  const ofBranch = itemKeys.latestOfBranch(siteId, comparableKey, hashBranch(branch));
  return [
    // A scheduled job extends the retention of the scans in this index. The latest scan of a site is also the latest of
    // its branch, so it is enough that the item of the branch is in the index.
    buildLatestItem(store, latest, {
      ...ofBranch,
      gsi3pk: indexKeys.retentionExtensions(siteId),
      gsi3sk: now.toISOString(),
    }),
    buildLatestItem(store, latest, itemKeys.latestOfSite(siteId, comparableKey)),
  ];
}

/**
 * Returns the latest completed scan with a comparable key, of a branch (null: scans without a branch) or, without
 * `branch`, of the site.
 */
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

/** True if a site has a latest scan, comparable or not. */
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

function buildLatestItem(store: Store, latest: LatestScan, keys: object): NewerItem {
  const { createdAt, scanId } = latest;
  const item = {
    Put: {
      TableName: store.table,
      Item: { ...keys, ...latest },
      ConditionExpression:
        'attribute_not_exists(pk) OR createdAt < :created OR (createdAt = :created AND scanId <= :scan)',
      ExpressionAttributeValues: { ':created': createdAt, ':scan': scanId },
    },
  };
  return { item };
}

function toLatest(item: Record<string, unknown>): LatestScan {
  const { accountId, siteId, scanId, createdAt, branch, comparableKey } = item as unknown as LatestScan;
  return { accountId, siteId, scanId, createdAt, branch, comparableKey };
}

/** Returns the digest of a branch's name for sort keys; for no branch a word that cannot be a digest. */
export function hashBranch(branch: string | null): string {
  return branch === null ? 'none' : createHash('sha256').update(branch).digest('hex');
}
