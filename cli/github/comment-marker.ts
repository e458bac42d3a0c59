import { createIdSchema } from '../../core/ids.ts';
import type { ScanDecision } from './decide-scan.ts';
import type { Inputs } from './inputs.ts';
import type { ScanResult } from './result.ts';

/** What the Markdown form of a report begins with: one for each site. */
const FORM_MARK = /^<!-- a11y-scan-report ([\w-]+) -->/;
/** Stands in the place of the site in the mark of every local scan. */
const LOCAL = 'local';
const siteIdSchema = createIdSchema('site');

/** The mark of the Markdown form of a report; undefined where it has none. */
export function findReportMarker(markdown: string): string | undefined {
  return FORM_MARK.exec(markdown)?.[0];
}

/** The mark of a comment. @param key tells several scans of one site from each other; empty for none */
export function buildCommentMarker(formMark: string, key: string): string {
  return `${keyMark(key)}${formMark}`;
}

/**
 * The mark that a comment begins with.
 * @param site as `getMarkerSite` knows it
 * @returns undefined where it is none, or of another scan
 */
export function findCommentMarker(text: string, key: string, site: string | null): string | undefined {
  const before = keyMark(key);
  const [formMark, marked] = text.startsWith(before) ? (FORM_MARK.exec(text.slice(before.length)) ?? []) : [];
  if (formMark === undefined) return undefined;
  const isMeant = site === null ? marked !== LOCAL : marked === site;
  return isMeant ? buildCommentMarker(formMark, key) : undefined;
}

/**
 * What the mark of a scan without a report would name: of a local scan that it is one; else the site that the result
 * or the input tells by its id.
 * @returns null for some site of the service: a URL says nothing of its id, and flags and files may name another
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

function keyMark(key: string): string {
  return key === '' ? '' : `<!-- a11y-scan-comment ${key} -->`;
}
