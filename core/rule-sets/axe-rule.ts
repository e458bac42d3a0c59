import { criteriaOf } from '../wcag/criteria.ts';
import { type AxeRule, axeRules } from './axe-rules.ts';

const byId = new Map(axeRules.map((rule) => [rule.ruleId, rule]));

/** What axe-core says of a rule; undefined for one that this version does not have. */
export function axeRule(ruleId: string): AxeRule | undefined {
  return byId.get(ruleId);
}

/** Whether no success criterion asks for what a rule checks. */
export function isBestPractice(ruleId: string): boolean {
  return axeRule(ruleId)?.tags.includes('best-practice') ?? false;
}

/**
 * What `AxeRule.definition` says of a rule, to tell later whether the rule was another one. Empty for a rule that this
 * version of axe-core does not have.
 */
export function definitionOf(ruleId: string): string {
  return axeRule(ruleId)?.definition ?? '';
}

/** Returns the ids of the rules that belong to a success criterion, e.g. `1.4.3`. */
export function rulesOfCriterion(criterion: string): ReadonlySet<string> {
  return new Set(
    axeRules.filter(({ tags }) => criteriaOf(tags).includes(criterion)).map(({ ruleId }) => ruleId),
  );
}
