import { isGateFailure } from '../../core/reports/gate-failure.ts';
import { countNewOrRegressed } from '../../core/reports/issue-groups.ts';
import type { IssueGroup, Report } from '../../core/reports/report.ts';
import { formatCount, formatNumber } from './words.ts';

/** Returns the number of a group's elements that count, listed or not. */
export function countGroupElements({ elements, suppressed, unlisted }: IssueGroup): number {
  return elements - suppressed + unlisted;
}

/** Returns it as text, such as `40,000 elements (200 of them listed)`. */
export function formatGroupElements(group: IssueGroup): string {
  const listed = group.elements - group.suppressed;
  const text = formatCount(countGroupElements(group), 'element');
  return group.unlisted === 0 ? text : `${text} (${formatNumber(listed)} of them listed)`;
}

/** Whether anything of a group counts: not all of it is suppressed. */
export function isCurrent({ elements, suppressed }: IssueGroup): boolean {
  return elements > suppressed;
}

/** What the gate is decided by. */
type Decided = Pick<Report, 'gate' | 'scan' | 'comparison'>;

/** Whether a group has findings that make the gate fail; each is taken to have the group's impact. */
export function hasGateFailures(head: Decided, group: IssueGroup): boolean {
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
      node: { ...example, impact, state, cause: null, suppressedBy: null },
    }),
  );
}

/** Whether a group that is not new has to be fixed now: the gate fails by it, or nobody knows what is new. */
export function isUrgent(head: Decided, group: IssueGroup): boolean {
  if (head.comparison.baseline === null && group.kind === 'violation') return true;
  return hasGateFailures(head, group);
}

const claims: Partial<Record<string, string>> = { certain: 'one fix', probable: 'probably one fix' };

/** How sure it is that one fix removes what counts of a group; empty for a single finding. */
export function describeOneFix(group: IssueGroup): string {
  // A report may come from another version of the service, without this or with another word.
  return countGroupElements(group) < 2 ? '' : (claims[group.oneFix ?? ''] ?? '');
}

/** The same in brackets, with a space in front. */
export function formatOneFixAside(group: IssueGroup): string {
  const text = describeOneFix(group);
  return text === '' ? '' : ` (${text})`;
}

/** Pages named beside that of the example. */
const PAGES_MAX = 3;

/**
 * The first pages of a group beside that of its example, without their origin where that is the same, and how many more
 * there are.
 * @param addresses by the page's id
 */
export function listOtherPages(
  { example, pageIds }: IssueGroup,
  addresses: ReadonlyMap<string, string>,
): { named: string[]; more: number } {
  const origin = originOf(example.url);
  const others = pageIds.flatMap((id) => (id === example.pageId ? [] : (addresses.get(id) ?? [])));
  const named = others.slice(0, PAGES_MAX).map((url) => {
    const isNear = origin !== undefined && originOf(url) === origin;
    return isNear ? url.slice(origin.length) || '/' : url;
  });
  return { named, more: others.length - named.length };
}

/** As the address spells it; undefined for what begins with none. */
function originOf(url: string): string | undefined {
  return /^https?:\/\/[^/?#]+/i.exec(url)?.[0];
}
