import type { SiteState } from '../comparison/site-state.ts';
import {
  addEvent,
  type FindingHistory,
  type GroupHistory,
  getLifeState,
  getSpotKind,
} from './site-history.ts';

/** What the histories of the groups are built from. */
export interface GroupInput {
  /** The histories before the scan. */
  before: ReadonlyMap<string, GroupHistory>;
  /** The histories of the findings as of the scan. */
  findings: ReadonlyMap<string, FindingHistory>;
  /** Groups that findings left for another group. */
  left: ReadonlySet<string>;
  /** The state that the scan stores. */
  known: SiteState;
  /** The index of the scan. */
  now: number;
}

/** The findings of one group. */
interface Members {
  open: FindingHistory[];
  hasUnknown: boolean;
}

/**
 * Returns the histories of the groups as of a scan. A group is open as long as one of its findings is. It is fixed when
 * the last of them is, unless one is unknown or the rule has findings that are counted but not listed. A group that its
 * findings left is dropped, because the groups that have them now continue its history.
 */
export function nextGroups({ before, findings, left, known, now }: GroupInput): Map<string, GroupHistory> {
  const members = collectMembers(findings);
  const rulesWithUnlisted = listRulesWithUnlisted(known);
  const next = new Map<string, GroupHistory>();
  for (const [id, { open }] of members) {
    const [first] = open;
    if (first && !before.has(id)) next.set(id, beginGroup(open, first));
  }
  for (const [id, group] of before) {
    const { open, hasUnknown } = members.get(id) ?? { open: [], hasUnknown: false };
    const isFixed = getLifeState(group) === 'fixed';
    if (open.length > 0) next.set(id, isFixed ? addEvent(group, now) : forgetUnknown(group));
    else if (isFixed) next.set(id, group);
    else if (left.has(id)) continue;
    else if (hasUnknown || group.hasLostFinding || rulesWithUnlisted.has(group.ruleId))
      next.set(id, { ...group, isUnknown: true });
    else next.set(id, addEvent(group, now));
  }
  return next;
}

function collectMembers(findings: ReadonlyMap<string, FindingHistory>): Map<string, Members> {
  const members = new Map<string, Members>();
  for (const finding of findings.values()) {
    const { group } = finding;
    if (group === null) continue;
    const of = members.get(group) ?? { open: [], hasUnknown: false };
    members.set(group, of);
    const state = getLifeState(finding);
    if (state === 'open') of.open.push(finding);
    else if (state === 'unknown') of.hasUnknown = true;
  }
  return members;
}

function listRulesWithUnlisted({ pages }: SiteState): ReadonlySet<string> {
  const ruleIds = new Set<string>();
  for (const { rules } of Object.values(pages)) {
    for (const [ruleId, { unlisted }] of Object.entries(rules)) if (unlisted > 0) ruleIds.add(ruleId);
  }
  return ruleIds;
}

/** Returns a new group. It begins with the oldest of its findings, which may have been in another group before. */
function beginGroup(open: readonly FindingHistory[], first: FindingHistory): GroupHistory {
  let oldest = first;
  for (const finding of open) if (isOlder(finding, oldest)) oldest = finding;
  const [event = 0] = oldest.events;
  return {
    events: [event],
    ...(oldest.isEarlier ? { isEarlier: true } : {}),
    ruleId: first.ruleId,
    kind: getSpotKind(first.spot),
  };
}

function isOlder(one: FindingHistory, other: FindingHistory): boolean {
  const [a = 0, b = 0] = [one.events[0], other.events[0]];
  return a < b || (a === b && one.isEarlier === true && other.isEarlier !== true);
}

function forgetUnknown({ isUnknown: _, ...group }: GroupHistory): GroupHistory {
  return group;
}
