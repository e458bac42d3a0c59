import { readLinks } from '../../adapters/dynamodb/links.ts';
import { readSiteReading } from '../../adapters/dynamodb/site-readings.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { leftOut } from '../../core/crawl/choose-pages.ts';
import { LINKS_PER_PAGE } from '../../core/crawl/found-links.ts';
import { FoundPages } from '../../core/crawl/found-pages.ts';
import { adoptedOrigin } from '../../core/crawl/site-origin.ts';
import { nothingRead } from '../../core/crawl/site-reading.ts';
import type { CrawlRecord } from '../../core/reports/crawl.ts';
import type { FrontierPage, Scan } from '../../core/scans/scan.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { crawlRules } from '../pipeline/crawl-rules.ts';

/** How the pages of a scan were found, and which were left out. */
export async function readCrawl(
  store: Store,
  { scanId, status }: Scan,
  start: ScanStart,
  pages: readonly FrontierPage[],
): Promise<CrawlRecord> {
  const reading = (await readSiteReading(store, scanId)) ?? nothingRead;
  const rules = crawlRules(start, reading, pages);
  const found = new FoundPages(rules.origin, rules.settings);
  for (const url of reading.sitemapUrls) found.add({ url, risky: false });
  let cut = 0;
  for await (const links of readLinks(store, scanId)) {
    found.addLinks(links);
    cut += links.cut;
  }
  return {
    adoptedOrigin: adoptedOrigin(pages) ?? null,
    notes: [...reading.notes, ...(cut > 0 ? [cutNote(cut)] : []), ...(found.cut ? [manyNote] : [])],
    leftOut: await leftOut(pages, found.list(), rules, status !== 'completed'),
  };
}

const manyNote = 'So many pages were found that only the first of those left out were counted.';

function cutNote(cut: number): string {
  return `Links passed over: ${cut}. Of each page at most ${LINKS_PER_PAGE} are followed, and none whose address is very long or holds a credential of the site.`;
}
