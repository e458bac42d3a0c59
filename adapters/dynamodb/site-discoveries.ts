import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SiteDiscovery } from '../../core/crawl/site-discovery.ts';
import { itemKeys } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import { writeIf } from './write.ts';

/**
 * Stores the site discovery of a scan unless one is stored already: a plan that is made again must give the same pages.
 */
export async function saveSiteDiscovery(
  store: Store,
  scanId: string,
  discovery: SiteDiscovery,
): Promise<void> {
  await writeIf(
    store,
    new PutCommand({
      TableName: store.table,
      Item: { ...itemKeys.siteDiscovery(scanId), packed: deflateRawSync(JSON.stringify(discovery)) },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/** Returns the site discovery of a scan; undefined if it was not made yet. */
export async function readSiteDiscovery(store: Store, scanId: string): Promise<SiteDiscovery | undefined> {
  const item = await readItem(store, itemKeys.siteDiscovery(scanId));
  return item && (JSON.parse(inflateRawSync(item.packed).toString()) as SiteDiscovery);
}
