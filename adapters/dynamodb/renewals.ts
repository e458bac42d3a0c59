import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type BaselineLine, scansOf } from '../../core/comparison/baseline-line.ts';
import type { DueRenewal } from '../../core/keeping/renewal.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { indexKeys } from './item-keys.ts';
import { readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { writeIf } from './write.ts';

/** The scans whose objects were last written or renewed before a time, longest ago first. */
export async function listDueRenewals(store: Store, before: Date): Promise<DueRenewal[]> {
  const shards = await Promise.all(
    indexKeys.renewalShards().map((shard) =>
      store.db.send(
        new QueryCommand({
          TableName: store.table,
          IndexName: 'gsi3' satisfies TableIndex,
          KeyConditionExpression: 'gsi3pk = :shard AND gsi3sk < :before',
          ExpressionAttributeValues: { ':shard': shard, ':before': before.toISOString() },
          Limit: DUE_RENEWALS_PER_SHARD,
        }),
      ),
    ),
  );
  const due = shards.flatMap(({ Items = [] }) => Items).sort((a, b) => (a.gsi3sk < b.gsi3sk ? -1 : 1));
  return (await readItems(store, due as { pk: string; sk: string }[])).map(toDueRenewal);
}

/** Bounds one run; the rest is due at the next. */
const DUE_RENEWALS_PER_SHARD = 50;

/** Notes that objects were renewed; nothing when the item keeps other scans by now. */
export async function markRenewed(store: Store, { key, asRead }: DueRenewal, now: Date): Promise<void> {
  const [[name, value]] = Object.entries(asRead) as [[string, string | number]];
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: key,
      UpdateExpression: 'SET gsi3sk = :now',
      ConditionExpression: '#name = :read',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':now': now.toISOString(), ':read': value },
    }),
  );
}

function toDueRenewal(item: Record<string, unknown>): DueRenewal {
  const { pk, sk, accountId, siteId, scanId, version, line } = item as {
    pk: string;
    sk: string;
    accountId: string;
    siteId: string;
    scanId: string;
    version?: number;
    line?: BaselineLine;
  };
  const of = { key: { pk, sk }, accountId, siteId };
  return line === undefined || version === undefined
    ? { ...of, scanIds: [scanId], asRead: { scanId } }
    : { ...of, scanIds: scansOf(line), asRead: { version } };
}
