import type { ApiResponse, WithHeaders } from '@oazapfts/runtime';
import type { PolledScan } from './client.ts';
import { ConnectionError } from './errors.ts';
import type { Report, ReportLink, RuleSets, Scan, Site } from './generated/types.ts';
import { parseRetryAfter } from './retry-after.ts';

/**
 * Callers use only a few members of an answer. Each check returns the answer if it has those members. Otherwise it
 * throws ConnectionError, because then something other than the service responded.
 */

export function checkList<List extends { items: readonly unknown[]; nextCursor: string | null }>(
  apiUrl: string,
  list: List,
): List {
  return requireShape(apiUrl, list, Array.isArray(list.items) && isTextOrNull(list.nextCursor));
}

export function checkSite(apiUrl: string, site: Site): Site {
  const { id, name, url, origins } = site;
  return requireShape(
    apiUrl,
    site,
    [id, name, url].every(isText) && URL.canParse(url) && Array.isArray(origins),
  );
}

export function checkScan(apiUrl: string, scan: Scan): Scan {
  const { id, siteId, status, progress, createdAt, report } = scan;
  const isScan = [id, siteId, status, createdAt, report].every(isText) && typeof progress === 'object';
  return requireShape(apiUrl, scan, isScan && progress !== null);
}

export function checkRuleSets(apiUrl: string, answer: RuleSets): RuleSets {
  return requireShape(apiUrl, answer, Array.isArray(answer.items));
}

export function checkReportLink(apiUrl: string, link: ReportLink): ReportLink {
  return requireShape(apiUrl, link, isText(link.url));
}

/** @param text the downloaded report */
export function checkReport(apiUrl: string, text: string): Report {
  let report: Report;
  try {
    report = JSON.parse(text);
  } catch {
    throw new ConnectionError(
      'cut-off',
      `The report that ${new URL(apiUrl).origin} linked to is incomplete. Try again. If it happens again, a proxy may change responses.`,
    );
  }
  return requireShape(apiUrl, report, isText(report?.schemaVersion));
}

function requireShape<Answer>(apiUrl: string, answer: Answer, isRight: boolean): Answer {
  if (isRight) return answer;
  throw new ConnectionError(
    'not-the-api',
    `${apiUrl} responded with JSON that is not from the service. Check the URL of the API, which ends in /v1.`,
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

/**
 * Returns the scan of an answer, and when to poll again.
 * @throws ConnectionError if the answer has no scan
 */
export function toPolledScan(apiUrl: string, { data, headers }: WithHeaders<ApiResponse>): PolledScan {
  return { scan: checkScan(apiUrl, data), retryAfterMs: parseRetryAfter(headers) };
}
