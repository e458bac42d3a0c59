import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SiteDeletion } from '../../core/retention/deletion-passes.ts';
import { deletePartition } from './delete-partition.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { ScanItem } from './scan-item.ts';
import { deleteSharedReportsOfScan } from './shared-reports.ts';
import type { Store } from './store.ts';
import { write } from './write.ts';

/**
 * Deletes the items of a deleted scan, or of a scan of a deleted site: pages, links, input, reference, messages, shared
 * reports and the scan itself. A scan that is not settled is left for a later pass, because ending it needs its items.
 * Repeated calls are safe.
 * @param options.isLast whether no later pass needs to find the scan in the index of its site. Otherwise a tombstone
 * replaces the scan: its ids, without anything else
 * @returns false if time was up before everything was deleted
 */
export async function deleteScanData(
  store: Store,
  { accountId, siteId }: Pick<SiteDeletion, 'accountId' | 'siteId'>,
  scanId: string,
  { isLast, isTimeUp }: { isLast: boolean; isTimeUp: () => boolean },
): Promise<boolean> {
  const key = itemKeys.scan(scanId);
  const scan = (await readItem(store, key)) as ScanItem | undefined;
  if (scan?.report === 'pending') return true;
  if (!(await deleteSharedReportsOfScan(store, scanId, isTimeUp))) return false;
  if (!(await deletePartition(store, key.pk, (sk) => sk === key.sk, isTimeUp))) return false;
  if (scan === undefined) return true;
  const index = { gsi1pk: indexKeys.scansOfSite(siteId), gsi1sk: scanId };
  const tombstone = { ...key, ...index, scanId, accountId, siteId, isDeleted: true };
  if (isLast) await write(store, new DeleteCommand({ TableName: store.table, Key: key }));
  else await write(store, new PutCommand({ TableName: store.table, Item: tombstone }));
  return true;
}
