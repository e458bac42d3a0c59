import { failsGate } from '../../core/reports/fails-gate.ts';
import { newsOf } from '../../core/reports/issue-groups.ts';
import type { IssueGroup, Report } from '../../core/reports/report.ts';

/** Whether anything of a group counts: not all of it is suppressed. */
export function isCurrent({ elements, suppressed }: IssueGroup): boolean {
  return elements > suppressed;
}

/** What the gate is decided by. */
type Decided = Pick<Report, 'gate' | 'scan' | 'comparison'>;

/** Whether a group has findings that make the gate fail; each is taken to have the group's impact. */
export function groupFailsGate(head: Decided, group: IssueGroup): boolean {
  const { kind, ruleId, impact, example, byState } = group;
  const standing = byState.unchanged + byState.reclassified + byState.unknown;
  const states = [
    ...(newsOf(group) > 0 ? ['new' as const] : []),
    ...(standing > 0 ? ['unchanged' as const] : []),
  ];
  return states.some((state) =>
    failsGate(head, { kind, ruleId, node: { ...example, impact, state, cause: null, suppressedBy: null } }),
  );
}

/** Whether a group that is not new has to be fixed now: the gate fails by it, or nobody knows what is new. */
export function isUrgent(head: Decided, group: IssueGroup): boolean {
  if (head.comparison.baseline === null && group.kind === 'violation') return true;
  return groupFailsGate(head, group);
}
