import { removeDecidedProblem } from '../findings/issue-group-id.ts';
import type { ScanGroup } from '../reports/scan-groups.ts';
import { getRuleText } from '../rule-sets/rule-text.ts';
import { compareImpacts, type Impact, impacts } from '../scans/page-result.ts';
import { EVENT_BYTES_MAX } from './event.ts';
import { buildGroupLinks, type Origin } from './event-links.ts';
import type { EventGroup } from './event-schemas.ts';

const PAGES_NAMED = 3;

/** Bytes of an event that its groups leave to the members around them. */
const ENVELOPE_BYTES = 1_000;

/** A scan that has the groups of an event. */
export interface GroupSource {
  at: Origin;
  scanId: string;
  /** URLs of its pages by id. */
  pageUrls: ReadonlyMap<string, string>;
}

/** Returns a group of a report as events have it. */
export function toEventGroup(group: ScanGroup, { at, scanId, pageUrls }: GroupSource): EventGroup {
  const { help, successCriteria } = getRuleText(group.ruleId);
  const { id, ruleId, impact, elements, suppressed, decidedFine = 0, unlisted, element } = group;
  return {
    id,
    ruleId,
    help,
    impact,
    elements: elements - suppressed - decidedFine + unlisted,
    pages: group.pageCount,
    pageUrls: group.pageIds.slice(0, PAGES_NAMED).flatMap((pageId) => pageUrls.get(pageId) ?? []),
    element: { selector: element.selector, html: element.html },
    howToFix: element.howToFix,
    successCriteria,
    links: buildGroupLinks(at, scanId, id),
  };
}

/** Returns a group of which no report is left as events have it. */
export function toUnknownGroup(id: string, ruleId: string, at: Origin, scanId: string): EventGroup {
  const { help, successCriteria, remedy } = getRuleText(ruleId);
  return {
    id,
    ruleId,
    help,
    impact: null,
    elements: 0,
    pages: 0,
    pageUrls: [],
    element: null,
    howToFix: remedy,
    successCriteria,
    links: buildGroupLinks(at, scanId, id),
  };
}

/** True if a group has violations that count. */
export function isOpenViolation({ kind, elements, suppressed, decidedFine = 0 }: ScanGroup): boolean {
  return kind === 'violation' && elements > suppressed + decidedFine;
}

/** Returns the id under which the history has a group. */
export function getHistoryId({ id }: Pick<ScanGroup, 'id'>): string {
  return removeDecidedProblem(id);
}

/** Returns the numbers of groups, and the worst of them that fit into an event with the other members of its data. */
export function listEventGroups(
  groups: readonly EventGroup[],
  others: object,
): { total: number; byImpact: Record<Impact, number>; groups: EventGroup[] } {
  const byImpact = Object.fromEntries(
    impacts.map((impact) => [impact, groups.filter((group) => group.impact === impact).length]),
  ) as Record<Impact, number>;
  const sorted = groups.toSorted(compareGroups);
  return { total: groups.length, byImpact, groups: cutToBytes(sorted, others) };
}

/** Worst first; those whose impact is not known are last. */
function compareGroups(one: EventGroup, other: EventGroup): number {
  if (one.impact === null || other.impact === null)
    return Number(one.impact === null) - Number(other.impact === null);
  return compareImpacts(one.impact, other.impact);
}

/** Returns the first groups that fit into an event together with the other members of its data. */
export function cutToBytes(groups: readonly EventGroup[], others: object): EventGroup[] {
  let left = EVENT_BYTES_MAX - ENVELOPE_BYTES - countBytes(others);
  const kept: EventGroup[] = [];
  for (const group of groups) {
    left -= countBytes(group) + 1;
    if (left < 0) break;
    kept.push(group);
  }
  return kept;
}

function countBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
