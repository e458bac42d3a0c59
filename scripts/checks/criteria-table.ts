import type { CheckDefinition } from '../../core/checks/check-definition.ts';
// Not `rules.ts`, which imports what is generated.
import { axeRules } from '../../core/rule-sets/axe-rules.ts';
import { listCriteriaInScope, listCriteriaOfTags, type SuccessCriterion } from '../../core/wcag/criteria.ts';
import { getManualTest } from '../../core/wcag/manual-tests.ts';

/** A success criterion with the rules that test a part of it. */
interface Coverage {
  criterion: SuccessCriterion;
  axe: string[];
  own: CheckDefinition[];
}

/**
 * Returns a section in Markdown with a table of all success criteria of WCAG 2.2, levels A and AA: which rules of
 * axe-core and which checks test a part of each, and why no rule tests the others.
 */
export function renderCriteria(checks: readonly CheckDefinition[]): string {
  const coverage = listCriteriaInScope({ version: '2.2', level: 'AA' }).map(
    (criterion): Coverage => ({
      criterion,
      axe: axeRules.filter(isUsual).flatMap((rule) => (isAbout(rule.tags, criterion) ? rule.ruleId : [])),
      own: checks.filter(({ successCriteria }) => successCriteria.includes(criterion.number)),
    }),
  );
  const count = (isCounted: (each: Coverage) => boolean) => coverage.filter(isCounted).length;
  const canFail = ({ axe, own }: Coverage) => axe.length > 0 || own.some(hasViolations);
  return `## Success criteria

No rule decides a whole success criterion. Of the ${coverage.length} criteria of WCAG 2.2, levels A and AA, rules test in part:

| | criteria |
|---|---|
| axe-core alone (\`config.checks: "axe"\`) | ${count(({ axe }) => axe.length > 0)} |
| with these checks (\`"all"\`) | ${count(({ axe, own }) => axe.length + own.length > 0)} |
| of these, with violations and not only questions | ${count(canFail)} |
| no rule | ${count(({ axe, own }) => axe.length + own.length === 0)} |

A check with * only asks for a review. Experimental and deprecated rules of axe-core do not count. The last column says
why a person has to test a criterion without a rule.

| criterion | level | rules of axe-core | checks of the service itself | no rule, because |
|---|---|---|---|---|
${coverage.map(renderRow).join('\n')}
`;
}

function renderRow({ criterion, axe, own }: Coverage): string {
  const { number, name, level, url } = criterion;
  const checks = own.map((check) => `[${check.id}](${check.id}.md)${hasViolations(check) ? '' : ' *'}`);
  const why = axe.length + own.length > 0 ? '' : getManualTest(number).why;
  return `| [${number} ${name}](${url}) | ${level} | ${axe.join(', ')} | ${checks.join(', ')} | ${why} |`;
}

/** True for the rules that axe-core runs by default. */
function isUsual({ tags }: { tags: readonly string[] }): boolean {
  return !tags.includes('experimental') && !tags.includes('deprecated');
}

function isAbout(tags: readonly string[], { number }: SuccessCriterion): boolean {
  return listCriteriaOfTags(tags).includes(number);
}

function hasViolations({ kinds }: CheckDefinition): boolean {
  return kinds.includes('violation');
}
