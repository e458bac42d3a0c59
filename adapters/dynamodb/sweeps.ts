import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { type ScanItem, sweepDue } from './scan-item.ts';
import type { Store } from './store.ts';
import { updateIf } from './write.ts';

/** Returns the ids of the scans that the sweeper is due to look at, those that have waited longest first. */
export async function listDueScans(store: Store, now: Date): Promise<string[]> {
  const shards = await Promise.all(
    indexKeys.unsettledShards().map((shard) =>
      store.db.send(
        new QueryCommand({
          TableName: store.table,
          IndexName: 'gsi3' satisfies TableIndex,
          KeyConditionExpression: 'gsi3pk = :shard AND gsi3sk <= :now',
          ExpressionAttributeValues: { ':shard': shard, ':now': now.toISOString() },
          Limit: DUE_SCANS_PER_SHARD,
        }),
      ),
    ),
  );
  return shards
    .flatMap(({ Items = [] }) => Items)
    .sort((a, b) => (a.gsi3sk < b.gsi3sk ? -1 : 1))
    .map(({ pk }) => String(pk).slice(itemKeys.scan('').pk.length));
}

/** Bounds one sweep; the rest is due at the next. */
const DUE_SCANS_PER_SHARD = 50;

/** Notes when the sweeper is due to look at a scan again. Returns the scan as it is now; undefined if it is settled. */
export async function sweepAgain(store: Store, scanId: string, now: Date): Promise<ScanItem | undefined> {
  const swept = await updateIf(store, {
    Key: itemKeys.scan(scanId),
    UpdateExpression: 'SET gsi3sk = :due',
    ConditionExpression: 'attribute_exists(gsi3pk)',
    ExpressionAttributeValues: { ':due': sweepDue(now) },
  });
  return swept as ScanItem | undefined;
}
