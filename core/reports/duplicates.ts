import { redactQueries } from '../redaction/redact-queries.ts';
import { isScanned } from '../scans/page-outcome.ts';
import type { FrontierPage } from '../scans/scan.ts';
import { byPlace } from './pages.ts';

/**
 * The pages with those that turned out to be another one marked as such: of the scanned pages whose redirects led
 * to the same place only one counts, the one that is there by its own address, or the first. Decided here, when all
 * have ended, so that it does not depend on which ended first.
 */
export function markDuplicates(pages: readonly FrontierPage[]): FrontierPage[] {
  const scanned = pages.filter(({ outcome }) => outcome !== undefined && isScanned(outcome));
  const counted = new Map<string, FrontierPage>();
  for (const page of scanned.toSorted(byPlace)) {
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
