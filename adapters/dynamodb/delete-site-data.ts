import { deletePartition } from './delete-partition.ts';
import { buildSitePartitionKey } from './item-keys.ts';
import type { Store } from './store.ts';

/**
 * Deletes the data stored for a deleted site, except the site itself and its scans: suppressions, trend points,
 * baseline lines and the latest scans. Repeated calls are safe.
 * @returns false if time was up before everything was deleted
 */
export function deleteSiteData(
  store: Store,
  siteId: string,
  isTimeUp: () => boolean = () => false,
): Promise<boolean> {
  return deletePartition(store, buildSitePartitionKey(siteId), () => false, isTimeUp);
}
