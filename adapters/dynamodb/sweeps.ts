import { listDueItems } from './due-items.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { getNextSweepTime, type ScanItem } from './scan-item.ts';
import type { Store } from './store.ts';
import { updateIf } from './write.ts';

/** Returns the ids of the scans that the sweeper must check, longest waiting first. */
export async function listDueScans(store: Store, now: Date): Promise<string[]> {
  const due = await listDueItems(store, indexKeys.unsettledShards(), now);
  return due.map(({ pk }) => pk.slice(itemKeys.scan('').pk.length));
}

/**
 * Schedules the sweeper's next check of a scan.
 * @returns the scan after the change; undefined if it is settled
 */
export async function rescheduleSweep(
  store: Store,
  scanId: string,
  now: Date,
): Promise<ScanItem | undefined> {
  const swept = await updateIf(store, {
    Key: itemKeys.scan(scanId),
    UpdateExpression: 'SET gsi3sk = :due',
    ConditionExpression: 'attribute_exists(gsi3pk)',
    ExpressionAttributeValues: { ':due': getNextSweepTime(now) },
  });
  return swept as ScanItem | undefined;
}
