import { computePageId } from '../scans/page-id.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { type CrawlRules, createExclusionCheck } from './candidates.ts';
import { resolveFoundUrl } from './found-pages.ts';
import { isRisky } from './risky-links.ts';

/** Pages that the compared scan judged take at most this share of the pages that listed pages leave. */
const SHARE = 2 / 3;

/** The pages that the compared scan judged. Slots are kept for them, so that new pages do not crowd them out. */
export interface Revisits {
  /** The addresses of those that this scan has not reached yet, by page id. */
  unvisited: ReadonlyMap<string, string>;
  /** How many of them may still be visited. */
  slots: number;
}

/**
 * Returns the pages to revisit.
 * @param judged path, query and fragment of the pages that the compared scan judged, in their order
 * @param given number of listed pages, with the start page
 * @param known the pages of this scan so far, each with the page that it redirected to
 */
export async function findRevisits(
  judged: readonly string[],
  given: number,
  known: readonly FrontierPage[],
  rules: CrawlRules,
): Promise<Revisits> {
  const { origin, settings } = rules;
  const reasonOf = createExclusionCheck(rules);
  const addresses = judged
    .flatMap((path) => resolveFoundUrl(origin, origin + path, settings) ?? [])
    .filter((url) => reasonOf({ url, risky: isRisky({ url, words: '', method: '' }) }) === undefined);
  const ids = await Promise.all(addresses.map((url) => computePageId(url, settings)));
  const reached = new Set(known.flatMap(({ pageId, movedTo }) => [pageId, movedTo?.pageId ?? pageId]));
  const all = new Map(ids.map((pageId, index) => [pageId, addresses[index] ?? '']));
  const unvisited = new Map([...all].filter(([pageId]) => !reached.has(pageId)));
  const allowed = Math.floor((settings.maxPages - given) * SHARE);
  const visited = known.filter(({ revisited }) => revisited).length;
  return { unvisited, slots: Math.max(0, Math.min(unvisited.size, allowed - visited)) };
}
