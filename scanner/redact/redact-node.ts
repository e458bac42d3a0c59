import type { Check } from '../../core/findings/check.ts';
import { type FindingNode, type Impact, impacts, type SelectorPath } from '../../core/scans/page-result.ts';
import { resultLimits, type WireNode } from '../page/in-page/wire-results.ts';
import { sanitizeText } from '../page/sanitize-text.ts';
import { redactSnippet } from './snippet.ts';

/** The members of a stored node that come from axe. */
export type RedactedNode = Pick<FindingNode, 'target' | 'html' | 'impact' | 'fix' | 'checks'>;

/** Maximum length of the id of a check in UTF-16 units. */
const CHECK_ID_MAX = 100;

/**
 * Returns what is stored of a node that axe reported: safe text within limits, redacted.
 * @param path redacts selectors
 * @param prose redacts a text
 */
export function redactNode(
  { target, html, impact, any, all, none }: WireNode,
  { path, prose }: { path(selectors: SelectorPath): SelectorPath; prose(text: string): string },
): RedactedNode {
  const datum = <T>(value: T) =>
    typeof value === 'string' ? prose(sanitizeText(value, resultLimits.datum)) : value;
  const check = ({ id, message, data }: Check): Check => ({
    id: sanitizeText(id, CHECK_ID_MAX),
    message: prose(sanitizeText(message, resultLimits.message)),
    data: data && mapValues(data, (value) => (Array.isArray(value) ? value.map(datum) : datum(value))),
  });
  const checks = { any: any.map(check), all: all.map(check), none: none.map(check) };
  return {
    target: path(target),
    html: prose(redactSnippet(sanitizeText(html, resultLimits.html))),
    impact: parseImpact(impact),
    fix: mapValues(checks, (ofKind) => ofKind.map(({ message }) => message)),
    checks,
  };
}

/** Returns an impact of axe; null if the value is not an impact. */
export function parseImpact(value: string | null): Impact | null {
  return impacts.find((impact) => impact === value) ?? null;
}

function mapValues<Name extends string, From, To>(
  members: Record<Name, From>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = Object.entries(members) as [Name, From][];
  return Object.fromEntries(entries.map(([name, value]) => [name, map(value)])) as Record<Name, To>;
}
