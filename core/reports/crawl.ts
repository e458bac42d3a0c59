import type { CrawlRules } from '../crawl/candidates.ts';
import { listNotAttemptedPages, type NotAttemptedPage } from '../crawl/choose-pages.ts';
import { LINKS_PER_PAGE_MAX, type LinksOfPage } from '../crawl/found-links.ts';
import { FoundPages } from '../crawl/found-pages.ts';
import { type NotAttemptedReason, notAttemptedReasons } from '../crawl/not-attempted.ts';
import type { SiteDiscovery } from '../crawl/site-discovery.ts';
import { getAdoptedOrigin } from '../crawl/site-origin.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { LinkingPages } from './linking-pages.ts';
import type { Report } from './report.ts';

/** Pages that were left out and are named one by one; the others are counted. */
export const NOT_ATTEMPTED_LISTED_MAX = 500;

/** How the pages of a scan were found. */
export interface CrawlRecord {
  /** The origin of the same site that the start URL moved to; null when it did not. */
  adoptedOrigin: string | null;
  /** What of the site's robots.txt and sitemaps could not be read, one sentence each. */
  notes: readonly string[];
  /** Pages that were found and are not part of the scan, in the order in which they are told. */
  leftOut: readonly NotAttemptedPage[];
  /** The id of the first page that links to a page, by the id of that page. */
  foundOn: ReadonlyMap<string, string>;
}

/** The report's account of how pages were found, and of those that were left out. */
export function buildReportCrawl({ adoptedOrigin, notes, leftOut }: CrawlRecord): Report['crawl'] {
  const byReason: Partial<Record<NotAttemptedReason, number>> = {};
  for (const reason of Object.keys(notAttemptedReasons) as NotAttemptedReason[]) {
    const count = leftOut.filter((page) => page.reason === reason).length;
    if (count > 0) byReason[reason] = count;
  }
  return {
    adoptedOrigin,
    notes: [...notes],
    notAttempted: {
      count: leftOut.length,
      byReason,
      pages: leftOut
        .slice(0, NOT_ATTEMPTED_LISTED_MAX)
        .map(({ url, reason }) => ({ url: redactQueries(url), reason })),
    },
  };
}

const MANY_NOTE = 'So many pages were found that only the first of those left out were counted.';

function cutNote(cut: number): string {
  return `Links passed over: ${cut}. Of each page at most ${LINKS_PER_PAGE_MAX} are followed, and none whose address is very long or holds a credential of the site.`;
}

/**
 * How the pages of a scan were found, and which were left out.
 * @param pages the whole frontier, in any order
 * @param links of all its pages, in any order
 * @param rules as they are now that all pages have ended
 * @param cut whether the scan ended before it came to all its pages
 */
export async function buildCrawlRecord(
  pages: readonly FrontierPage[],
  reading: SiteDiscovery,
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
    adoptedOrigin: getAdoptedOrigin(pages) ?? null,
    notes: [
      ...reading.notes,
      ...(passedOver > 0 ? [cutNote(passedOver)] : []),
      ...(found.cut ? [MANY_NOTE] : []),
    ],
    leftOut: await listNotAttemptedPages(pages, found.list(), rules, cut),
    foundOn: linking.result(),
  };
}
