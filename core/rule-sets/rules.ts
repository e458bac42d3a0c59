import { listCriteriaOfTags } from '../wcag/criteria.ts';
import { type AxeRule, axeRules } from './axe-rules.ts';

const byId = new Map(axeRules.map((rule) => [rule.ruleId, rule]));

/** Returns axe-core's data of a rule; undefined if this version does not have the rule. */
export function findRule(ruleId: string): AxeRule | undefined {
  return byId.get(ruleId);
}

/** True if this version of axe-core has the rule. */
export function isKnownRule(ruleId: string): boolean {
  return byId.has(ruleId);
}

/** True if the rule checks a best practice that no success criterion requires. */
export function isBestPractice(ruleId: string): boolean {
  return findRule(ruleId)?.tags.includes('best-practice') ?? false;
}

/**
 * Returns the `definition` of a rule, which later shows whether the rule has changed. Empty if this version of axe-core
 * does not have the rule.
 */
export function getRuleDefinition(ruleId: string): string {
  return findRule(ruleId)?.definition ?? '';
}

/** Returns the ids of the rules that belong to a success criterion, e.g. `1.4.3`. */
export function findRulesOfCriterion(criterion: string): ReadonlySet<string> {
  return new Set(
    axeRules.filter(({ tags }) => listCriteriaOfTags(tags).includes(criterion)).map(({ ruleId }) => ruleId),
  );
}

/** Returns the ids of the rules that have one of the tags and are neither experimental nor deprecated. */
export function findRulesWithTags(tags: readonly string[]): string[] {
  return axeRules
    .filter((rule) => rule.tags.some((tag) => tags.includes(tag)))
    .filter((rule) => !rule.tags.includes('experimental') && !rule.tags.includes('deprecated'))
    .map((rule) => rule.ruleId);
}
