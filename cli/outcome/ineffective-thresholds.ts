import { type RuleSetName, resolveRuleSets, ruleSetNameSchema } from '../../core/rule-sets/rule-sets.ts';
import { isBestPractice } from '../../core/rule-sets/rules.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';

/**
 * Thresholds that no finding of the scan's rules can pass: a gate that passes by them says nothing.
 * @returns a warning for each kind of them, with what would make them count; none where this version does not know
 * all of the rule sets
 */
export function describeIneffectiveThresholds({
  rules,
  failOn,
}: Pick<ScanConfig, 'rules' | 'failOn'>): string[] {
  if (failOn === undefined || !rules.every(isKnown)) return [];
  const { ruleIds } = resolveRuleSets(rules);
  const { bestPractice, ...others } = failOn;
  const named = rules.join(',');
  const warnings: string[] = [];
  const asksForOthers = [others.new, others.any, others.total].some((each) => each !== undefined);
  if (asksForOthers && ruleIds.every(isBestPractice)) {
    warnings.push(
      `The gate cannot fail by new, any or total: ${named} has best practices alone, which count nowhere but in best-practice-new, best-practice-any and best-practice-total.`,
    );
  }
  if (bestPractice !== undefined && !ruleIds.some(isBestPractice)) {
    warnings.push(
      `The gate cannot fail by best-practice-new, best-practice-any or best-practice-total: ${named} has no best practices. To scan by them too: --rules ${named},best-practice`,
    );
  }
  return warnings;
}

function isKnown(name: string): name is RuleSetName {
  return ruleSetNameSchema.safeParse(name).success;
}
