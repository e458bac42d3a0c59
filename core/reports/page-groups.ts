import { buildPageIdentity } from '../findings/page-identity.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import { isScanned, type PageOutcome } from '../scans/page-outcome.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { comparePagePositions } from './pages.ts';

/**
 * Maximum number of pages whose results are in memory together. Usually few addresses lead to one page, unless a site
 * does so on purpose.
 */
export const GROUP_PAGES_MAX = 4;

/** The members of a page that grouping needs. */
interface Address {
  outcome?: PageOutcome | undefined;
}

/** The addresses of a scan that have one page identity, also across scans. */
export interface PageGroup<Page extends Address = FrontierPage> {
  /** See `buildPageIdentity`; null for addresses beyond the number that is compared. */
  identity: string | null;
  /** In the order of the report. */
  pages: readonly Page[];
  /** The pages that are compared: all but those that only redirect to another. */
  compared: readonly Page[];
  /** Whether there are more pages with the same identity. */
  cut: boolean;
}

/** Returns the pages of a scan in groups: with duplicates flagged, in the order of the report, by identity. */
export function buildPageGroups(
  pages: readonly FrontierPage[],
  home: readonly string[],
  hashRoutes: boolean,
): PageGroup[] {
  const inOrder = flagDuplicates(pages).sort(comparePagePositions);
  return groupByIdentity(inOrder, ({ url }) => buildPageIdentity(url, home, hashRoutes));
}

/** Groups pages whose duplicates are flagged. @param inOrder in the order of the report */
export function groupByIdentity<Page extends Address>(
  inOrder: readonly Page[],
  identityOf: (page: Page) => string,
): PageGroup<Page>[] {
  return [...Map.groupBy(inOrder, identityOf)].flatMap(([identity, ofOne]) => {
    const first = ofOne.slice(0, GROUP_PAGES_MAX);
    const others = ofOne.slice(GROUP_PAGES_MAX);
    return [
      { identity, pages: first, compared: excludeRedirected(first), cut: others.length > 0 },
      ...others.map((page) => ({ identity: null, pages: [page], compared: [], cut: false })),
    ];
  });
}

/** Removes pages that only redirect, unless there are no others: a redirect shows nothing of the page. */
function excludeRedirected<Page extends Address>(pages: readonly Page[]): readonly Page[] {
  const own = pages.filter(({ outcome }) => outcome !== 'duplicate-redirect');
  return own.length > 0 ? own : pages;
}

/**
 * Returns the pages with duplicates flagged. Of the scanned pages whose redirects led to the same page only one counts:
 * the one with that address, or the first. This is decided after all pages have ended, so that it does not depend on
 * which ended first.
 */
function flagDuplicates(pages: readonly FrontierPage[]): FrontierPage[] {
  const scanned = pages.filter(({ outcome }) => outcome !== undefined && isScanned(outcome));
  const counted = new Map<string, FrontierPage>();
  for (const page of scanned.toSorted(comparePagePositions)) {
    const target = page.movedTo?.pageId ?? page.pageId;
    if (!counted.has(target) || target === page.pageId) counted.set(target, page);
  }
  const countedPages = new Set(counted.values());
  return pages.map((page) => {
    if (page.outcome === undefined || !isScanned(page.outcome) || countedPages.has(page)) return page;
    const other = counted.get(page.movedTo?.pageId ?? page.pageId);
    const address = redactQueries(other?.url ?? '');
    const detail = `The page redirected to the same page as ${address}, which this scan already covers.`;
    return { ...page, outcome: 'duplicate-redirect', detail };
  });
}
