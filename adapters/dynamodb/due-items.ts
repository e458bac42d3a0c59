import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { TableIndex } from '../../core/storage/indexes.ts';
import type { Store } from './store.ts';

/** Limits one run. The remaining items are due in the next run. */
const DUE_ITEMS_PER_SHARD = 50;

/**
 * Returns the keys of the due items in the given shards of index `gsi3`, longest waiting first.
 * @param until items with this due time or an earlier one are returned. If the sort keys of the shards go on after the
 *   time, items with exactly this time are not.
 */
export async function listDueItems(
  store: Store,
  shards: readonly string[],
  until: Date,
): Promise<{ pk: string; sk: string; gsi3sk: string }[]> {
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
