import type { TrackedScan } from '../scans/tracked-scan.ts';
import { deferPage, endPage, type PageChange, type PageEnd, type TrackedPage } from './tracked-page.ts';

/** Times that a page is deferred; then it ends as the server answered. */
export const DEFERRALS_MAX = 3;

/**
 * Deferrals of a scan's pages in a row, without a page scanned in between, after which all its open pages end: a host
 * that defers everything must not hold a scan, and slots, for hours.
 */
export const CONSECUTIVE_DEFERRALS_MAX = 12;

/** The longest pause that a host is granted, in seconds: SQS cannot hold a message back for longer. */
export const PAUSE_MAX_SECONDS = 900;

/** The answer of a host that asks for a pause. */
export interface DeferralRequest {
  retryAfterSeconds: number;
  attempt: number;
  /** How the page ends if it is deferred no more. */
  end: Pick<PageEnd, 'outcome' | 'detail'>;
}

/** Returns for how many seconds a host is left alone that asks for a pause. */
export function getPauseSeconds({ retryAfterSeconds }: Pick<DeferralRequest, 'retryAfterSeconds'>): number {
  return Math.min(retryAfterSeconds, PAUSE_MAX_SECONDS);
}

/** Defers a page while that is not too often or for too long, else ends it. */
export function deferOrEnd(
  page: TrackedPage,
  { retryAfterSeconds, attempt, end }: DeferralRequest,
): PageChange | undefined {
  const isDeferred = (page.deferrals ?? 0) < DEFERRALS_MAX && retryAfterSeconds <= PAUSE_MAX_SECONDS;
  return isDeferred ? deferPage(page, attempt) : endPage(page, { ...end, attempt });
}

/** Deferrals in a row, and how many pages were scanned when the row began. */
export type DeferralStreak = Required<Pick<TrackedScan, 'deferralsInVain' | 'deferralsSince'>>;

/** Returns the row of deferrals with one more; a page that was scanned in between begins a new row. */
export function addDeferral({
  deferralsInVain = 0,
  deferralsSince,
  pagesScanned,
}: Pick<TrackedScan, 'deferralsInVain' | 'deferralsSince' | 'pagesScanned'>): DeferralStreak {
  const continues = deferralsSince === pagesScanned;
  return { deferralsInVain: continues ? deferralsInVain + 1 : 1, deferralsSince: pagesScanned };
}

/** Whether a host defers everything, so that all open pages of the scan end. */
export function isDeferralLimitReached({ deferralsInVain }: DeferralStreak): boolean {
  return deferralsInVain > CONSECUTIVE_DEFERRALS_MAX;
}
