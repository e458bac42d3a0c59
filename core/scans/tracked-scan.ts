import type { FinishLease } from './finish-lease.ts';
import type { Scan } from './scan.ts';
import { isFinal } from './scan.ts';

/** A scan with the additional data of the scan workflow. */
export interface TrackedScan extends Scan {
  /**
   * How much must still end before the report can be built: the planning, while it runs, and each page without an
   * outcome.
   */
  outstanding: number;
  /** The greatest depth whose pages are in the frontier, or are being added to it: see `opening`. */
  depth: number;
  /** Whether the pages of `depth` are still being added to the frontier. */
  opening: boolean;
  /** Pages that are on a scan queue or in a browser. */
  inFlight: number;
  /** Consecutive deferrals, and how many pages were scanned when they began. */
  deferralsInVain?: number;
  deferralsSince?: number;
  /** Present while a function builds the report, and after it died. */
  finishing?: FinishLease;
}

/** What a scan needs next. */
export type NextStep = 'nothing' | 'finish-opening' | 'dispatch-pages' | 'open-next-depth' | 'request-report';

/**
 * Returns what a scan needs next. Pages are dispatched until all have ended, then the next depth is opened. If there is
 * no further depth (`finishedAt`), or the scan was ended before, its report is requested.
 */
export function getNextStep(
  scan: Pick<TrackedScan, 'status' | 'report' | 'opening' | 'outstanding' | 'finishedAt'>,
): NextStep {
  if (scan.report !== 'pending') return 'nothing';
  if (isFinal(scan.status)) return 'request-report';
  if (scan.opening) return 'finish-opening';
  if (scan.outstanding > 0) return 'dispatch-pages';
  return scan.finishedAt === undefined ? 'open-next-depth' : 'request-report';
}

/** True if the report of a scan can be built: the scan is not settled, and nothing is outstanding. */
export function canBeSettled(scan: Pick<TrackedScan, 'status' | 'report' | 'outstanding'>): boolean {
  return scan.report === 'pending' && (isFinal(scan.status) || scan.outstanding === 0);
}

/** Counters of a scan that change with one of its pages. */
export type ScanCounters = Partial<
  Record<'pagesKnown' | 'pagesDone' | 'pagesScanned' | 'outstanding' | 'inFlight', number>
>;
