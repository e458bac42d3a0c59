import type { FrontierPage } from '../scans/scan.ts';
import type { ScanStart } from '../scans/scan-settings.ts';
import type { CrawlRules } from './candidates.ts';
import { chooseNextPages, shouldFollowLinks } from './choose-pages.ts';
import { DEPTH_LIMIT } from './crawl-settings.ts';
import type { FoundLinks } from './found-links.ts';
import { FoundPages } from './found-pages.ts';
import type { SiteDiscovery } from './site-discovery.ts';

/** The inputs for the choice of the pages of the next depth. */
export interface CrawlState {
  scanId: string;
  start: ScanStart;
  readSiteDiscovery(): Promise<SiteDiscovery>;
  /** Returns the pages of the scan so far, each with the page that it redirected to. */
  pages(): Promise<readonly FrontierPage[]>;
  /** Returns the links of the pages of a depth. */
  links(depth: number): Iterable<FoundLinks> | AsyncIterable<FoundLinks>;
  /** Returns the rules that decide which found pages belong to the scan. @param pages the pages of the scan so far */
  rules(start: ScanStart, discovery: SiteDiscovery, pages: readonly FrontierPage[]): CrawlRules;
}

/**
 * Returns the pages of a depth; an empty list if the scan has all its pages. All pages of lower depths must have ended.
 * The same links in any order give the same pages, so the call can be repeated after an interruption.
 * @param depth 1 or more
 * @throws ChoiceBudgetError
 */
export async function choosePagesAtDepth(depth: number, crawl: CrawlState): Promise<FrontierPage[]> {
  const { settings } = crawl.start;
  if (!shouldFollowLinks(settings.crawl) || depth > (settings.crawl.maxDepth ?? DEPTH_LIMIT)) return [];
  const above = (await crawl.pages()).filter((page) => page.depth < depth);
  if (above.length >= settings.crawl.maxPages) return [];
  const discovery = await crawl.readSiteDiscovery();
  const rules = crawl.rules(crawl.start, discovery, above);
  const found = new FoundPages(rules.origin, rules.settings, undefined, rules.budget);
  // The pages of a sitemap that was too long for all its pages to be first pages.
  if (depth === 1) for (const url of discovery.sitemapUrls) found.add({ url, risky: false });
  for await (const each of crawl.links(depth - 1)) found.addLinks(each);
  return chooseNextPages(crawl.scanId, depth, above, found.list(), rules);
}
