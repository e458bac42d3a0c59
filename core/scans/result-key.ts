/** Prefix under which the Chromium function may write. */
export const RESULTS_PREFIX = 'results/';

/** Prefix of the reports. */
export const REPORTS_PREFIX = 'reports/';

/** Key of the object that holds the result of one attempt at one page. */
export function resultKey(at: {
  accountId: string;
  scanId: string;
  pageId: string;
  attempt: number;
}): string {
  return `${RESULTS_PREFIX}${at.accountId}/${at.scanId}/${at.pageId}/${at.attempt}.json`;
}

/** Key of a scan's report in one form. */
export function reportKey(at: { accountId: string; scanId: string }, form: 'json' | 'html'): string {
  return `${REPORTS_PREFIX}${at.accountId}/${at.scanId}/report.${form}`;
}
