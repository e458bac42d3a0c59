import type { CrawlRules } from '../crawl/candidates.ts';
import { leftOut } from '../crawl/choose-pages.ts';
import { LINKS_PER_PAGE, type LinksOfPage } from '../crawl/found-links.ts';
import { FoundPages } from '../crawl/found-pages.ts';
import { adoptedOrigin } from '../crawl/site-origin.ts';
import type { SiteReading } from '../crawl/site-reading.ts';
import type { FrontierPage } from '../scans/scan.ts';
import type { CrawlRecord } from './crawl.ts';
import { LinkingPages } from './linking-pages.ts';

const manyNote = 'So many pages were found that only the first of those left out were counted.';

function cutNote(cut: number): string {
  return `Links passed over: ${cut}. Of each page at most ${LINKS_PER_PAGE} are followed, and none whose address is very long or holds a credential of the site.`;
}

/**
 * How the pages of a scan were found, and which were left out.
 * @param pages the whole frontier, in any order
 * @param links of all its pages, in any order
 * @param rules as they are now that all pages have ended
 * @param cut whether the scan ended before it came to all its pages
 */
export async function crawlRecord(
  pages: readonly FrontierPage[],
  reading: SiteReading,
  links: Iterable<LinksOfPage> | AsyncIterable<LinksOfPage>,
  rules: CrawlRules,
  cut: boolean,
): Promise<CrawlRecord> {
  const found = new FoundPages(rules.origin, rules.settings);
  for (const url of reading.sitemapUrls) found.add({ url, risky: false });
  const linking = new LinkingPages(pages, rules.origin, rules.settings);
  let passedOver = 0;
  for await (const each of links) {
    found.addLinks(each);
    linking.add(each);
    passedOver += each.cut;
  }
  return {
    adoptedOrigin: adoptedOrigin(pages) ?? null,
    notes: [
      ...reading.notes,
      ...(passedOver > 0 ? [cutNote(passedOver)] : []),
      ...(found.cut ? [manyNote] : []),
    ],
    leftOut: await leftOut(pages, found.list(), rules, cut),
    foundOn: linking.result(),
  };
}
