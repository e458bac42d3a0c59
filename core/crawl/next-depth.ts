import type { FrontierPage } from '../scans/scan.ts';
import type { CrawlRules } from './candidates.ts';
import { followsLinks, nextPages } from './choose-pages.ts';
import { type CrawlSettings, DEPTH_LIMIT } from './crawl-settings.ts';
import type { FoundLinks } from './found-links.ts';
import { FoundPages } from './found-pages.ts';
import type { SiteReading } from './site-reading.ts';

/**
 * Whether a scan may have pages of a depth at all.
 * @param depth 1 or more
 * @param above how many pages the lesser depths have
 */
export function mayGoDeeper(settings: CrawlSettings, depth: number, above: number): boolean {
  return followsLinks(settings) && depth <= (settings.maxDepth ?? DEPTH_LIMIT) && above < settings.maxPages;
}

/**
 * The pages of a depth that may be had, once all pages above it have ended; none when the scan has all its pages. The
 * same links in whatever order give the same pages.
 * @param above the pages of all lesser depths, each with where it was in the end
 * @param links of the pages one depth above
 */
export async function pagesAtDepth(
  scanId: string,
  depth: number,
  above: readonly FrontierPage[],
  { sitemapUrls }: Pick<SiteReading, 'sitemapUrls'>,
  links: Iterable<FoundLinks> | AsyncIterable<FoundLinks>,
  rules: CrawlRules,
): Promise<FrontierPage[]> {
  const found = new FoundPages(rules.origin, rules.settings);
  // Those of a sitemap that is too long for all of its pages to come first.
  if (depth === 1) for (const url of sitemapUrls) found.add({ url, risky: false });
  for await (const each of links) found.addLinks(each);
  return nextPages(scanId, depth, above, found.list(), rules);
}
