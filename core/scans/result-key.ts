import type { ReportFormat } from '../reports/report-formats.ts';
import type { Scan } from './scan.ts';

/** Prefix under which the Chromium function may write. */
const RESULTS_PREFIX = 'results/';

/** Prefix of the reports. */
const REPORTS_PREFIX = 'reports/';

/**
 * Key of the object that holds the result of one attempt at one page. An attempt may be made twice, by duplicates of
 * a message; `run` tells them apart, so that the later one does not overwrite the one that counts.
 */
export function resultKey(at: {
  accountId: string;
  scanId: string;
  pageId: string;
  attempt: number;
  run: string;
}): string {
  return `${RESULTS_PREFIX}${at.accountId}/${at.scanId}/${at.pageId}/${at.attempt}-${at.run}.json`;
}

/**
 * Key of a scan's report in one format. How the scan ended is part of it: whoever puts the report of a completed scan
 * together while it is cancelled does not overwrite the report of the cancelled one.
 */
export function reportKey(scan: Pick<Scan, 'accountId' | 'scanId' | 'status'>, format: ReportFormat): string {
  return `${REPORTS_PREFIX}${scan.accountId}/${scan.scanId}/${scan.status}.${format}`;
}
