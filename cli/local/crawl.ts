import { chooseFirstPages } from '../../core/crawl/choose-pages.ts';
import { type CrawlState, choosePagesAtDepth } from '../../core/crawl/next-depth.ts';
import type { SiteDiscovery } from '../../core/crawl/site-discovery.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { buildCrawlRules } from '../../scanner/site/discover-site.ts';
import type { Frontier } from './frontier.ts';
import type { ResultStore } from './result-store.ts';

/** A scan's pages as they become known. */
interface Crawl {
  scanId: string;
  start: ScanStart;
  /** What the site said of its pages. */
  reading: SiteDiscovery;
  frontier: Frontier;
  kept: ResultStore;
  /** Scans the open pages of the frontier; they all have their outcome then. */
  scanOpen(): Promise<void>;
}

/** Scans the first pages, then depth by depth those that they link to, chosen as the service chooses them. */
export async function crawl({ scanId, start, reading, frontier, kept, scanOpen }: Crawl): Promise<void> {
  const { startUrls } = start;
  frontier.add(
    await chooseFirstPages(scanId, startUrls, reading.sitemapUrls, buildCrawlRules(start, reading, [])),
  );
  const state: CrawlState = {
    scanId,
    start,
    readSiteDiscovery: async () => reading,
    pages: async () => frontier.pages,
    links: (depth) => kept.links(depth),
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
