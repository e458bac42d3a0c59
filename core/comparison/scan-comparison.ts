import { findingKinds, reportMemberOf } from '../findings/finding-kind.ts';
import type { Engine } from '../scans/engine.ts';
import { compareImpacts, type Impact } from '../scans/page-result.ts';
import {
  compareStates,
  countUnlistedFindings,
  type Difference,
  listEnginesOfScan,
} from './compare-states.ts';
import type { KnownFinding, SiteState } from './site-state.ts';
import { type DifferenceState, differenceStateNames } from './states.ts';

/** One finding of a comparison, for display. */
export interface ComparedItem extends Pick<KnownFinding, 'fingerprint' | 'kind' | 'impact' | 'selector'> {
  state: DifferenceState;
  ruleId: string;
  url: string;
  /** Whether the report of its scan has it as suppressed; null if no report lists it. */
  suppressed: boolean | null;
}

/** Suppressed findings count only as these. */
type CountsByKind = Record<'violations' | 'needsReview' | 'suppressed', number>;

/** The findings that the report of a scan lists, by fingerprint, and whether they are suppressed. */
type ListedFindings = ReadonlyMap<string, boolean>;

/** Two scans of a site, compared. */
export interface ScanComparison {
  /** Worst first, by state, kind and impact, then in the order of the pages. */
  items: readonly ComparedItem[];
  counts: Record<DifferenceState, CountsByKind>;
  /** The engines that ran the rules of each scan. */
  engines: { before: Engine[]; after: Engine[] };
  /** Number of findings that each scan counts but does not list. They are not compared. */
  unlisted: { before: number; after: number };
}

/** The order of the states: what got worse, then what got better, then the rest. */
const stateOrder: readonly DifferenceState[] = [
  'new',
  'regressed',
  'reclassified',
  'fixed',
  'not-seen-again',
  'unknown',
  'unchanged',
];

/** What is compared of a scan. */
export interface ComparedScan {
  state: SiteState;
  listed: ListedFindings;
}

/**
 * Returns the comparison of two scans by their states, see `compareStates`. A state also has findings that the scan did
 * not see, because it did not reach their page, frame or rule. Only the reports state what the scans saw.
 */
export function buildComparison(
  { state: before, listed: listedBefore }: ComparedScan,
  { state: after, listed: listedAfter }: ComparedScan,
  isComparable: boolean,
): ScanComparison {
  const items: ComparedItem[] = [];
  const counts = Object.fromEntries(
    differenceStateNames.map((state) => [state, { violations: 0, needsReview: 0, suppressed: 0 }]),
  ) as ScanComparison['counts'];
  for (const difference of compareStates(before, after, isComparable)) {
    const { ruleId, url, finding } = difference;
    const { fingerprint, kind, impact, selector } = finding;
    const state = getSeenState(difference, listedBefore, listedAfter);
    const listed = isOnlyEarlier(difference.state) ? listedBefore : listedAfter;
    const suppressed = listed.get(fingerprint) ?? null;
    items.push({ state, fingerprint, ruleId, kind, impact, url, selector, suppressed });
    counts[state][suppressed === true ? 'suppressed' : reportMemberOf[kind]] += 1;
  }
  items.sort(
    (a, b) =>
      stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) ||
      findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind) ||
      compareImpacts(a.impact, b.impact),
  );
  return {
    items,
    counts,
    engines: { before: listEnginesOfScan(before), after: listEnginesOfScan(after) },
    unlisted: { before: countUnlistedFindings(before), after: countUnlistedFindings(after) },
  };
}

/** True for the states of findings that the later state does not have. */
function isOnlyEarlier(state: DifferenceState): boolean {
  return state === 'fixed' || state === 'not-seen-again';
}

/** Returns the state of a finding by what the two scans themselves saw. */
function getSeenState(
  { state, finding, earlier }: Difference,
  listedBefore: ListedFindings,
  listedAfter: ListedFindings,
): DifferenceState {
  const isInBefore = earlier !== null && listedBefore.has(earlier);
  if (isOnlyEarlier(state)) return isInBefore ? state : 'unknown';
  if (!listedAfter.has(finding.fingerprint)) return isInBefore ? 'not-seen-again' : 'unknown';
  return earlier !== null && !isInBefore ? 'unknown' : state;
}

/** Filter for the findings of a comparison; all given members must match. */
export interface ComparisonFilter {
  state?: DifferenceState | undefined;
  kind?: ComparedItem['kind'] | undefined;
  impact?: Impact | undefined;
  rule?: string | undefined;
}

/** Returns the findings that match, in the same order. */
export function filterComparison(
  items: readonly ComparedItem[],
  { state, kind, impact, rule }: ComparisonFilter,
): ComparedItem[] {
  return items.filter(
    (item) =>
      (state === undefined || item.state === state) &&
      (kind === undefined || item.kind === kind) &&
      (impact === undefined || item.impact === impact) &&
      (rule === undefined || item.ruleId === rule),
  );
}
