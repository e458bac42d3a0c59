import type { Impact } from '../scans/page-result.ts';
import { type GateFacts, listCoverageReasons } from './coverage.ts';
import { describeThreshold } from './describe-threshold.ts';
import type { FailOn } from './fail-on.ts';
import type { Gate, Reason } from './gate.ts';
import {
  classifyForGate,
  type GateFinding,
  type GateScope,
  getGateScope,
  getThresholds,
  hasThreshold,
  isAtOrAbove,
  isNew,
} from './gate-finding.ts';
import { listNotJudgedReasons, listSelectorReasons } from './not-judged.ts';
import { listShrinkageReasons } from './shrinkage.ts';

/** Counts findings for the gate one by one. Its memory does not grow with their number. */
export class GateTally {
  /** By the combination of all members that the gate uses. */
  readonly #counts = new Map<string, { finding: GateFinding; count: number }>();

  /** @param count number of equal findings */
  add(finding: GateFinding, count = 1): void {
    const { kind, impact, bestPractice, state, cause } = finding;
    const { suppressed, decidedFine, notJudgedBefore = false } = finding;
    const key = [kind, impact, bestPractice, state, cause, suppressed, decidedFine, notJudgedBefore].join(
      ' ',
    );
    const counted = this.#counts.get(key);
    if (counted) counted.count += count;
    else this.#counts.set(key, { finding, count });
  }

  /**
   * Returns the decision. An exceeded threshold fails the gate, also if other facts are unknown. Otherwise, any reason
   * why the decision is not reliable makes it inconclusive. Otherwise, it passes.
   * @param failOn undefined if the scan has no gate
   */
  decide(failOn: FailOn | undefined, facts: GateFacts): Gate {
    if (failOn === undefined) return { result: null, reasons: [], counted: null };
    const reasons = [
      ...this.#listExceeded(failOn, 'criteria', facts.hasBaseline),
      ...this.#listExceeded(failOn, 'best-practice', facts.hasBaseline),
      ...listCoverageReasons(failOn.minCoverage, facts),
      ...listNotJudgedReasons(failOn, facts.pages, facts.ruleIds),
      ...listShrinkageReasons(facts.earlierPages),
      ...listSelectorReasons(facts.selectorsUnmatched),
      ...listNoBaselineReasons(failOn, facts.hasBaseline),
      ...(facts.hasBaseline ? this.#listNotJudgedBefore(failOn) : []),
    ];
    const has = (result: Reason['result']) => reasons.some((reason) => reason.result === result);
    return {
      result: has('failed') ? 'failed' : has('inconclusive') ? 'inconclusive' : 'passed',
      reasons,
      counted: {
        findings: this.#count((finding) => isCounted(finding, failOn)),
        new: this.#count(
          (finding) => isCounted(finding, failOn) && isNew(finding, facts.hasBaseline, failOn),
        ),
        suppressed: this.#count((finding) => isExcluded(finding, failOn, 'suppressed')),
        decidedFine: this.#count((finding) => isExcluded(finding, failOn, 'fine')),
        engine: this.#count((finding) => isExcluded(finding, failOn, 'engine')),
      },
    };
  }

  /** Returns a reason for each exceeded threshold of a scope. */
  #listExceeded(failOn: FailOn, scope: GateScope, hasBaseline: boolean): Reason[] {
    const thresholds = getThresholds(failOn, scope);
    if (thresholds === undefined) return [];
    const { new: newThreshold, any, total } = thresholds;
    const inScope = (finding: GateFinding) => isCounted(finding, failOn) && getGateScope(finding) === scope;
    const above = (impact: Impact, holds: (finding: GateFinding) => boolean) =>
      this.#count((finding) => inScope(finding) && isAtOrAbove(finding.impact, impact) && holds(finding));
    const noun = (count: number) => getNoun(count, failOn, scope);
    const prefix = scope === 'criteria' ? '' : ('best-practice-' as const);
    const reasons: Reason[] = [];
    if (newThreshold !== undefined) {
      const count = above(newThreshold, (finding) => isNew(finding, hasBaseline, failOn));
      const adjective = hasBaseline ? 'new or regressed' : 'new';
      const everyIsNew = hasBaseline ? '' : ' (without a baseline, every finding counts as new)';
      const message = `${count} ${adjective} ${noun(count)} ${describeThreshold(newThreshold)}${everyIsNew}; none allowed.`;
      if (count > 0) reasons.push({ code: `${prefix}new`, result: 'failed', message, count });
    }
    if (any !== undefined) {
      const count = above(any, () => true);
      const message = `${count} ${noun(count)} ${describeThreshold(any)}; none allowed.`;
      if (count > 0) reasons.push({ code: `${prefix}any`, result: 'failed', message, count });
    }
    if (total !== undefined) {
      const count = this.#count(inScope);
      const message = `${count} ${noun(count)} in all; at most ${total} allowed.`;
      if (count > total) reasons.push({ code: `${prefix}total`, result: 'failed', message, count });
    }
    return reasons;
  }

  /**
   * Returns a reason if some findings would fail the gate if they were new, and it is unknown whether they are, because
   * their rule or frame was never tested on their page before.
   */
  #listNotJudgedBefore(failOn: FailOn): Reason[] {
    const count = this.#count((finding) => {
      const threshold = getThresholds(failOn, getGateScope(finding))?.new;
      const isDecisive = threshold !== undefined && isAtOrAbove(finding.impact, threshold);
      return isDecisive && finding.notJudgedBefore === true && isCounted(finding, failOn);
    });
    if (count === 0) return [];
    const findings = count === 1 ? '1 finding is' : `${count} findings are`;
    const message = `${findings} of rules or frames that were never tested on their page before, so it is not known whether they are new.`;
    return [{ code: 'not-judged-before', result: 'inconclusive', message, count }];
  }

  #count(holds: (finding: GateFinding) => boolean): number {
    let sum = 0;
    for (const { finding, count } of this.#counts.values()) if (holds(finding)) sum += count;
    return sum;
  }
}

/** True if a finding is compared with the thresholds. */
function isCounted(finding: GateFinding, failOn: FailOn): boolean {
  return hasThreshold(finding, failOn) && classifyForGate(finding) === 'counted';
}

function isExcluded(finding: GateFinding, failOn: FailOn, why: 'suppressed' | 'fine' | 'engine'): boolean {
  return hasThreshold(finding, failOn) && classifyForGate(finding) === why;
}

function getNoun(count: number, { review }: FailOn, scope: GateScope): string {
  const noun = review ? 'violation or finding to review' : 'violation';
  const plural = review ? 'violations and findings to review' : 'violations';
  return `${count === 1 ? noun : plural}${scope === 'best-practice' ? ' of best practices' : ''}`;
}

function listNoBaselineReasons(failOn: FailOn, hasBaseline: boolean): Reason[] {
  const asks = failOn.new !== undefined || failOn.bestPractice?.new !== undefined;
  if (hasBaseline || !asks || failOn.onNoBaseline === 'fail') return [];
  const message = 'There is no baseline, so it is unknown which findings are new.';
  return [{ code: 'no-baseline', result: 'inconclusive', message, count: null }];
}
