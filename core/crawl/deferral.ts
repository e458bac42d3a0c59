import type { TrackedScan } from '../scans/tracked-scan.ts';
import { deferPage, endPage, type PageChange, type PageEnd, type TrackedPage } from './tracked-page.ts';

/** Maximum number of times that a page is deferred. After that it ends with the outcome of the server's response. */
export const DEFERRALS_MAX = 3;

/**
 * Maximum number of consecutive deferrals of pages of a scan without a scanned page in between. After that all open
 * pages of the scan end, so that a host that defers everything does not occupy a scan and its slots for hours.
 */
export const CONSECUTIVE_DEFERRALS_MAX = 12;

/** The longest pause that a host can request, in seconds: the maximum delay of an SQS message. */
export const PAUSE_MAX_SECONDS = 900;

/** A response by which a host requests a pause. */
export interface DeferralRequest {
  retryAfterSeconds: number;
  attempt: number;
  /** How the page ends if it is not deferred again. */
  end: Pick<PageEnd, 'outcome' | 'detail'>;
}

/** Returns for how many seconds no page of a host that requested a pause is opened. */
export function getPauseSeconds({ retryAfterSeconds }: Pick<DeferralRequest, 'retryAfterSeconds'>): number {
  return Math.min(retryAfterSeconds, PAUSE_MAX_SECONDS);
}

/** Defers a page; ends it if it was deferred too often or if the pause is too long. */
export function deferOrEnd(
  page: TrackedPage,
  { retryAfterSeconds, attempt, end }: DeferralRequest,
): PageChange | undefined {
  const isDeferred = (page.deferrals ?? 0) < DEFERRALS_MAX && retryAfterSeconds <= PAUSE_MAX_SECONDS;
  return isDeferred ? deferPage(page, attempt) : endPage(page, { ...end, attempt });
}

/** The number of consecutive deferrals, and how many pages were scanned when the streak began. */
export type DeferralStreak = Required<Pick<TrackedScan, 'deferralsInVain' | 'deferralsSince'>>;

/** Returns the streak of deferrals with one more. A page that was scanned in between begins a new streak. */
export function addDeferral({
  deferralsInVain = 0,
  deferralsSince,
  pagesScanned,
}: Pick<TrackedScan, 'deferralsInVain' | 'deferralsSince' | 'pagesScanned'>): DeferralStreak {
  const continues = deferralsSince === pagesScanned;
  return { deferralsInVain: continues ? deferralsInVain + 1 : 1, deferralsSince: pagesScanned };
}

/** True if there were too many consecutive deferrals, so that all open pages of the scan end. */
export function isDeferralLimitReached({ deferralsInVain }: DeferralStreak): boolean {
  return deferralsInVain > CONSECUTIVE_DEFERRALS_MAX;
}
