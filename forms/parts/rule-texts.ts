import type { Report, RuleFindings } from '../../core/reports/report.ts';
import { axeRule, isBestPractice } from '../../core/rule-sets/axe-rule.ts';
import { remedyFor } from '../../core/rule-sets/remedies.ts';
import { impactOfRule } from '../../core/scans/page-finding.ts';
import type { Impact } from '../../core/scans/page-result.ts';
import { criteriaOf } from '../../core/wcag/criteria.ts';

/** What the forms say of a rule, whether it found something or not. */
export interface RuleText {
  ruleId: string;
  help: string;
  description: string;
  helpUrl: string | null;
  /** The worst impact found, else the rule's usual one. */
  impact: Impact;
  remedy: string | null;
  /** Plain numbers of success criteria. */
  successCriteria: readonly string[];
  bestPractice: boolean;
  tags: readonly string[];
}

/** Every rule of a report by id: those that were to run, and any others with findings. Sorted by id. */
export function ruleTexts(head: Report): Map<string, RuleText> {
  const found = new Map<string, RuleFindings>();
  // What is found as both is described by its violations.
  for (const rule of [...head.needsReview, ...head.violations]) found.set(rule.ruleId, rule);
  const fixed = head.comparison.fixed.findings;
  const ids = new Set([
    ...head.configuration.ruleIds,
    ...found.keys(),
    ...fixed.map(({ ruleId }) => ruleId),
    ...head.pages.flatMap(({ rules }) => rules.map(({ ruleId }) => ruleId)),
  ]);
  const helpOf = new Map(fixed.map(({ ruleId, help }) => [ruleId, help]));
  return new Map([...ids].sort().map((id) => [id, textOf(id, found.get(id), helpOf.get(id))]));
}

function textOf(ruleId: string, found: RuleFindings | undefined, help = ruleId): RuleText {
  if (found) return found;
  const rule = axeRule(ruleId);
  const tags = rule?.tags ?? [];
  return {
    ruleId,
    help: rule?.help ?? help,
    description: rule?.description ?? help,
    helpUrl: rule?.helpUrl ?? null,
    impact: impactOfRule(ruleId),
    remedy: remedyFor(ruleId),
    successCriteria: criteriaOf(tags),
    bestPractice: isBestPractice(ruleId),
    tags,
  };
}
