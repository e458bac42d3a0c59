import { affectedPeople } from '../rule-sets/affected-people.ts';
import { ruleTextOf } from '../rule-sets/rule-text.ts';
import { ruleOf } from '../rule-sets/rules.ts';
import { criterionByNumber, type SuccessCriterion } from '../wcag/criteria.ts';
import type { ReportCriterion, RuleFindings } from './report.ts';
import type { RuleTally } from './rule-tally.ts';

/** Returns what a report says of one rule, without its elements. @param tally of all its elements, of one kind */
export function ruleFindingsOf({ ruleId, impact, pages, elements }: RuleTally): RuleFindings {
  const { help, description, helpUrl, remedy, successCriteria, bestPractice, tags } = ruleTextOf(ruleId);
  const rule = ruleOf(ruleId);
  return {
    ruleId,
    help,
    description,
    helpUrl,
    impact,
    affects: rule ? affectedPeople(rule) : null,
    remedy,
    successCriteria,
    criteria: successCriteria.flatMap((number) => criterionByNumber(number) ?? []).map(criterionView),
    bestPractice,
    tags,
    pageCount: pages,
    nodeCount: elements,
    nodes: [],
  };
}

/** Returns a success criterion as reports show it. */
export function criterionView({ number, name, level, url }: SuccessCriterion): ReportCriterion {
  return { number, name, level, url };
}
