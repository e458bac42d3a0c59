import { countListed } from '../../core/reports/count-listed.ts';
import { isGateFailure } from '../../core/reports/gate-failure.ts';
import { countNewOrRegressed } from '../../core/reports/issue-groups.ts';
import { hasRuleResults } from '../../core/reports/pages.ts';
import type { IssueGroup, Report } from '../../core/reports/report.ts';
import { formatCount, formatNumber } from './words.ts';

/** Returns the number of a group's elements that count, listed or not. */
export function countGroupElements(group: IssueGroup): number {
  return countListed(group) + group.unlisted;
}

/** Returns the number of elements as text, such as `40,000 elements (200 of them listed)`. */
export function formatGroupElements(group: IssueGroup): string {
  const listed = countListed(group);
  const text = formatCount(countGroupElements(group), 'element');
  return group.unlisted === 0 ? text : `${text} (${formatNumber(listed)} of them listed)`;
}

/**
 * True if it is known on how many pages the group has elements that count. The pages of a group include those on which
 * none of its elements counts.
 */
export function isPageCountKnown(group: IssueGroup): boolean {
  return countListed(group) === group.elements || group.pageIds.length === 1;
}

/**
 * Returns on how many pages a group is, such as ` on 2 of 12 pages`; empty if that is not known.
 * @param judged number of pages on which rules have results
 */
export function formatGroupPages(group: IssueGroup, judged: number): string {
  if (!isPageCountKnown(group)) return '';
  return ` on ${formatNumber(group.pageIds.length)} of ${formatCount(judged, 'page')}`;
}

/** Returns the number of pages on which rules have results: the scanned pages, and empty pages with findings. */
export function countJudgedPages({ pages }: Pick<Report, 'pages'>): number {
  return pages.filter(hasRuleResults).length;
}

/** True if at least one finding of the group counts. */
export function isCurrent(group: IssueGroup): boolean {
  return countListed(group) > 0;
}

/** The parts of a report that the gate decision depends on. */
type GateInput = Pick<Report, 'gate' | 'scan' | 'comparison'>;

/** True if a group has findings that make the gate fail. Each is taken to have the group's impact. */
export function hasGateFailures(head: GateInput, group: IssueGroup): boolean {
  const { kind, ruleId, impact, example, byState } = group;
  const standing = byState.unchanged + byState.reclassified + byState.unknown;
  const states = [
    ...(countNewOrRegressed(group) > 0 ? ['new' as const] : []),
    ...(standing > 0 ? ['unchanged' as const] : []),
  ];
  return states.some((state) =>
    isGateFailure(head, {
      kind,
      ruleId,
      node: { ...example, impact, state, cause: null, suppressedBy: null, decision: null },
    }),
  );
}

/**
 * True if a group that is not new must be fixed now: it makes the gate fail, or there is no baseline and it may be new.
 */
export function isUrgent(head: GateInput, group: IssueGroup): boolean {
  if (head.comparison.baseline === null && group.kind === 'violation') return true;
  return hasGateFailures(head, group);
}

const claims: Partial<Record<string, string>> = { certain: 'one fix', probable: 'probably one fix' };

/** Returns how certain it is that one fix resolves the whole group; empty for a single finding. */
export function describeOneFix(group: IssueGroup): string {
  // A report may be from another version of the service, without this member or with another value.
  return countGroupElements(group) < 2 ? '' : (claims[group.oneFix ?? ''] ?? '');
}

/** Returns the same in brackets, after a space. */
export function formatOneFixAside(group: IssueGroup): string {
  const text = describeOneFix(group);
  return text === '' ? '' : ` (${text})`;
}

/** Maximum number of pages that are named besides the example's page. */
const PAGES_MAX = 3;

/**
 * Returns the first pages of a group besides its example's page, and how many more there are. URLs with the example's
 * origin are shown without it.
 * @param addresses by the page's id
 */
export function listOtherPages(
  { example, pageIds }: IssueGroup,
  addresses: ReadonlyMap<string, string>,
): { named: string[]; more: number } {
  const origin = parseOrigin(example.url);
  const others = pageIds.flatMap((id) => (id === example.pageId ? [] : (addresses.get(id) ?? [])));
  const named = others.slice(0, PAGES_MAX).map((url) => {
    const isNear = origin !== undefined && parseOrigin(url) === origin;
    return isNear ? url.slice(origin.length) || '/' : url;
  });
  return { named, more: others.length - named.length };
}

/** Returns the origin as the URL spells it; undefined if the text does not begin with an origin. */
function parseOrigin(url: string): string | undefined {
  return /^https?:\/\/[^/?#]+/i.exec(url)?.[0];
}
