import type { FrontierPage } from '../scans/scan.ts';
import type { ScanStart } from '../scans/scan-settings.ts';
import type { CrawlRules } from './candidates.ts';
import { chooseNextPages, chooseRevisits, shouldFollowLinks } from './choose-pages.ts';
import { DEPTH_LIMIT } from './crawl-settings.ts';
import type { FoundLinks } from './found-links.ts';
import { FoundPages } from './found-pages.ts';
import { findRevisits, type Revisits } from './revisits.ts';
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
  /** Returns path, query and fragment of the pages that the compared scan judged, if it found pages in the same way. */
  judgedBefore(): Promise<readonly string[]>;
  /** Returns the rules that decide which found pages belong to the scan. @param pages the pages of the scan so far */
  rules(start: ScanStart, discovery: SiteDiscovery, pages: readonly FrontierPage[]): CrawlRules;
}

/** Depths beyond the last one, for pages that are revisited and those that they lead to. */
const REVISITING_DEPTHS = 2;

/** What the pages of a depth are chosen with. */
interface Choice {
  /** The pages of lower depths. */
  above: readonly FrontierPage[];
  discovery: SiteDiscovery;
  rules: CrawlRules;
  revisits: Revisits;
}

/**
 * Returns the pages of a depth: those that the pages above it lead to. When these lead to no more, it returns those
 * that the compared scan judged and that nothing leads to any more. Returns an empty list if the scan has all its
 * pages. All pages of lower depths must have ended. The same links in any order give the same pages, so the call can
 * be repeated after an interruption.
 * @param depth 1 or more
 * @throws ChoiceBudgetError
 */
export async function choosePagesAtDepth(depth: number, crawl: CrawlState): Promise<FrontierPage[]> {
  const { startUrls, settings } = crawl.start;
  if (settings.crawl.crawl === 'none' || depth > DEPTH_LIMIT + REVISITING_DEPTHS) return [];
  const above = (await crawl.pages()).filter((page) => page.depth < depth);
  if (above.length >= settings.crawl.maxPages) return [];
  const discovery = await crawl.readSiteDiscovery();
  const rules = crawl.rules(crawl.start, discovery, above);
  const revisits = await findRevisits(await crawl.judgedBefore(), new Set(startUrls).size, above, rules);
  const followsLinks = shouldFollowLinks(settings.crawl) && depth <= (settings.crawl.maxDepth ?? DEPTH_LIMIT);
  const linked = followsLinks
    ? await chooseLinkedPages(depth, crawl, { above, discovery, rules, revisits })
    : [];
  return linked.length > 0 ? linked : chooseRevisits(crawl.scanId, depth, above, revisits, rules.settings);
}

async function chooseLinkedPages(
  depth: number,
  crawl: CrawlState,
  { above, discovery, rules, revisits }: Choice,
): Promise<FrontierPage[]> {
  const found = new FoundPages(rules.origin, rules.settings, undefined, rules.budget);
  // The pages of a sitemap that was too long for all its pages to be first pages.
  if (depth === 1) for (const url of discovery.sitemapUrls) found.add({ url, risky: false });
  for await (const each of crawl.links(depth - 1)) found.addLinks(each);
  return chooseNextPages(crawl.scanId, depth, above, found.list(), rules, revisits);
}
