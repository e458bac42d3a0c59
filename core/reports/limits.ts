import { type RuleSetName, ruleSets } from '../rule-sets/rule-sets.ts';
import { findRulesOfCriterion, isRare } from '../rule-sets/rules.ts';
import { listCriteriaInScope, type SuccessCriterion, successCriteria } from '../wcag/criteria.ts';
import { getManualTest } from '../wcag/manual-tests.ts';
import type { ReportLimits, UntestedCriterion } from './report.ts';
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
 * @param ruleIds the rules of the scan
 * @param rulesThatRan rules that ran on at least one page
 * @returns the statement, and the criteria of the chosen standards: those to which a rule that ran belongs, with these
 *   rules, and the others, with the reason and what a person has to do
 */
export function buildReportLimits(
  names: readonly RuleSetName[],
  ruleIds: readonly string[],
  rulesThatRan: ReadonlySet<string>,
): ReportLimits {
  const chosen = new Set(
    names.flatMap((name) => listScopeCriteria(name).map((criterion) => criterion.number)),
  );
  const limits: ReportLimits = { statement: STATEMENT, criteriaTestedInPart: [], criteriaNotTested: [] };
  for (const criterion of successCriteria.filter(({ number }) => chosen.has(number))) {
    const existing = findRulesOfCriterion(criterion.number);
    const ran = [...existing].filter((ruleId) => rulesThatRan.has(ruleId)).sort();
    const view = toReportCriterion(criterion);
    if (ran.length > 0) limits.criteriaTestedInPart.push({ ...view, ruleIds: ran });
    else limits.criteriaNotTested.push({ ...view, ...explainNotTested(criterion, existing, ruleIds) });
  }
  return limits;
}

/**
 * Returns why no rule tested a criterion, and what a person has to do.
 * @param existing every rule that belongs to it
 */
function explainNotTested(
  { number }: SuccessCriterion,
  existing: ReadonlySet<string>,
  ruleIds: readonly string[],
): Pick<UntestedCriterion, 'reason' | 'why' | 'howToTest'> {
  const { why, test } = getManualTest(number);
  const ofScan = ruleIds.filter((ruleId) => existing.has(ruleId));
  if (ofScan.length > 0) {
    return { reason: 'not-run', why: `Rules that ran on no page: ${ofScan.join(', ')}.`, howToTest: test };
  }
  const others = [...existing].filter((ruleId) => !isRare(ruleId)).sort();
  if (others.length > 0) {
    const text = `Rules that this scan does not have: ${others.join(', ')}.`;
    return { reason: 'not-in-scan', why: text, howToTest: test };
  }
  return { reason: 'no-rule', why, howToTest: test };
}

function listScopeCriteria(name: RuleSetName): SuccessCriterion[] {
  const { scope } = ruleSets[name];
  return scope ? listCriteriaInScope(scope) : [];
}
