import { findingKinds, reportMemberOf } from '../findings/finding-kind.ts';
import type { Engine } from '../scans/engine.ts';
import { compareImpacts, type Impact } from '../scans/page-result.ts';
import { compareStates, countUnlistedFindings, listEnginesOfScan } from './compare-states.ts';
import type { KnownFinding, SiteState } from './site-state.ts';
import { type DifferenceState, differenceStateNames } from './states.ts';

/** One finding of a comparison, for display. */
export interface ComparedItem extends Pick<KnownFinding, 'fingerprint' | 'kind' | 'impact' | 'selector'> {
  state: DifferenceState;
  ruleId: string;
  url: string;
}

type CountsByKind = Record<'violations' | 'needsReview', number>;

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

/** Returns the comparison of two scans by their states, see `compareStates`. */
export function buildComparison(before: SiteState, after: SiteState, isComparable: boolean): ScanComparison {
  const items: ComparedItem[] = [];
  const counts = Object.fromEntries(
    differenceStateNames.map((state) => [state, { violations: 0, needsReview: 0 }]),
  ) as ScanComparison['counts'];
  for (const { state, ruleId, url, finding } of compareStates(before, after, isComparable)) {
    const { fingerprint, kind, impact, selector } = finding;
    items.push({ state, fingerprint, ruleId, kind, impact, url, selector });
    counts[state][reportMemberOf[kind]] += 1;
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
