import { getAffectedPeople } from '../rule-sets/affected-people.ts';
import { getRuleText } from '../rule-sets/rule-text.ts';
import { findRule } from '../rule-sets/rules.ts';
import { findCriterion, type SuccessCriterion } from '../wcag/criteria.ts';
import type { ReportCriterion, RuleFindings } from './report.ts';
import type { RuleTally } from './rule-tally.ts';

/** Returns the report's entry of one rule, without its elements. @param tally counts of all its elements of one kind */
export function buildRuleFindings({ ruleId, impact, pages, elements }: RuleTally): RuleFindings {
  const text = getRuleText(ruleId);
  const { help, description, helpUrl, remedy, successCriteria, bestPractice, tags } = text;
  const { source, actRules, assumptions } = text;
  const rule = findRule(ruleId);
  return {
    ruleId,
    help,
    description,
    helpUrl,
    impact,
    affects: rule ? getAffectedPeople(rule) : null,
    remedy,
    successCriteria,
    criteria: successCriteria.flatMap((number) => findCriterion(number) ?? []).map(toReportCriterion),
    bestPractice,
    tags,
    source,
    actRules,
    assumptions,
    pageCount: pages,
    nodeCount: elements,
    nodes: [],
  };
}

/** Returns a success criterion as reports show it. */
export function toReportCriterion({ number, name, level, url }: SuccessCriterion): ReportCriterion {
  return { number, name, level, url };
}
