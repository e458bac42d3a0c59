import type { ReportingDescriptor } from 'sarif';
import { sentence } from '../../core/text/sentence.ts';
import type { RuleText } from '../parts/rule-texts.ts';
import { configurationOf, levels } from './level.ts';
import { messageText } from './text.ts';

/** Characters that GitHub takes of a rule's descriptions. */
export const DESCRIPTION_LENGTH_MAX = 1_024;

/**
 * Tags of a rule that GitHub shows at most. Source:
 * https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit
 */
export const TAGS_MAX = 10;

/** Levels by which GitHub sorts rules that are not about security. */
const severities = { error: 'error', warning: 'warning', note: 'recommendation' } as const;

/** A rule as both SARIF forms describe it; without relationships. */
export function descriptorOf(rule: RuleText): ReportingDescriptor {
  const { ruleId, help, description, helpUrl, remedy, impact, successCriteria, bestPractice } = rule;
  const criteria = successCriteria.map((number) => `WCAG ${number}`);
  const general = [description, remedy, criteria.length > 0 ? `${criteria.join(', ')}.` : null];
  const text = general
    .filter((each) => each !== null)
    .map(sentence)
    .join(' ');
  return {
    id: ruleId,
    name: nameOf(ruleId),
    shortDescription: { text: messageText(help, DESCRIPTION_LENGTH_MAX) },
    fullDescription: { text: messageText(description, DESCRIPTION_LENGTH_MAX) },
    help: {
      text: messageText(text, 4 * DESCRIPTION_LENGTH_MAX),
      markdown: helpUrl ? `${escaped(text)} [About the rule](${helpUrl}).` : escaped(text),
    },
    ...(helpUrl ? { helpUri: helpUrl } : {}),
    defaultConfiguration: configurationOf(impact),
    properties: {
      tags: ['accessibility', ...criteria, ...(bestPractice ? ['best-practice'] : [])].slice(0, TAGS_MAX),
      precision: 'high',
      'problem.severity': severities[levels[impact].level],
    },
  };
}

/** A rule's id as SARIF likes names: `color-contrast` is `ColorContrast`. */
function nameOf(ruleId: string): string {
  return ruleId.replace(/(?:^|[^A-Za-z\d]+)([A-Za-z\d])/g, (_, first: string) => first.toUpperCase());
}

function escaped(text: string): string {
  return messageText(text, 4 * DESCRIPTION_LENGTH_MAX)
    .replace(/[\\`*_[\]#|~]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
