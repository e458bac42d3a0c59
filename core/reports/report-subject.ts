import type { ComparisonTarget } from '../comparison/reference.ts';
import type { SiteState } from '../comparison/site-state.ts';
import type { Suppression } from '../suppressions/suppression.ts';
import type { CrawlRecord } from './crawl.ts';
import type { EarlierPictures } from './finding-pictures.ts';
import type { ScanSubject } from './report-head.ts';

/** What a scan is compared with. */
export interface ReportComparisonInput extends ComparisonTarget {
  /** The state that the baseline left; null if there is no baseline. */
  state: SiteState | null;
  /** The state that is carried on for pages that this scan does not reach; null for none. */
  carried: SiteState | null;
  /** `markups` of the page result that an object holds; null if it no longer exists. */
  readMarkups(resultKey: string): Promise<string | null>;
  /** Absent if no pictures of earlier scans are kept. */
  earlierPictures?: EarlierPictures;
}

/** Returns the input for a scan that is compared with none. @param whyNone for people */
export function createEmptyComparison(comparableKey: string, whyNone: string): ReportComparisonInput {
  const readMarkups = async () => null;
  return { baseline: null, whyNone, comparableKey, state: null, carried: null, readMarkups };
}

/** Everything that a report is built from except its pages. */
export interface ReportSubject extends ScanSubject {
  crawl: CrawlRecord;
  /** How many of the first pages of the report are the start URL and the listed pages. */
  givenPages: number;
  comparison: ReportComparisonInput;
  /** Those of the site, expired ones included. */
  suppressions: readonly Suppression[];
}

/** Returns when the scan ended, RFC 3339. It decides which suppressions have expired, whenever the report is built. */
export function getScanEndTime({ scan }: ReportSubject): string {
  return scan.finishedAt ?? scan.createdAt;
}

/** Returns whether `#/…` and `#!/…` name pages of their own. */
export function hasHashRoutes({ settings }: ReportSubject): boolean {
  return settings.crawl.hashRoutes;
}
