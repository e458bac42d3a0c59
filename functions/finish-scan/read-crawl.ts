import { readLinks } from '../../adapters/dynamodb/links.ts';
import { readSiteReading } from '../../adapters/dynamodb/site-readings.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { nothingRead } from '../../core/crawl/site-reading.ts';
import type { CrawlRecord } from '../../core/reports/crawl.ts';
import { crawlRecord } from '../../core/reports/crawl-record.ts';
import type { FrontierPage, Scan } from '../../core/scans/scan.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { crawlRules } from '../../scanner/site/crawl-rules.ts';

/** How the pages of a scan were found, and which were left out. */
export async function readCrawl(
  store: Store,
  { scanId, status }: Scan,
  start: ScanStart,
  pages: readonly FrontierPage[],
): Promise<CrawlRecord> {
  const reading = (await readSiteReading(store, scanId)) ?? nothingRead;
  const rules = crawlRules(start, reading, pages);
  return crawlRecord(pages, reading, readLinks(store, scanId), rules, status !== 'completed');
}
