import type { Report, RuleFindings } from '../../core/reports/report.ts';
import { getRuleText, type RuleText as TextOfRule } from '../../core/rule-sets/rule-text.ts';
import { getRuleImpact } from '../../core/scans/page-finding.ts';
import type { Impact } from '../../core/scans/page-result.ts';

/** Texts of a report about a rule. */
export interface RuleText extends TextOfRule {
  /** The worst impact found; without findings the rule's usual one. */
  impact: Impact;
}

/** Returns every rule of a report by id: the configured ones, and any others with findings. Sorted by id. */
export function buildRuleTexts(head: Report): Map<string, RuleText> {
  const found = new Map<string, RuleFindings>();
  // If a rule has violations and findings that need review, the violations describe it.
  for (const rule of [...head.needsReview, ...head.violations]) found.set(rule.ruleId, rule);
  const fixed = head.comparison.fixed.findings;
  const ids = new Set([
    ...head.configuration.ruleIds,
    ...found.keys(),
    ...fixed.map(({ ruleId }) => ruleId),
    ...head.pages.flatMap(({ rules }) => rules.map(({ ruleId }) => ruleId)),
  ]);
  const helpByRule = new Map(fixed.map(({ ruleId, help }) => [ruleId, help]));
  const getText = (id: string) =>
    found.get(id) ?? { ...getRuleText(id, helpByRule.get(id)), impact: getRuleImpact(id) };
  return new Map([...ids].sort().map((id) => [id, getText(id)]));
}
