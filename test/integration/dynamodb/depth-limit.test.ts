import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPages, endPage, readPages } from '../../../adapters/dynamodb/frontier.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import type { ScanItem } from '../../../adapters/dynamodb/scan-item.ts';
import { markPlanned } from '../../../adapters/dynamodb/scan-progress.ts';
import { readScanItem, triggerScan } from '../../../adapters/dynamodb/scans.ts';
import { DEPTH_LIMIT } from '../../../core/crawl/crawl-settings.ts';
import { pageIdOf } from '../../../core/scans/page-id.ts';
import { startOf } from '../../../core/scans/resolve-settings.ts';
import { openNextDepth } from '../../../functions/pipeline/open-depth.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());

/** A planned scan without `maxDepth`, of one page so many links away, which has ended and links to another. */
async function scanAt(depth: number): Promise<ScanItem> {
  const { store } = tables;
  const { site, by, keyId } = await makeSite(store, []);
  const scan = makeScan(site, keyId);
  const start = startOf(site, scan.config);
  expect(start.settings.crawl.maxDepth).toBeNull();
  await triggerScan(store, { scan, start, limits: wideLimits, by, now: new Date() });
  const pageId = await pageIdOf(site.url, start.settings.crawl);
  const at = { scanId: scan.scanId, pageId, url: site.url, depth, position: 0 };
  const openPage = { ...at, state: 'open', attempts: 0, sends: 0 } as const;
  await addPages(store, scan.scanId, [openPage]);
  await markPlanned(store, scan.scanId);
  const links = { urls: [new URL('/further', site.url).href], risky: [], cut: 0 };
  await endPage(store, scan.scanId, pageId, { outcome: 'scanned', detail: 'x', attempt: 1, links });
  await store.db.send(
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.scan(scan.scanId),
      UpdateExpression: 'SET #depth = :depth',
      ExpressionAttributeNames: { '#depth': 'depth' },
      ExpressionAttributeValues: { ':depth': depth },
    }),
  );
  const item = await readScanItem(store, scan.scanId);
  if (item === undefined) throw new Error('the scan was not stored');
  return item;
}

it.each([
  [DEPTH_LIMIT - 1, true],
  [DEPTH_LIMIT, false],
])('links of a page %i links away are followed without maxDepth: %s', async (depth, followed) => {
  const scan = await scanAt(depth);
  expect(await openNextDepth(tables.store, scan)).toBe(followed);
  const pages = await readPages(tables.store, scan.scanId);
  expect(pages.map((page) => page.depth).sort((a, b) => a - b)).toEqual(
    followed ? [depth, depth + 1] : [depth],
  );
});
