import type { Rule } from '../rule-sets/rule.ts';
import { findCriterion, type SuccessCriterion } from '../wcag/criteria.ts';
import type { CheckDefinition } from './check-definition.ts';

/** Returns a check as the data of a rule, with tags in axe-core's notation. */
export function toRule(check: CheckDefinition): Rule {
  const { id, help, description, impact, version, actRules, assumptions, question } = check;
  return {
    ruleId: id,
    help,
    description,
    impact,
    definition: `${id} ${version}`,
    tags: buildTags(check),
    actRules,
    source: 'a11y-scan',
    version: String(version),
    helpUrl: null,
    assumptions,
    question,
  };
}

function buildTags({ category, successCriteria, actRules }: CheckDefinition): string[] {
  const criteria = successCriteria.flatMap((number) => findCriterion(number) ?? []);
  return [
    ...new Set([
      `cat.${category}`,
      ...criteria.map(getLevelTag),
      ...criteria.map(({ number }) => `wcag${number.replaceAll('.', '')}`),
      ...criteria.flatMap(listEnTags),
      ...(actRules.length > 0 ? ['ACT'] : []),
      ...(criteria.length === 0 ? ['best-practice'] : []),
    ]),
  ];
}

/** Returns axe-core's tag of a level and of the version that introduced the criterion, e.g. `wcag21aa`. */
function getLevelTag({ level, since }: SuccessCriterion): string {
  const version = since === '2.0' ? '2' : since.replace('.', '');
  return `wcag${version}${level.toLowerCase()}`;
}

/**
 * Returns axe-core's tags of EN 301 549. Its clause 9 requires levels A and AA of WCAG 2.1, since version 4 of WCAG
 * 2.2.
 */
function listEnTags({ number, level, since }: SuccessCriterion): string[] {
  if (level === 'AAA') return [];
  return [since === '2.2' ? 'EN-301-549v4' : 'EN-301-549', `EN-9.${number}`];
}
