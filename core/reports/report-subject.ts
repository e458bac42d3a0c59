import type { ComparisonTarget } from '../comparison/reference.ts';
import type { SiteState } from '../comparison/site-state.ts';
import type { Decision } from '../decisions/decision.ts';
import type { HistoryScan, SiteHistory } from '../history/site-history.ts';
import type { Suppression } from '../suppressions/suppression.ts';
import type { CrawlRecord } from './crawl.ts';
import type { EarlierPictures } from './finding-pictures.ts';
import type { ScanSubject } from './report-head.ts';

/** The input of the comparison with the baseline. */
export interface ReportComparisonInput extends ComparisonTarget {
  /** The state of the baseline; null if there is no baseline. */
  state: SiteState | null;
  /** The state that is carried over for pages that this scan does not reach; null if no such state exists. */
  carried: SiteState | null;
  /** Returns `markups` of a stored page result; null if the object no longer exists. */
  readMarkups(resultKey: string): Promise<string | null>;
  /** Absent if pictures of earlier scans are not available. */
  earlierPictures?: EarlierPictures;
  /** Absent if the history begins with this scan. */
  history?: HistorySource;
}

/** What the history of a scan continues. */
export interface HistorySource {
  /** Returns the history that the scan continues; null if it does not exist. */
  readPrevious(): Promise<SiteHistory | null>;
  /** The scan that stored the state that is carried over; null if no such state exists. */
  carriedScan: HistoryScan | null;
}

/** Returns the input of a scan without a baseline. @param whyNone for people */
export function createEmptyComparison(comparableKey: string, whyNone: string): ReportComparisonInput {
  const readMarkups = async () => null;
  return { baseline: null, whyNone, comparableKey, state: null, carried: null, readMarkups };
}

/** Everything that a report is built from except its pages. */
export interface ReportSubject extends ScanSubject {
  crawl: CrawlRecord;
  /** How many pages at the beginning of the report are the start URL and the listed pages. */
  givenPages: number;
  comparison: ReportComparisonInput;
  /** All suppressions of the site, including expired ones. */
  suppressions: readonly Suppression[];
  /** All decisions of the site. */
  decisions: readonly Decision[];
}

/**
 * Returns when the scan ended, RFC 3339. This time decides which suppressions have expired, regardless of when the
 * report is built.
 */
export function getScanEndTime({ scan }: ReportSubject): string {
  return scan.finishedAt ?? scan.createdAt;
}

/** True if `#/…` and `#!/…` identify separate pages. */
export function hasHashRoutes({ settings }: ReportSubject): boolean {
  return settings.crawl.hashRoutes;
}
