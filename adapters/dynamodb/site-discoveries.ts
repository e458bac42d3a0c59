import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SiteDiscovery } from '../../core/crawl/site-discovery.ts';
import { itemKeys } from './item-keys.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import { writeIf } from './write.ts';

/** Keeps what a site said of itself when a scan began, once: a plan that is made twice must give the same pages. */
export async function saveSiteDiscovery(store: Store, scanId: string, reading: SiteDiscovery): Promise<void> {
  await writeIf(
    store,
    new PutCommand({
      TableName: store.table,
      Item: { ...itemKeys.siteReading(scanId), packed: deflateRawSync(JSON.stringify(reading)) },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/** What a site said of itself when a scan began; undefined when it was not asked yet. */
export async function readSiteDiscovery(store: Store, scanId: string): Promise<SiteDiscovery | undefined> {
  const item = await readItem(store, itemKeys.siteReading(scanId));
  return item && (JSON.parse(inflateRawSync(item.packed).toString()) as SiteDiscovery);
}
