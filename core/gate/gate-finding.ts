import { type FindingCause, type FindingState, isNewOrRegressed } from '../comparison/states.ts';
import type { FindingDecision } from '../decisions/decision.ts';
import type { FindingKind } from '../findings/finding-kind.ts';
import { isBestPractice } from '../rule-sets/rules.ts';
import { compareImpacts, type Impact } from '../scans/page-result.ts';
import type { FailOn } from './fail-on.ts';

/** The members of a finding that the gate uses. */
export interface GateFinding {
  kind: FindingKind;
  impact: Impact;
  /** Whether its rule checks a best practice that no success criterion requires. */
  bestPractice: boolean;
  state: FindingState;
  cause: FindingCause | null;
  suppressed: boolean;
  /** Whether it needed review, and a person decided that it is fine. */
  decidedFine: boolean;
  /**
   * Whether its rule or frame was never tested on the page before, so that it is unknown whether the finding is new.
   */
  notJudgedBefore?: boolean | undefined;
}

/** Returns the members of a finding that the gate uses. */
export function toGateFinding({
  kind,
  ruleId,
  impact,
  state,
  cause,
  suppressedBy,
  decision,
  notJudgedBefore,
}: Omit<GateFinding, 'bestPractice' | 'suppressed' | 'decidedFine'> & {
  ruleId: string;
  suppressedBy: string | null;
  decision?: FindingDecision | null | undefined;
}): GateFinding {
  const bestPractice = isBestPractice(ruleId);
  return {
    kind,
    impact,
    bestPractice,
    state,
    cause,
    suppressed: suppressedBy !== null,
    decidedFine: kind === 'review' && decision === 'fine',
    notJudgedBefore,
  };
}

/** Which thresholds a finding is compared with. Best practices have their own. */
export type GateScope = 'criteria' | 'best-practice';

/** Returns which thresholds apply to a finding. */
export function getGateScope({ bestPractice }: Pick<GateFinding, 'bestPractice'>): GateScope {
  return bestPractice ? 'best-practice' : 'criteria';
}

/** Returns the thresholds of a scope; undefined if it has none. */
export function getThresholds(
  failOn: FailOn,
  scope: GateScope,
): Pick<FailOn, 'new' | 'any' | 'total'> | undefined {
  return scope === 'criteria' ? failOn : failOn.bestPractice;
}

/** True if findings of this kind and scope are compared with thresholds. */
export function hasThreshold(
  { kind, bestPractice }: Pick<GateFinding, 'kind' | 'bestPractice'>,
  failOn: FailOn,
): boolean {
  if (kind === 'review' && !failOn.review) return false;
  return getThresholds(failOn, getGateScope({ bestPractice })) !== undefined;
}

/** Returns why a finding never counts, or `counted`. */
export function classifyForGate({
  suppressed,
  decidedFine,
  state,
  cause,
}: GateFinding): 'counted' | 'suppressed' | 'fine' | 'engine' {
  if (suppressed) return 'suppressed';
  if (decidedFine) return 'fine';
  return cause === 'engine' && isNewOrRegressed(state) ? 'engine' : 'counted';
}

/**
 * True if the gate treats a counted finding as new: it is new or regressed, or there is no baseline and
 * `failOn.onNoBaseline` is `fail`.
 */
export function isNew({ state }: Pick<GateFinding, 'state'>, hasBaseline: boolean, failOn: FailOn): boolean {
  return hasBaseline ? isNewOrRegressed(state) : failOn.onNoBaseline === 'fail';
}

/** True if an impact is at or above a threshold. */
export function isAtOrAbove(impact: Impact, threshold: Impact): boolean {
  return compareImpacts(impact, threshold) <= 0;
}
