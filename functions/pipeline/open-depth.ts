import { addPages, readPages } from '../../adapters/dynamodb/frontier.ts';
import { readLinks } from '../../adapters/dynamodb/links.ts';
import type { ScanItem } from '../../adapters/dynamodb/scan-item.ts';
import { beginDepth, endDepth } from '../../adapters/dynamodb/scan-progress.ts';
import { readStart } from '../../adapters/dynamodb/scans.ts';
import { readSiteReading } from '../../adapters/dynamodb/site-readings.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { mayGoDeeper, pagesAtDepth } from '../../core/crawl/next-depth.ts';
import { nothingRead } from '../../core/crawl/site-reading.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import { crawlRules } from '../../scanner/site/crawl-rules.ts';

/**
 * Begins to open the pages that the pages of the present depth link to, once all of those have ended. It chooses
 * them anew when it is called again, and comes to the same, so that a crash between any two steps loses nothing.
 * @returns false when there are none to open: the scan has all its pages
 */
export async function openNextDepth(store: Store, scan: ScanItem): Promise<boolean> {
  const pages = await pagesAt(store, scan, scan.depth + 1);
  if (pages.length === 0) return false;
  await beginDepth(store, scan);
  await putPages(store, scan.scanId, scan.depth + 1, pages);
  return true;
}

/** Goes on with what `openNextDepth` began. */
export async function finishOpening(store: Store, scan: ScanItem): Promise<void> {
  await putPages(store, scan.scanId, scan.depth, await pagesAt(store, scan, scan.depth));
}

async function putPages(store: Store, scanId: string, depth: number, pages: FrontierPage[]): Promise<void> {
  await addPages(store, scanId, pages);
  await endDepth(store, scanId, depth);
  logger().info('went deeper', { depth, pages: pages.length });
}

async function pagesAt(store: Store, scan: ScanItem, depth: number): Promise<FrontierPage[]> {
  const start = await readStart(store, scan.scanId);
  const { crawl } = start.settings;
  if (!mayGoDeeper(crawl, depth, 0)) return [];
  const above = (await readPages(store, scan.scanId)).filter((page) => page.depth < depth);
  if (!mayGoDeeper(crawl, depth, above.length)) return [];
  const reading = (await readSiteReading(store, scan.scanId)) ?? nothingRead;
  const links = readLinks(store, scan.scanId, depth - 1);
  return pagesAtDepth(scan.scanId, depth, above, reading, links, crawlRules(start, reading, above));
}
