import { chooseFirstPages } from '../../core/crawl/choose-pages.ts';
import { type CrawlState, choosePagesAtDepth } from '../../core/crawl/next-depth.ts';
import type { SiteDiscovery } from '../../core/crawl/site-discovery.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { buildCrawlRules } from '../../scanner/site/discover-site.ts';
import type { Frontier } from './frontier.ts';
import type { ResultStore } from './result-store.ts';

/** Dependencies and parameters of a crawl. */
interface Crawl {
  scanId: string;
  start: ScanStart;
  /** The discovered robots.txt and sitemap. */
  discovery: SiteDiscovery;
  frontier: Frontier;
  /** See `CrawlState.judgedBefore`. */
  judgedBefore: readonly string[];
  store: ResultStore;
  /** Scans the open pages of the frontier until each has its outcome. */
  scanOpen(): Promise<void>;
}

/** Scans the first pages, then the linked pages of each depth. Chooses pages as the service does. */
export async function crawl(given: Crawl): Promise<void> {
  const { scanId, start, discovery, frontier, store, judgedBefore, scanOpen } = given;
  const { startUrls } = start;
  frontier.add(
    await chooseFirstPages(scanId, startUrls, discovery.sitemapUrls, buildCrawlRules(start, discovery, [])),
  );
  const state: CrawlState = {
    scanId,
    start,
    readSiteDiscovery: async () => discovery,
    pages: async () => frontier.pages,
    links: (depth) => store.links(depth),
    judgedBefore: async () => judgedBefore,
    rules: buildCrawlRules,
  };
  for (let depth = 0; frontier.nextStep !== 'request-report'; ) {
    if (frontier.nextStep === 'dispatch-pages') await scanOpen();
    else {
      depth += 1;
      const pages = await choosePagesAtDepth(depth, state);
      if (pages.length === 0) frontier.finish(new Date());
      frontier.add(pages);
    }
  }
}
