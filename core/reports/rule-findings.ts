import { affectedPeople } from '../rule-sets/affected-people.ts';
import { axeRule, isBestPractice } from '../rule-sets/axe-rule.ts';
import { remedyFor } from '../rule-sets/remedies.ts';
import { criteriaOf, criterionByNumber } from '../wcag/criteria.ts';
import type { ReportCriterion, RuleFindings } from './report.ts';
import type { RuleTally } from './rule-tally.ts';

/** What a report says of one rule, without the elements themselves. @param tally of all its elements, of one kind */
export function ruleFindingsOf(tally: RuleTally): RuleFindings {
  const { ruleId, impact } = tally;
  const rule = axeRule(ruleId);
  const tags = [...(rule?.tags ?? [])];
  const successCriteria = criteriaOf(tags);
  return {
    ruleId,
    help: rule?.help ?? ruleId,
    description: rule?.description ?? ruleId,
    helpUrl: rule?.helpUrl ?? null,
    impact,
    affects: rule ? affectedPeople(rule) : null,
    remedy: remedyFor(ruleId),
    successCriteria,
    criteria: successCriteria.flatMap(criterionView),
    bestPractice: isBestPractice(ruleId),
    tags,
    pageCount: tally.pages,
    nodeCount: tally.elements,
    nodes: [],
  };
}

function criterionView(plainNumber: string): ReportCriterion[] {
  const criterion = criterionByNumber(plainNumber);
  if (!criterion) return [];
  const { number, name, level, url } = criterion;
  return [{ number, name, level, url }];
}
