import type { PageResult } from '../../core/scans/page-result.ts';
import type { TestCase } from './test-cases.ts';

/**
 * How well rules implement an ACT rule. `complete`: they report every failed example and no other; `partial`: some
 * failed examples and no other; `inconsistent`: each rule that reports a failed example also reports another one.
 */
export type Consistency = 'complete' | 'partial' | 'inconsistent' | 'none';

/** The results of one of our rules for the examples of an ACT rule that it claims. */
interface RuleResult {
  ruleId: string;
  /** Failed examples that it reports, and other examples that it reports. */
  found: TestCase[];
  invented: TestCase[];
}

/** How an ACT rule is implemented, if reviews count as reports or not. */
export interface ActMapping {
  consistency: Consistency;
  /** Failed examples that no consistent rule reports. */
  missed: TestCase[];
  byRule: RuleResult[];
}

/**
 * Compares what our rules report with what the examples of one ACT rule expect. As in W3C's reports, a rule that
 * reports an example without the fault does not count, and the others count together. A rule whose reviews ask about
 * such an example still counts with its violations: a question contradicts no expected outcome.
 * @param claiming ids of our rules that claim the ACT rule
 * @param countReviews whether a finding that needs review is a report too
 */
export function mapActRule(
  examples: readonly TestCase[],
  claiming: readonly string[],
  findResult: (example: TestCase) => PageResult | undefined,
  countReviews: boolean,
): ActMapping {
  const readRule = (ruleId: string, withReviews: boolean): RuleResult => {
    const isReport = (finding: PageResult['findings'][number]) =>
      finding.ruleId === ruleId && (withReviews || finding.kind === 'violation');
    const reported = examples.filter((example) => findResult(example)?.findings.some(isReport));
    return {
      ruleId,
      found: reported.filter(({ expected }) => expected === 'failed'),
      invented: reported.filter(({ expected }) => expected !== 'failed'),
    };
  };
  const byRule = claiming.map((ruleId) => readRule(ruleId, countReviews));
  const counted = byRule.map((rule) => (rule.invented.length > 0 ? readRule(rule.ruleId, false) : rule));
  const found = new Set(counted.flatMap((rule) => (rule.invented.length === 0 ? rule.found : [])));
  const missed = examples.filter((example) => example.expected === 'failed' && !found.has(example));
  const consistency =
    found.size > 0
      ? missed.length === 0
        ? 'complete'
        : 'partial'
      : byRule.some((rule) => rule.invented.length > 0)
        ? 'inconsistent'
        : 'none';
  return { consistency, missed, byRule };
}
