import { buildPageIdentity } from '../findings/page-identity.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import { isScanned, type PageOutcome } from '../scans/page-outcome.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { comparePagePositions } from './pages.ts';

/** Pages whose results are held in memory together: several addresses that are one page are few unless they are made so. */
export const GROUP_PAGES_MAX = 4;

/** A page as far as it matters for putting addresses together. */
interface Address {
  outcome?: PageOutcome | undefined;
}

/** The addresses of a scan that are one page from scan to scan. */
export interface PageGroup<Page extends Address = FrontierPage> {
  /** See `buildPageIdentity`; null for addresses beyond those that are compared. */
  identity: string | null;
  /** In the order of the report. */
  pages: readonly Page[];
  /** Those of them that a comparison looks at: not those that only redirect to another. */
  compared: readonly Page[];
  /** Whether there are more of the same identity. */
  cut: boolean;
}

/** The pages of a scan as they are put together: marked as duplicates, in the order of the report, by identity. */
export function buildPageGroups(
  pages: readonly FrontierPage[],
  home: readonly string[],
  hashRoutes: boolean,
): PageGroup[] {
  const inOrder = flagDuplicates(pages).sort(comparePagePositions);
  return groupByIdentity(inOrder, ({ url }) => buildPageIdentity(url, home, hashRoutes));
}

/** Groups of pages that are marked as duplicates already. @param sortConfigMembers in the order of the report */
export function groupByIdentity<Page extends Address>(
  inOrder: readonly Page[],
  identityOf: (page: Page) => string,
): PageGroup<Page>[] {
  return [...Map.groupBy(inOrder, identityOf)].flatMap(([identity, ofOne]) => {
    const first = ofOne.slice(0, GROUP_PAGES_MAX);
    const others = ofOne.slice(GROUP_PAGES_MAX);
    return [
      { identity, pages: first, compared: withoutRedirected(first), cut: others.length > 0 },
      ...others.map((page) => ({ identity: null, pages: [page], compared: [], cut: false })),
    ];
  });
}

/** A page of the same identity that only redirects says nothing about it, unless there is no other. */
function withoutRedirected<Page extends Address>(pages: readonly Page[]): readonly Page[] {
  const own = pages.filter(({ outcome }) => outcome !== 'duplicate-redirect');
  return own.length > 0 ? own : pages;
}

/**
 * The pages with those that turned out to be another one marked as such: of the scanned pages whose redirects led
 * to the same place only one counts, the one that is there by its own address, or the first. Decided here, when all
 * have ended, so that it does not depend on which ended first.
 */
export function flagDuplicates(pages: readonly FrontierPage[]): FrontierPage[] {
  const scanned = pages.filter(({ outcome }) => outcome !== undefined && isScanned(outcome));
  const counted = new Map<string, FrontierPage>();
  for (const page of scanned.toSorted(comparePagePositions)) {
    const place = page.movedTo?.pageId ?? page.pageId;
    if (!counted.has(place) || place === page.pageId) counted.set(place, page);
  }
  const kept = new Set(counted.values());
  return pages.map((page) => {
    if (page.outcome === undefined || !isScanned(page.outcome) || kept.has(page)) return page;
    const other = counted.get(page.movedTo?.pageId ?? page.pageId);
    const address = redactQueries(other?.url ?? '');
    const detail = `The page redirected to where ${address} leads, which this scan covers already.`;
    return { ...page, outcome: 'duplicate-redirect', detail };
  });
}
