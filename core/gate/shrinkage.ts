import type { PageOutcome } from '../scans/page-outcome.ts';
import type { Reason } from './gate.ts';

/** A page that the compared scan judged, as this scan found it. */
export interface EarlierPage {
  url: string;
  outcome: PageOutcome;
  /** Whether nothing leads to the page any more. */
  revisited: boolean;
}

/** A site that lost fewer pages was tidied up. */
const LOST_PAGES_MIN = 2;
const LOST_SHARE = 0.5;
const URLS_NAMED = 3;

const isGone = ({ outcome }: EarlierPage) => outcome === 'gone' || outcome === 'broken-link';
const isRedirected = ({ outcome }: EarlierPage) => outcome === 'duplicate-redirect';

/** True if a page no longer exists, redirects to another one, or is linked from nowhere. */
export function isLost(page: EarlierPage): boolean {
  return isGone(page) || isRedirected(page) || page.revisited;
}

/**
 * Returns a reason if the site has lost so many pages since the compared scan that it may not be the same site.
 * @param pages the pages that the compared scan judged and this one opened, without lost ones that are declared;
 *   empty if the scans found their pages in different ways
 */
export function listShrinkageReasons(pages: readonly EarlierPage[]): Reason[] {
  const lost = pages.filter(isLost);
  const gone = lost.filter(isGone);
  const redirected = lost.filter(isRedirected);
  const unlinked = lost.filter((page) => page.revisited && !isGone(page));
  if (lost.length < LOST_PAGES_MIN || lost.length < pages.length * LOST_SHARE) return [];
  const parts = [
    gone.length > 0 ? `${gone.length} no longer exist (404 or 410)` : '',
    redirected.length > 0 ? `${redirected.length} redirect to another page of the scan` : '',
    unlinked.length > 0 ? `nothing leads to ${unlinked.length} any more` : '',
  ].filter(Boolean);
  const more = lost.length - URLS_NAMED;
  const named = lost.slice(0, URLS_NAMED).map(({ url }) => url);
  const message = `Of ${pages.length} pages that the compared scan judged, ${parts.join(', ')}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return [{ code: 'site-shrank', result: 'inconclusive', message, count: lost.length }];
}
