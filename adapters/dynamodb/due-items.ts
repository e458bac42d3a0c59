import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { TableIndex } from '../../core/storage/indexes.ts';
import type { Store } from './store.ts';

/** Bounds one run; the rest is due at the next. */
const DUE_ITEMS_PER_SHARD = 50;

/**
 * Returns the keys of the items in shards of index `gsi3` that are due, those that have waited longest first.
 * @param until the latest time at which an item is due
 */
export async function listDueItems(
  store: Store,
  shards: readonly string[],
  until: Date,
): Promise<{ pk: string; sk: string }[]> {
  const found = await Promise.all(
    shards.map((shard) =>
      store.db.send(
        new QueryCommand({
          TableName: store.table,
          IndexName: 'gsi3' satisfies TableIndex,
          KeyConditionExpression: 'gsi3pk = :shard AND gsi3sk <= :until',
          ExpressionAttributeValues: { ':shard': shard, ':until': until.toISOString() },
          Limit: DUE_ITEMS_PER_SHARD,
        }),
      ),
    ),
  );
  return found
    .flatMap(({ Items = [] }) => Items as { pk: string; sk: string; gsi3sk: string }[])
    .sort((a, b) => (a.gsi3sk < b.gsi3sk ? -1 : 1));
}
