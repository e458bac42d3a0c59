import type { FindingKind } from '../findings/finding-kind.ts';
import { getRuleDefinition } from '../rule-sets/rules.ts';
import type { FindingNode } from '../scans/page-result.ts';
import type { Decision, FindingDecision } from './decision.ts';

/** The decisions of a site, found by the findings that they are about. */
export class SiteDecisions {
  readonly #byFingerprint: ReadonlyMap<string, Decision>;

  constructor(decisions: readonly Decision[]) {
    this.#byFingerprint = new Map(decisions.map((decision) => [decision.fingerprint, decision]));
  }

  /** Returns the decision on a finding, by its fingerprint or one of an earlier version. */
  find({
    fingerprint,
    formerly,
  }: Pick<FindingNode['identity'], 'fingerprint' | 'formerly'>): Decision | undefined {
    if (this.#byFingerprint.size === 0) return undefined;
    const known = [fingerprint, ...formerly].find((each) => this.#byFingerprint.has(each));
    return known === undefined ? undefined : this.#byFingerprint.get(known);
  }
}

/**
 * Returns what a decision says about an element that needs review. That it is fine applies only to what the person
 * judged. A problem stays one until a person decides otherwise or the finding is gone: a small change of the element
 * must not make a gate pass.
 * @param basis see `hashDecisionBasis`
 */
export function applyDecision(decision: Decision, ruleId: string, basis: string): FindingDecision {
  if (decision.ruleId !== ruleId) return 'outdated';
  if (decision.decision === 'problem') return 'problem';
  const isSame = decision.ruleDefinition === getRuleDefinition(ruleId) && decision.bases.includes(basis);
  return isSame ? 'fine' : 'outdated';
}

/**
 * Returns the kind under which a finding counts. A review that a person decided to be a problem is a violation. A
 * violation stays one, whatever a person decided, because the rule itself could decide.
 */
export function getEffectiveKind(kind: FindingKind, decision: FindingDecision | null): FindingKind {
  return kind === 'review' && decision === 'problem' ? 'violation' : kind;
}
