import type { CrawlRules } from '../crawl/candidates.ts';
import { ChoiceBudgetError } from '../crawl/choice-budget.ts';
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

/** Maximum number of not attempted pages that are listed; all are counted. */
export const NOT_ATTEMPTED_LISTED_MAX = 500;

/** How the pages of a scan were found. */
export interface CrawlRecord {
  /** The origin of the same site that the start URL moved to; null when it did not. */
  adoptedOrigin: string | null;
  /** Which parts of the site's robots.txt and sitemaps could not be read, one sentence each. */
  notes: readonly string[];
  /** Pages that were found and are not part of the scan, in report order. */
  notAttempted: readonly NotAttemptedPage[];
  /** The id of the first page that links to a page, by the id of that page. */
  foundOn: ReadonlyMap<string, string>;
}

/** Returns the section of the report on how pages were found, and on pages that were not attempted. */
export function buildReportCrawl({ adoptedOrigin, notes, notAttempted }: CrawlRecord): Report['crawl'] {
  const byReason: Partial<Record<NotAttemptedReason, number>> = Object.create(null);
  for (const reason of Object.keys(notAttemptedReasons) as NotAttemptedReason[]) {
    const count = notAttempted.filter((page) => page.reason === reason).length;
    if (count > 0) byReason[reason] = count;
  }
  return {
    adoptedOrigin,
    notes: [...notes],
    notAttempted: {
      count: notAttempted.length,
      byReason,
      pages: notAttempted
        .slice(0, NOT_ATTEMPTED_LISTED_MAX)
        .map(({ url, reason }) => ({ url: redactQueries(url), reason })),
    },
  };
}

const MANY_NOTE = 'Very many pages were found. Only the first ones that were not attempted are counted.';

const EXPENSIVE_NOTE =
  'The pages that were found and not attempted are not listed, because their addresses are very long or too many.';

function describeIgnoredLinks(cut: number): string {
  return `Links not followed: ${cut}. At most ${LINKS_PER_PAGE_MAX} links of each page are followed, and no link whose address is very long or contains a credential of the site.`;
}

/**
 * Returns how the pages of a scan were found, and which were not attempted.
 * @param pages the whole frontier, in any order
 * @param discovery robots.txt and sitemaps of the site
 * @param links links of all its pages, in any order
 * @param rules the crawl rules after all pages have ended
 * @param cut whether the scan ended before all pages were processed
 */
export async function buildCrawlRecord(
  pages: readonly FrontierPage[],
  discovery: SiteDiscovery,
  links: Iterable<LinksOfPage> | AsyncIterable<LinksOfPage>,
  rules: CrawlRules,
  cut: boolean,
): Promise<CrawlRecord> {
  try {
    return await readCrawlRecord(pages, discovery, links, rules, cut);
  } catch (error) {
    if (!(error instanceof ChoiceBudgetError)) throw error;
    const notes = [...discovery.notes, EXPENSIVE_NOTE];
    return { adoptedOrigin: getAdoptedOrigin(pages) ?? null, notes, notAttempted: [], foundOn: new Map() };
  }
}

async function readCrawlRecord(
  ...[pages, discovery, links, rules, cut]: Parameters<typeof buildCrawlRecord>
): Promise<CrawlRecord> {
  const found = new FoundPages(rules.origin, rules.settings, undefined, rules.budget);
  for (const url of discovery.sitemapUrls) found.add({ url, risky: false });
  const linking = new LinkingPages(pages, rules.origin, rules.settings);
  let ignoredLinks = 0;
  for await (const each of links) {
    found.addLinks(each);
    linking.add(each);
    ignoredLinks += each.cut;
  }
  return {
    adoptedOrigin: getAdoptedOrigin(pages) ?? null,
    notes: [
      ...discovery.notes,
      ...(ignoredLinks > 0 ? [describeIgnoredLinks(ignoredLinks)] : []),
      ...(found.cut ? [MANY_NOTE] : []),
    ],
    notAttempted: await listNotAttemptedPages(pages, found.list(), rules, cut),
    foundOn: linking.result(),
  };
}
