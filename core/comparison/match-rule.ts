import { type FindingKind, findingKinds } from '../findings/finding-kind.ts';
import { type FramePath, isWithin } from './frames.ts';
import { type Matchable, matchFingerprints, matchLocations } from './match.ts';
import type { KnownFinding, PageState, RuleState } from './site-state.ts';
import type { FindingState } from './states.ts';

/** The findings on one address of a page. */
export interface MatchedAddress<Current extends Matchable, Counted extends { kind: FindingKind }> {
  /** Returns the findings of a rule. `unlisted` are elements that are counted, not listed. */
  rule(ruleId: string): {
    listed: readonly Current[];
    unlisted: readonly { finding: Counted; count: number }[];
  };
  /** True if a finding of a rule in this frame would be listed if it still existed. */
  wouldShow(ruleId: string, frame: FramePath): boolean;
}

/** The findings on one page, see `PageFindings`. */
export interface MatchedPage<Current extends Matchable, Counted extends { kind: FindingKind }> {
  addresses: readonly MatchedAddress<Current, Counted>[];
  /** Whether every address of the page was scanned completely. */
  isWhole: boolean;
}

/** The findings of one rule on one address of a page, compared with the state. */
interface AddressMatch<Current, Counted> {
  /** The states of all listed findings. */
  states: Map<Current, FindingState>;
  /** For each listed finding with a known fingerprint, the stored finding. */
  known: Map<Current, KnownFinding>;
  /** For each listed finding of an edited element, the stored finding. */
  edited: Map<Current, KnownFinding>;
  /** How many unlisted elements are certainly new. The others may have existed before. */
  unlistedNew: Map<Counted, number>;
  /** Known findings that this address does not list, and whether they are certainly gone from it. */
  missing: Map<KnownFinding, boolean>;
  /** Fingerprints that were fixed before and still are, latest first. */
  fixedBefore: string[];
}

/** The findings of one rule on all addresses of the page, compared with the state. */
export interface RuleMatch<Current, Counted> extends Omit<AddressMatch<Current, Counted>, 'missing'> {
  /** Known findings that are gone. */
  fixed: KnownFinding[];
  /** Known findings that were not found again, although they may still exist. */
  notSeen: KnownFinding[];
}

/**
 * Compares the findings of a rule on a page with the last known state of the rule. The order of findings makes no
 * difference. Each address is compared with all known findings. A finding that one address still shows is not gone.
 *
 * The counts are exact: `states` has every listed finding. For a page with one address, each known finding is counted
 * once: as unchanged or reclassified in `states`, in `fixed`, or in `notSeen`.
 */
export function matchRule<Current extends Matchable, Counted extends { kind: FindingKind }>(
  ruleId: string,
  page: Pick<PageState, 'framesUnknown'>,
  known: RuleState,
  now: MatchedPage<Current, Counted>,
): RuleMatch<Current, Counted> {
  const matches = now.addresses.map((address) => matchAddress(ruleId, page, known, address));
  const [first, ...others] = matches;
  if (first === undefined) {
    const { findings, fixed } = known;
    return {
      states: new Map(),
      known: new Map(),
      edited: new Map(),
      unlistedNew: new Map(),
      fixed: [],
      notSeen: findings,
      fixedBefore: fixed,
    };
  }
  const unseen = [...first.missing.keys()].filter((finding) =>
    others.every(({ missing }) => missing.has(finding)),
  );
  const isGone = (finding: KnownFinding) =>
    now.isWhole && matches.every(({ missing }) => missing.get(finding));
  return {
    states: new Map(matches.flatMap(({ states }) => [...states])),
    known: new Map(matches.flatMap(({ known: pairs }) => [...pairs])),
    edited: new Map(matches.flatMap(({ edited }) => [...edited])),
    unlistedNew: new Map(matches.flatMap(({ unlistedNew }) => [...unlistedNew])),
    fixed: unseen.filter(isGone),
    notSeen: unseen.filter((finding) => !isGone(finding)),
    fixedBefore: others.reduce(
      (common, { fixedBefore }) => intersect(common, fixedBefore),
      first.fixedBefore,
    ),
  };
}

/** Returns the entries that both lists have, as often as both have them, in the order of the first list. */
function intersect(one: readonly string[], other: readonly string[]): string[] {
  const remaining = [...other];
  return one.filter((each) => {
    const at = remaining.indexOf(each);
    if (at >= 0) remaining.splice(at, 1);
    return at >= 0;
  });
}

function matchAddress<Current extends Matchable, Counted extends { kind: FindingKind }>(
  ruleId: string,
  page: Pick<PageState, 'framesUnknown'>,
  known: RuleState,
  now: MatchedAddress<Current, Counted>,
): AddressMatch<Current, Counted> {
  const { listed, unlisted } = now.rule(ruleId);
  const states = new Map<Current, FindingState>();
  const same = matchFingerprints(known.findings, listed);
  for (const [current, { kind }] of same.pairs) {
    states.set(current, kind === current.kind ? 'unchanged' : 'reclassified');
  }

  // Regressed findings come before edited elements: an equal fingerprint is better evidence than an equal location,
  // where another element may have been.
  const { regressed, fixedBefore } = findRegressed(known.fixed, same.unmatchedCurrent);
  for (const current of regressed) states.set(current, 'regressed');
  const unmatched = same.unmatchedCurrent.filter((current) => !regressed.has(current));

  const edited = matchLocations(same.unmatchedKnown, unmatched);
  for (const current of edited.pairs.keys()) states.set(current, 'unchanged');

  const judged = edited.unmatchedCurrent.filter(({ frame }) => !isWithin(frame, page.framesUnknown));
  for (const current of edited.unmatchedCurrent) states.set(current, 'unknown');
  const unlistedNew = new Map<Counted, number>();
  const unlistedReviews = known.unlistedReviews ?? 0;
  for (const kind of findingKinds) {
    const ofKind = judged.filter((current) => current.kind === kind);
    const unlistedThen = kind === 'review' ? unlistedReviews : known.unlisted - unlistedReviews;
    // Elements that the state does not list may be among the listed findings now. Those that are not may be among the
    // unlisted elements.
    const maybeKnown = Math.min(ofKind.length, unlistedThen);
    for (const current of ofKind.slice(0, ofKind.length - maybeKnown)) states.set(current, 'new');
    const unmatchedKnown = edited.unmatchedKnown.filter((known) => known.kind === kind).length;
    const maybeKnownUnlisted = unlistedThen - maybeKnown + unmatchedKnown;
    for (const { finding, count } of unlisted.filter((each) => each.finding.kind === kind))
      unlistedNew.set(finding, Math.max(0, count - maybeKnownUnlisted));
  }
  return {
    states,
    known: same.pairs,
    edited: edited.pairs,
    unlistedNew,
    missing: new Map(edited.unmatchedKnown.map((finding) => [finding, now.wouldShow(ruleId, finding.frame)])),
    fixedBefore,
  };
}

/**
 * Returns the current findings that were fixed before, and the fixed fingerprints that remain. Each fixed fingerprint
 * matches at most one finding.
 */
function findRegressed<Current extends Matchable>(
  fixed: readonly string[],
  current: readonly Current[],
): { regressed: Set<Current>; fixedBefore: string[] } {
  const fixedBefore = [...fixed];
  const regressed = new Set<Current>();
  if (fixed.length === 0) return { regressed, fixedBefore };
  for (const one of current) {
    const at = fixedBefore.findIndex(
      (fingerprint) => fingerprint === one.fingerprint || one.formerly.includes(fingerprint),
    );
    if (at < 0) continue;
    fixedBefore.splice(at, 1);
    regressed.add(one);
  }
  return { regressed, fixedBefore };
}
