import type { Scan } from './scan.ts';
import { isFinal } from './scan.ts';

/** A scan with what the scan workflow stores beside it. */
export interface TrackedScan extends Scan {
  /** What must still end before the report can be built: the planning, while it lasts, and each page without an outcome. */
  outstanding: number;
  /** The greatest depth whose pages are in the frontier, or are being put there: see `opening`. */
  depth: number;
  /** Whether the pages of `depth` are still being put into the frontier. */
  opening: boolean;
  /** Pages that are on a scan queue or in a browser. */
  inFlight: number;
  /** Deferrals in a row, and how many pages were scanned when the row began. */
  deferralsInVain?: number;
  deferralsSince?: number;
}

/** What a scan needs next. */
export type NextStep = 'nothing' | 'finish-opening' | 'dispatch-pages' | 'open-next-depth' | 'request-report';

/**
 * Returns what a scan needs next: pages are dispatched until all have ended, then the next depth is opened, and when
 * there is none (`finishedAt`), or the scan was ended before, its report is requested.
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

/** Whether the report of a scan can be built: it is not settled, and nothing of it is outstanding. */
export function canBeSettled(scan: Pick<TrackedScan, 'status' | 'report' | 'outstanding'>): boolean {
  return scan.report === 'pending' && (isFinal(scan.status) || scan.outstanding === 0);
}

/** Counters of a scan that a change of one of its pages changes. */
export type ScanCounters = Partial<
  Record<'pagesKnown' | 'pagesDone' | 'pagesScanned' | 'outstanding' | 'inFlight', number>
>;
