import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type BaselineLine, listLineScanIds } from '../../core/comparison/baseline-line.ts';
import type { DueExtension } from '../../core/retention/extension.ts';
import { listDueItems } from './due-items.ts';
import { indexKeys } from './item-keys.ts';
import { readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { writeIf } from './write.ts';

/**
 * Returns the scans whose objects were written or had their retention extended at `until` or earlier, longest ago
 * first.
 */
export async function listDueExtensions(store: Store, until: Date): Promise<DueExtension[]> {
  const due = await listDueItems(store, indexKeys.retentionExtensionShards(), until);
  const items = await readItems(store, due);
  // The index is eventually consistent: it may still list an item whose retention was just extended.
  return items.filter(({ gsi3sk }) => String(gsi3sk) <= until.toISOString()).map(toDueExtension);
}

/** Records that the retention of objects was extended. Does nothing if the item refers to other scans meanwhile. */
export async function recordExtension(store: Store, { key, asRead }: DueExtension, now: Date): Promise<void> {
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

function toDueExtension(item: Record<string, unknown>): DueExtension {
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
    : { ...of, scanIds: listLineScanIds(line), asRead: { version } };
}
