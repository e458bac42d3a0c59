import { criteriaOf } from '../wcag/criteria.ts';
import { axeRules } from './axe-rules.ts';

/** Returns the ids of the rules that belong to a success criterion, e.g. `1.4.3`. */
export function rulesOfCriterion(criterion: string): ReadonlySet<string> {
  return new Set(
    axeRules.filter(({ tags }) => criteriaOf(tags).includes(criterion)).map(({ ruleId }) => ruleId),
  );
}
