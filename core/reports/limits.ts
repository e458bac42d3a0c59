import { type RuleSetName, ruleSets } from '../rule-sets/rule-sets.ts';
import { findRule } from '../rule-sets/rules.ts';
import {
  listCriteriaInScope,
  listCriteriaOfTags,
  type SuccessCriterion,
  successCriteria,
} from '../wcag/criteria.ts';
import type { ReportLimits } from './report.ts';
import { toReportCriterion } from './rule-findings.ts';

const STATEMENT =
  'Automated checks find only some accessibility problems. They can detect that an image has no alternative text, ' +
  'but not whether a text says what the image shows; that a button has a name, but not whether the page can be ' +
  'used with a keyboard or makes sense when it is read aloud. A report without violations is no evidence of ' +
  'conformance with any standard: that takes people who test, with assistive technology, on real tasks.';

/** The statement in one sentence. */
export const SHORT_LIMITS_TEXT =
  'Automated checks find only some accessibility problems; people must find the others.';

/**
 * Returns the limits of the report.
 * @param names the rule sets of the scan
 * @param rulesThatRan rules that ran on at least one page
 * @returns the statement, and the criteria of the chosen standards, divided by whether a rule that ran belongs to them
 */
export function buildReportLimits(
  names: readonly RuleSetName[],
  rulesThatRan: ReadonlySet<string>,
): ReportLimits {
  const chosen = new Set(
    names.flatMap((name) => listScopeCriteria(name).map((criterion) => criterion.number)),
  );
  const tested = new Set(
    [...rulesThatRan].flatMap((ruleId) => listCriteriaOfTags(findRule(ruleId)?.tags ?? [])),
  );
  const inScope = successCriteria.filter((criterion) => chosen.has(criterion.number));
  return {
    statement: STATEMENT,
    criteriaTestedInPart: inScope.filter((criterion) => tested.has(criterion.number)).map(toReportCriterion),
    criteriaNotTested: inScope.filter((criterion) => !tested.has(criterion.number)).map(toReportCriterion),
  };
}

function listScopeCriteria(name: RuleSetName): SuccessCriterion[] {
  const { scope } = ruleSets[name];
  return scope ? listCriteriaInScope(scope) : [];
}
