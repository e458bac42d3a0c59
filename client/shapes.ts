import type { ApiResponse, WithHeaders } from '@oazapfts/runtime';
import type { PolledScan } from './client.ts';
import { ConnectionError } from './errors.ts';
import type { Report, ReportLink, RuleSets, Scan, Site } from './generated/types.ts';
import { parseRetryAfter } from './retry-after.ts';

/**
 * What is done with an answer relies on few of its members. Each check gives the answer back when it has them, and
 * throws ConnectionError when it has not: what answered is then not the service.
 */

export function checkList<List extends { items: readonly unknown[]; nextCursor: string | null }>(
  apiUrl: string,
  list: List,
): List {
  return checked(apiUrl, list, Array.isArray(list.items) && isTextOrNull(list.nextCursor));
}

export function checkSite(apiUrl: string, site: Site): Site {
  const { id, name, url, origins } = site;
  return checked(apiUrl, site, [id, name, url].every(isText) && URL.canParse(url) && Array.isArray(origins));
}

export function checkScan(apiUrl: string, scan: Scan): Scan {
  const { id, siteId, status, progress, createdAt, report } = scan;
  const isScan = [id, siteId, status, createdAt, report].every(isText) && typeof progress === 'object';
  return checked(apiUrl, scan, isScan && progress !== null);
}

export function checkRuleSets(apiUrl: string, answer: RuleSets): RuleSets {
  return checked(apiUrl, answer, Array.isArray(answer.items));
}

export function checkReportLink(apiUrl: string, link: ReportLink): ReportLink {
  return checked(apiUrl, link, isText(link.url));
}

/** In: the report as it was fetched. */
export function checkReport(apiUrl: string, text: string): Report {
  let report: Report;
  try {
    report = JSON.parse(text);
  } catch {
    throw new ConnectionError(
      'cut-off',
      `The report that ${new URL(apiUrl).origin} linked to is not whole. Try again; if it stays so, something on the way changes answers.`,
    );
  }
  return checked(apiUrl, report, isText(report?.schemaVersion));
}

function checked<Answer>(apiUrl: string, answer: Answer, isRight: boolean): Answer {
  if (isRight) return answer;
  throw new ConnectionError(
    'not-the-api',
    `${apiUrl} answered with JSON that is not the service's. Check the URL of the API, which ends in /v1.`,
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

/**
 * An answer that shows a scan, and when to ask again.
 * @throws ConnectionError if it shows none
 */
export function toPolledScan(apiUrl: string, { data, headers }: WithHeaders<ApiResponse>): PolledScan {
  return { scan: checkScan(apiUrl, data), retryAfterMs: parseRetryAfter(headers) };
}
