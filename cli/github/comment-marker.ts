import { createIdSchema } from '../../core/ids.ts';
import type { ScanDecision } from './decide-scan.ts';
import type { Inputs } from './inputs.ts';
import type { ScanResult } from './result.ts';

/** Matches the marker at the beginning of a Markdown report. It contains the site. */
const REPORT_MARKER = /^<!-- a11y-scan-report ([\w-]+) -->/;
/** Replaces the site in the marker of every local scan. */
const LOCAL = 'local';
const siteIdSchema = createIdSchema('site');

/** Returns the marker of a Markdown report; undefined if it has none. */
export function findReportMarker(markdown: string): string | undefined {
  return REPORT_MARKER.exec(markdown)?.[0];
}

/** Returns the marker of a comment. @param key distinguishes several scans of one site; empty for none */
export function buildCommentMarker(reportMarker: string, key: string): string {
  return `${buildKeyMarker(key)}${reportMarker}`;
}

/**
 * Returns the marker at the beginning of a comment.
 * @param site from `getMarkerSite`
 * @returns undefined if the comment has none, or that of another scan
 */
export function findCommentMarker(text: string, key: string, site: string | null): string | undefined {
  const keyMarker = buildKeyMarker(key);
  const [reportMarker, foundSite] = text.startsWith(keyMarker)
    ? (REPORT_MARKER.exec(text.slice(keyMarker.length)) ?? [])
    : [];
  if (reportMarker === undefined) return undefined;
  const isSameSite = site === null ? foundSite !== LOCAL : foundSite === site;
  return isSameSite ? buildCommentMarker(reportMarker, key) : undefined;
}

/**
 * Returns the site in the marker of a scan without a report: the constant of local scans; otherwise the site id of the
 * result or of the input.
 * @returns null if the id is unknown: a URL does not contain it, and flags and files may set another site
 */
export function getMarkerSite(
  { kind }: ScanDecision,
  { site, args }: Pick<Inputs, 'site' | 'args'>,
  { siteId }: Pick<ScanResult, 'siteId'>,
): string | null {
  if (kind === 'local') return LOCAL;
  if (siteId !== null) return siteId;
  const isNamedElsewhere = args.some((word) => /^--site(=|$)/.test(word));
  return !isNamedElsewhere && siteIdSchema.safeParse(site).success ? site : null;
}

function buildKeyMarker(key: string): string {
  return key === '' ? '' : `<!-- a11y-scan-comment ${key} -->`;
}
