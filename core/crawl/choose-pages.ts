import { computePageId } from '../scans/page-id.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { type CrawlRules, createExclusionCheck, listCandidates } from './candidates.ts';
import type { CrawlSettings } from './crawl-settings.ts';
import type { FoundAddress } from './found-pages.ts';
import { type NotAttemptedReason, notAttemptedReasons } from './not-attempted.ts';
import type { Revisits } from './revisits.ts';

/** True if the crawl adds pages from the links of pages. */
export function shouldFollowLinks({ crawl }: Pick<CrawlSettings, 'crawl'>): boolean {
  return crawl === 'links' || crawl === 'both';
}

/** True if the crawl adds pages from the sitemaps of the site. */
export function shouldReadSitemap({ crawl }: Pick<CrawlSettings, 'crawl'>): boolean {
  return crawl === 'sitemap' || crawl === 'both';
}

/**
 * Returns the first pages of a scan, each once: the start URL and the listed pages in their order, then the pages of
 * the sitemaps if `maxPages` allows all of them. If it does not, the sitemap pages are chosen later, together with the
 * links of the first pages, because the main pages of a site are seldom at the beginning of a long sitemap. If links
 * are not followed, as many sitemap pages as `maxPages` allows are used.
 */
export async function chooseFirstPages(
  scanId: string,
  startUrls: readonly string[],
  sitemap: Iterable<string>,
  rules: CrawlRules,
): Promise<FrontierPage[]> {
  const firstPages = new Map<string, FrontierPage>();
  for (const url of startUrls) {
    const pageId = await computePageId(url, rules.settings);
    if (firstPages.has(pageId)) continue;
    firstPages.set(pageId, createOpenPage({ scanId, pageId, url, depth: 0, position: firstPages.size }));
  }
  const found = Array.from(sitemap, (url) => ({ url, risky: false }));
  const remaining = Math.max(0, rules.settings.maxPages - firstPages.size);
  const sitemapPages = await chooseCandidates(scanId, found, rules, firstPages, remaining + 1);
  if (sitemapPages.length > remaining && shouldFollowLinks(rules.settings)) return [...firstPages.values()];
  const addedPages = sitemapPages
    .slice(0, remaining)
    .map((page, index) => ({ ...page, depth: 0, position: firstPages.size + index }));
  return [...firstPages.values(), ...addedPages];
}

/**
 * Returns the pages of one depth: those that the pages of the previous depth link to, up to `maxPages`. The result
 * depends on the links only, never on the order of responses, so that two scans of the same site cover the same pages.
 * @param known the pages of all previous depths, each with the page that it redirected to
 * @param found the links of the pages of the previous depth
 */
export async function chooseNextPages(
  scanId: string,
  depth: number,
  known: readonly FrontierPage[],
  found: Iterable<FoundAddress>,
  rules: CrawlRules,
  revisits: Revisits = { unvisited: new Map(), slots: 0 },
): Promise<FrontierPage[]> {
  const taken = new Map(known.map((page) => [page.pageId, page]));
  for (const page of known) if (page.movedTo) taken.set(page.movedTo.pageId, page);
  const limit = rules.settings.maxPages - known.length;
  const chosen = await chooseCandidates(scanId, found, rules, taken, limit, revisits);
  return chosen.map((page, position) => ({ ...page, depth, position }));
}

/**
 * Returns pages that the compared scan judged and that nothing leads to any more, as the last depth of a scan.
 * @param known the pages of the scan so far
 */
export function chooseRevisits(
  scanId: string,
  depth: number,
  known: readonly FrontierPage[],
  { unvisited, slots }: Revisits,
  { maxPages }: CrawlSettings,
): FrontierPage[] {
  const limit = Math.min(slots, maxPages - known.length);
  return [...unvisited].slice(0, Math.max(0, limit)).map(([pageId, url], position) => ({
    ...createOpenPage({ scanId, pageId, url, depth, position }),
    revisited: true,
  }));
}

/**
 * Returns the pages that may be chosen and are not in `taken`, in the order of their addresses, at most `limit`. The
 * slots of pages to revisit are kept for them.
 */
async function chooseCandidates(
  scanId: string,
  found: Iterable<FoundAddress>,
  rules: CrawlRules,
  taken: ReadonlyMap<string, FrontierPage>,
  limit: number,
  { unvisited, slots }: Revisits = { unvisited: new Map(), slots: 0 },
): Promise<FrontierPage[]> {
  const chosen: FrontierPage[] = [];
  let slotsLeft = Math.min(slots, limit);
  let othersLeft = limit - slotsLeft;
  let unreached = unvisited.size;
  const reasonOf = createExclusionCheck(rules);
  for (const candidate of listCandidates(found, rules)) {
    // Stop at the limit, and check only what fits, because a check is slow if robots.txt and the globs are long.
    if (othersLeft <= 0 && slotsLeft <= 0) break;
    const { url } = candidate;
    const pageId = await computePageId(url, rules.settings);
    const fits = othersLeft > 0 || unvisited.has(pageId);
    if (!fits || taken.has(pageId) || reasonOf(candidate) !== undefined) continue;
    // Slots are for pages that nothing leads to. So a repeated scan chooses the same pages.
    if (othersLeft > 0) othersLeft -= 1;
    else slotsLeft -= 1;
    if (unvisited.has(pageId)) unreached -= 1;
    const released = Math.max(0, slotsLeft - unreached);
    slotsLeft -= released;
    othersLeft += released;
    chosen.push(createOpenPage({ scanId, pageId, url, depth: 0, position: 0 }));
  }
  return chosen;
}

function createOpenPage(
  page: Pick<FrontierPage, 'scanId' | 'pageId' | 'url' | 'depth' | 'position'>,
): FrontierPage {
  return { ...page, state: 'open', attempts: 0, sends: 0 };
}

/** A page that was found and is not part of the scan. */
export interface NotAttemptedPage {
  url: string;
  reason: NotAttemptedReason;
}

/**
 * Returns the pages that were found and are not part of the scan, with the reason. They are ordered by reason, then in
 * the order in which pages are chosen.
 * @param known every page of the scan
 * @param cancelled whether the scan ended before it attempted all its pages
 */
export async function listNotAttemptedPages(
  known: readonly FrontierPage[],
  found: Iterable<FoundAddress>,
  rules: CrawlRules,
  cancelled: boolean,
): Promise<NotAttemptedPage[]> {
  const taken = new Set(
    known.flatMap(({ pageId, movedTo }) => (movedTo ? [pageId, movedTo.pageId] : [pageId])),
  );
  const full = known.length >= rules.settings.maxPages;
  const rest: NotAttemptedReason = cancelled ? 'ended' : full ? 'limit' : 'depth';
  const candidates = listCandidates(found, rules);
  const reasonOf = createExclusionCheck(rules);
  const pages: NotAttemptedPage[] = [];
  for (let at = 0; at < candidates.length; at += HASHED_AT_ONCE) {
    const part = candidates.slice(at, at + HASHED_AT_ONCE);
    const ids = await Promise.all(part.map(({ url }) => computePageId(url, rules.settings)));
    const excluded = part.filter((_, index) => !taken.has(ids[index] ?? ''));
    pages.push(...excluded.map((page) => ({ url: page.url, reason: reasonOf(page) ?? rest })));
  }
  const order = Object.keys(notAttemptedReasons);
  return pages.sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason));
}

/** Number of page ids that are computed in parallel. */
const HASHED_AT_ONCE = 1_000;
