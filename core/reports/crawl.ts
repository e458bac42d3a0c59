import type { LeftOut } from '../crawl/choose-pages.ts';
import { type NotAttemptedReason, notAttemptedReasons } from '../crawl/not-attempted.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import type { Report } from './report.ts';

/** Pages that were left out and are named one by one; the others are counted. */
export const LEFT_OUT_NAMED = 500;

/** How the pages of a scan were found. */
export interface CrawlRecord {
  /** The origin of the same site that the start URL moved to; null when it did not. */
  adoptedOrigin: string | null;
  /** What of the site's robots.txt and sitemaps could not be read, one sentence each. */
  notes: readonly string[];
  /** Pages that were found and are not part of the scan, in the order in which they are told. */
  leftOut: readonly LeftOut[];
  /** The id of the first page that links to a page, by the id of that page. */
  foundOn: ReadonlyMap<string, string>;
}

/** Of a scan that found no further pages. */
export const noCrawl: CrawlRecord = { adoptedOrigin: null, notes: [], leftOut: [], foundOn: new Map() };

/** The report's account of how pages were found, and of those that were left out. */
export function crawlOf({ adoptedOrigin, notes, leftOut }: CrawlRecord): Report['crawl'] {
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
      pages: leftOut.slice(0, LEFT_OUT_NAMED).map(({ url, reason }) => ({ url: redactQueries(url), reason })),
    },
  };
}
