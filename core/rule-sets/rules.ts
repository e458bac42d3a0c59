import { CHECK_ID_PREFIX, type CheckNeed } from '../checks/check-definition.ts';
import { checks } from '../checks/checks.ts';
import { toRule } from '../checks/to-rule.ts';
import type { RuleSource } from '../scans/engine.ts';
import { listCriteriaOfTags } from '../wcag/criteria.ts';
import { AXE_VERSION, axeRules, HELP_URL } from './axe-rules.ts';
import type { Rule } from './rule.ts';

/** ACT rules that rules of axe-core implement at least in part, although axe-core does not claim them. */
const furtherActRules: Readonly<Record<string, readonly string[]>> = {
  'aria-prohibited-attr': ['kb1m8s'],
  list: ['bc4a75'],
  'summary-name': ['2t702h'],
};

/** Every rule of axe-core and every check of the service itself, sorted by id. */
export const rules: readonly Rule[] = [
  ...axeRules.map(
    (rule): Rule => ({
      ...rule,
      actRules: [...rule.actRules, ...(furtherActRules[rule.ruleId] ?? [])],
      source: 'axe-core',
      version: AXE_VERSION,
      helpUrl: HELP_URL + rule.ruleId,
      assumptions: null,
      question: null,
    }),
  ),
  ...checks.map(toRule),
].sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1));

const byId = new Map(rules.map((rule) => [rule.ruleId, rule]));

/** Returns the data of a rule; undefined if neither this version of axe-core nor the service has it. */
export function findRule(ruleId: string): Rule | undefined {
  return byId.get(ruleId);
}

/** True if a rule is a check of the service itself, also one of another version. */
export function isOwnCheck(ruleId: string): boolean {
  return ruleId.startsWith(CHECK_ID_PREFIX);
}

/** Returns what a check of the service uses; `dom` for a check that this version does not have. */
export function getCheckNeed(ruleId: string): CheckNeed {
  return checks.find(({ id }) => id === ruleId)?.needs ?? 'dom';
}

/** Returns which engine has a rule. */
export function getRuleSource(ruleId: string): RuleSource {
  return isOwnCheck(ruleId) ? 'a11y-scan' : 'axe-core';
}

/** True if the service has the rule. */
export function isKnownRule(ruleId: string): boolean {
  return byId.has(ruleId);
}

/** True if the rule checks a best practice that no success criterion requires. */
export function isBestPractice(ruleId: string): boolean {
  return findRule(ruleId)?.tags.includes('best-practice') ?? false;
}

/** Returns the `definition` of a rule, which later shows whether the rule has changed. Empty for an unknown rule. */
export function getRuleDefinition(ruleId: string): string {
  return findRule(ruleId)?.definition ?? '';
}

/** The ids of the rules of each success criterion. Each report asks for those of all criteria. */
const byCriterion = new Map<string, Set<string>>();
for (const { ruleId, tags } of rules) {
  for (const criterion of listCriteriaOfTags(tags))
    byCriterion.set(criterion, (byCriterion.get(criterion) ?? new Set()).add(ruleId));
}

/** Returns the ids of the rules that belong to a success criterion, e.g. `1.4.3`. */
export function findRulesOfCriterion(criterion: string): ReadonlySet<string> {
  return byCriterion.get(criterion) ?? new Set();
}

/**
 * Rules that are in no rule set. `css-orientation-lock` reads style sheets again with requests of its own, which the
 * scanner does not let axe make. Without them it needs review on every page.
 */
const unusableRules = ['css-orientation-lock'];

/** True if the rule is in no rule set. */
export function isUnusable({ ruleId }: Pick<Rule, 'ruleId'>): boolean {
  return unusableRules.includes(ruleId);
}

/** Tags of rules that axe-core does not run by default. Only a rule set that names the tag has such a rule. */
const optInTags = ['experimental', 'deprecated'];

/** True if a rule is only in the set of experimental or of deprecated rules, or in none. */
export function isRare(ruleId: string): boolean {
  const tags = findRule(ruleId)?.tags ?? [];
  return optInTags.some((tag) => tags.includes(tag));
}

/** Returns the ids of the rules that have one of the tags. Experimental and deprecated rules must be asked for. */
export function findRulesWithTags(tags: readonly string[]): string[] {
  return rules
    .filter((rule) => !isUnusable(rule))
    .filter((rule) => rule.tags.some((tag) => tags.includes(tag)))
    .filter((rule) => optInTags.every((tag) => !rule.tags.includes(tag) || tags.includes(tag)))
    .map((rule) => rule.ruleId);
}
