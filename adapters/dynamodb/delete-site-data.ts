import { deleteMessagesOf } from './delete-messages.ts';
import { deletePartition } from './delete-partition.ts';
import { buildSitePartitionKey } from './item-keys.ts';
import type { Store } from './store.ts';

/**
 * Deletes the data stored for a deleted site, except the site itself and its scans: suppressions, trend points,
 * baseline lines, the latest scans, and what was reported
 * of the site or would have been reported. Repeated calls are safe.
 * @returns false if time was up before everything was deleted
 */
export async function deleteSiteData(
  store: Store,
  siteId: string,
  isTimeUp: () => boolean = () => false,
): Promise<boolean> {
  const isDone = await deletePartition(store, buildSitePartitionKey(siteId), () => false, isTimeUp);
  return isDone && (await deleteMessagesOf(store, siteId, isTimeUp));
}
