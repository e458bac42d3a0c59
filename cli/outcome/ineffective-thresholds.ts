import { type RuleSetName, resolveRuleSets, ruleSetNameSchema } from '../../core/rule-sets/rule-sets.ts';
import { isBestPractice } from '../../core/rule-sets/rules.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';

/**
 * Finds thresholds that no finding of the scan's rules can reach. A gate that passes because of them means nothing.
 * @returns a warning for each kind, with how to make it effective; none if this version does not know all rule sets
 */
export function describeIneffectiveThresholds({
  rules,
  checks,
  failOn,
}: Pick<ScanConfig, 'rules' | 'checks' | 'failOn'>): string[] {
  if (failOn === undefined || !rules.every(isKnown)) return [];
  const { ruleIds } = resolveRuleSets(rules, checks);
  const { bestPractice, ...others } = failOn;
  const named = rules.join(',');
  const warnings: string[] = [];
  const hasOtherThresholds = [others.new, others.any, others.total].some((each) => each !== undefined);
  if (hasOtherThresholds && ruleIds.every(isBestPractice)) {
    warnings.push(
      `The gate cannot fail because of new, any or total: ${named} has only best practices, which count only in best-practice-new, best-practice-any and best-practice-total.`,
    );
  }
  if (bestPractice !== undefined && !ruleIds.some(isBestPractice)) {
    warnings.push(
      `The gate cannot fail because of best-practice-new, best-practice-any or best-practice-total: ${named} has no best practices. To check them too: --rules ${named},best-practice`,
    );
  }
  return warnings;
}

function isKnown(name: string): name is RuleSetName {
  return ruleSetNameSchema.safeParse(name).success;
}
