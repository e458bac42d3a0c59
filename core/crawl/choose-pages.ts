import { computePageId } from '../scans/page-id.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { type CrawlRules, createExclusionCheck, listCandidates } from './candidates.ts';
import type { CrawlSettings } from './crawl-settings.ts';
import type { FoundAddress } from './found-pages.ts';
import { type NotAttemptedReason, notAttemptedReasons } from './not-attempted.ts';

/** Whether the links of pages name further pages. */
export function shouldFollowLinks({ crawl }: CrawlSettings): boolean {
  return crawl === 'links' || crawl === 'both';
}

/** Whether the site's sitemaps name further pages. */
export function shouldReadSitemap({ crawl }: CrawlSettings): boolean {
  return crawl === 'sitemap' || crawl === 'both';
}

/**
 * The pages that a scan begins with, each once: the start URL and the listed pages in their order, then those of
 * the sitemaps if there is room for all of them. Else these are chosen among the links of the first pages, for a
 * site's main pages are seldom the first of a long sitemap; where links are not followed, the first ones are taken.
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
 * The pages of one depth: those that the pages of the depth above link to, while there is room. It depends on what
 * those pages link to, never on who answered first, so that two scans of the same site cover the same pages.
 * @param known the pages of all lesser depths, each with where it was in the end
 * @param found the links of the pages of the depth above
 */
export async function chooseNextPages(
  scanId: string,
  depth: number,
  known: readonly FrontierPage[],
  found: Iterable<FoundAddress>,
  rules: CrawlRules,
): Promise<FrontierPage[]> {
  const taken = new Map(known.map((page) => [page.pageId, page]));
  for (const page of known) if (page.movedTo) taken.set(page.movedTo.pageId, page);
  const chosen = await chooseCandidates(scanId, found, rules, taken, rules.settings.maxPages - known.length);
  return chosen.map((page, position) => ({ ...page, depth, position }));
}

/** The first pages in the order of their addresses that are not taken and may be chosen, at most `limit`. */
async function chooseCandidates(
  scanId: string,
  found: Iterable<FoundAddress>,
  rules: CrawlRules,
  taken: ReadonlyMap<string, FrontierPage>,
  limit: number,
): Promise<FrontierPage[]> {
  const chosen: FrontierPage[] = [];
  const reasonOf = createExclusionCheck(rules);
  for (const candidate of listCandidates(found, rules)) {
    // Judged one by one, for robots.txt and patterns may be long, and only until there is no more room.
    if (chosen.length >= limit) break;
    if (reasonOf(candidate) !== undefined) continue;
    const { url } = candidate;
    const pageId = await computePageId(url, rules.settings);
    if (!taken.has(pageId)) chosen.push(createOpenPage({ scanId, pageId, url, depth: 0, position: 0 }));
  }
  return chosen;
}

function createOpenPage(
  page: Pick<FrontierPage, 'scanId' | 'pageId' | 'url' | 'depth' | 'position'>,
): FrontierPage {
  return { ...page, state: 'open', attempts: 0, sends: 0 };
}

/** A found page that is not part of the scan. */
export interface NotAttemptedPage {
  url: string;
  reason: NotAttemptedReason;
}

/**
 * The pages that were found and are not part of the scan, with the reason, by reason and then in the order in which
 * pages are chosen.
 * @param known every page of the scan
 * @param cancelled whether the scan ended before it came to all its pages
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

/** Page ids that are made at a time. */
const HASHED_AT_ONCE = 1_000;
