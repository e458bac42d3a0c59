import type { FindingKind } from '../findings/finding-kind.ts';
import { type Engine, listDistinctEngines, pickEngine } from '../scans/engine.ts';
import { describeReplaced } from './content-change.ts';
import { type MatchedPage, matchRule } from './match-rule.ts';
import {
  getOwnMember,
  type KnownFinding,
  type PageState,
  type RuleState,
  type SiteState,
} from './site-state.ts';
import type { DifferenceState } from './states.ts';

/** One finding of two scans. */
export interface Difference {
  state: DifferenceState;
  ruleId: string;
  /** Address of its page, for display. */
  url: string;
  /** As the later scan has it; as the earlier one, if only that has it. */
  finding: KnownFinding;
  /** The fingerprint that the earlier scan has; null if it does not have the finding. */
  earlier: string | null;
}

/**
 * Yields the findings of two scans by their stored states, which are the last known states of all their pages. So a
 * finding on a page that a scan did not reach is as an earlier scan left it. A finding is fixed only if the scan itself
 * observed it, and its page shows the same as before.
 * @param before the state of the earlier scan
 * @param isComparable whether both scans have the same settings; otherwise no finding is fixed
 */
export function* compareStates(
  before: SiteState,
  after: SiteState,
  isComparable: boolean,
): Generator<Difference> {
  for (const [identity, page] of Object.entries(after.pages)) {
    const pageBefore = getOwnMember(before.pages, identity);
    const now = toMatchedPage(after, page, isComparable && !isReplaced(pageBefore, page));
    for (const [ruleId, { findings }] of Object.entries(page.rules)) {
      const known = getOwnMember(pageBefore?.rules, ruleId);
      if (pageBefore && known) yield* compareRule(ruleId, { ...pageBefore, known }, page, now);
      else {
        // A page that is unknown is new. A rule that did not complete on a known page says nothing.
        const state = pageBefore === undefined ? 'new' : 'unknown';
        for (const finding of findings) yield { state, ruleId, url: page.url, finding, earlier: null };
      }
    }
    if (pageBefore) yield* listMissing(pageBefore, page.rules);
  }
  for (const [identity, page] of Object.entries(before.pages)) {
    if (getOwnMember(after.pages, identity) === undefined) yield* listMissing(page, {});
  }
}

function* compareRule(
  ruleId: string,
  before: PageState & { known: RuleState },
  { url }: PageState,
  now: MatchedPage<KnownFinding, { kind: FindingKind }>,
): Generator<Difference> {
  const match = matchRule(ruleId, before, before.known, now);
  for (const [finding, state] of match.states) {
    const earlier = match.known.get(finding) ?? match.edited.get(finding);
    yield { state, ruleId, url, finding, earlier: earlier?.fingerprint ?? null };
  }
  for (const finding of match.fixed) yield buildMissing('fixed', ruleId, url, finding);
  for (const finding of match.notSeen) yield buildMissing('not-seen-again', ruleId, url, finding);
}

/** True if a page shows something else than before, so that what it no longer has is not fixed. */
function isReplaced(before: PageState | undefined, { content }: PageState): boolean {
  const known = before?.content;
  // A state does not record failed scripts.
  return known !== undefined && content !== undefined && describeReplaced(known, content, false) !== null;
}

/** Yields the findings of rules that the other scan does not have on a page. */
function* listMissing({ url, rules }: PageState, others: PageState['rules']): Generator<Difference> {
  for (const [ruleId, { findings }] of Object.entries(rules)) {
    if (Object.hasOwn(others, ruleId)) continue;
    for (const finding of findings) yield buildMissing('not-seen-again', ruleId, url, finding);
  }
}

function buildMissing(
  state: DifferenceState,
  ruleId: string,
  url: string,
  finding: KnownFinding,
): Difference {
  return { state, ruleId, url, finding, earlier: finding.fingerprint };
}

/** Returns a page of a state in the same format as the results of a scan. */
function toMatchedPage(
  { scanId, runs }: SiteState,
  { observed, rules }: PageState,
  isComparable: boolean,
): MatchedPage<KnownFinding, { kind: FindingKind }> {
  return {
    isWhole: isComparable && observed !== undefined,
    addresses: [
      {
        rule: (ruleId) => {
          const { findings = [], unlisted = 0, unlistedReviews = 0 } = getOwnMember(rules, ruleId) ?? {};
          const counts = [
            { finding: { kind: 'violation' as const }, count: unlisted - unlistedReviews },
            { finding: { kind: 'review' as const }, count: unlistedReviews },
          ];
          return { listed: findings, unlisted: counts.filter(({ count }) => count > 0) };
        },
        wouldShow: (ruleId, frame) => {
          const rule = getOwnMember(rules, ruleId);
          const isOfScan = rule !== undefined && runs[rule.run]?.scanId === scanId;
          return isOfScan && rule.unlisted === 0 && (observed === 'all' || frame.length === 0);
        },
      },
    ],
  };
}

/** Returns the engines that ran the rules of a scan itself. */
export function listEnginesOfScan({ scanId, runs }: SiteState): Engine[] {
  return listDistinctEngines(runs.filter((run) => run.scanId === scanId).map(pickEngine));
}

/** Returns how many findings a state counts but does not list. */
export function countUnlistedFindings({ pages }: SiteState): number {
  let count = 0;
  for (const { rules } of Object.values(pages)) {
    for (const { unlisted } of Object.values(rules)) count += unlisted;
  }
  return count;
}
