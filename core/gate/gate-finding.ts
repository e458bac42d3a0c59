import { type FindingCause, type FindingState, isNewOrRegressed } from '../comparison/states.ts';
import type { FindingKind } from '../findings/finding-kind.ts';
import { isBestPractice } from '../rule-sets/rules.ts';
import { compareImpacts, type Impact } from '../scans/page-result.ts';
import type { FailOn } from './fail-on.ts';

/** What the gate looks at, of a finding. */
export interface GateFinding {
  kind: FindingKind;
  impact: Impact;
  /** Whether no success criterion asks for what its rule checks. */
  bestPractice: boolean;
  state: FindingState;
  cause: FindingCause | null;
  suppressed: boolean;
  /** Whether its rule or frame was never judged on the page before, so that it may be new or not. */
  notJudgedBefore?: boolean | undefined;
}

/** Returns the members of a finding that the gate looks at. */
export function toGateFinding({
  kind,
  ruleId,
  impact,
  state,
  cause,
  suppressedBy,
  notJudgedBefore,
}: Omit<GateFinding, 'bestPractice' | 'suppressed'> & {
  ruleId: string;
  suppressedBy: string | null;
}): GateFinding {
  const bestPractice = isBestPractice(ruleId);
  return { kind, impact, bestPractice, state, cause, suppressed: suppressedBy !== null, notJudgedBefore };
}

/** The thresholds that a finding is compared with. Best practices have their own. */
export type GateScope = 'criteria' | 'best-practice';

/** The thresholds that hold for a finding. */
export function getGateScope({ bestPractice }: Pick<GateFinding, 'bestPractice'>): GateScope {
  return bestPractice ? 'best-practice' : 'criteria';
}

/** The thresholds of a scope; undefined when it has none. */
export function getThresholds(
  failOn: FailOn,
  scope: GateScope,
): Pick<FailOn, 'new' | 'any' | 'total'> | undefined {
  return scope === 'criteria' ? failOn : failOn.bestPractice;
}

/** Whether findings of this kind and scope are held against anything. */
export function hasThreshold(
  { kind, bestPractice }: Pick<GateFinding, 'kind' | 'bestPractice'>,
  failOn: FailOn,
): boolean {
  if (kind === 'review' && !failOn.review) return false;
  return getThresholds(failOn, getGateScope({ bestPractice })) !== undefined;
}

/** Why a finding never counts, or `counted`. */
export function classifyForGate({
  suppressed,
  state,
  cause,
}: GateFinding): 'counted' | 'suppressed' | 'engine' {
  if (suppressed) return 'suppressed';
  return cause === 'engine' && isNewOrRegressed(state) ? 'engine' : 'counted';
}

/** Whether a counted finding is new for the gate: regressed too, and without a baseline every one where `failOn` says so. */
export function isNew({ state }: Pick<GateFinding, 'state'>, hasBaseline: boolean, failOn: FailOn): boolean {
  return hasBaseline ? isNewOrRegressed(state) : failOn.onNoBaseline === 'fail';
}

/** Whether an impact is at or above another. */
export function isAtOrAbove(impact: Impact, threshold: Impact): boolean {
  return compareImpacts(impact, threshold) <= 0;
}
