import type { ReportingConfiguration, ReportingDescriptor, Result } from 'sarif';
import type { FindingKind } from '../../core/findings/finding-kind.ts';
import type { Impact } from '../../core/scans/page-result.ts';
import { toSentence } from '../../core/text/sentence.ts';
import type { RuleText } from '../parts/rule-texts.ts';
import { escapeMessageText } from './text.ts';

/** How bad an impact is in SARIF: its level, and its rank from 0 to 100. */
export const levels: Record<Impact, { level: 'error' | 'warning' | 'note'; rank: number }> = {
  critical: { level: 'error', rank: 100 },
  serious: { level: 'error', rank: 75 },
  moderate: { level: 'warning', rank: 50 },
  minor: { level: 'note', rank: 25 },
};

/** What SARIF says of a finding: what needs review has no level (SARIF 2.1.0, section 3.27.10). */
export function getResultSeverity(
  kind: FindingKind,
  impact: Impact,
): Pick<Result, 'kind' | 'level' | 'rank'> {
  const { level, rank } = levels[impact];
  return kind === 'violation' ? { kind: 'fail', level, rank } : { kind: 'review', level: 'none', rank };
}

/** What a rule's findings are unless they say otherwise. */
export function buildConfiguration(impact: Impact): ReportingConfiguration {
  return { enabled: true, ...levels[impact] };
}

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
export function buildDescriptor(rule: RuleText): ReportingDescriptor {
  const { ruleId, help, description, helpUrl, remedy, impact, successCriteria, bestPractice } = rule;
  const criteria = successCriteria.map((number) => `WCAG ${number}`);
  const general = [description, remedy, criteria.length > 0 ? `${criteria.join(', ')}.` : null];
  const text = general
    .filter((each) => each !== null)
    .map(toSentence)
    .join(' ');
  return {
    id: ruleId,
    name: nameOf(ruleId),
    shortDescription: { text: escapeMessageText(help, DESCRIPTION_LENGTH_MAX) },
    fullDescription: { text: escapeMessageText(description, DESCRIPTION_LENGTH_MAX) },
    help: {
      text: escapeMessageText(text, 4 * DESCRIPTION_LENGTH_MAX),
      markdown: helpUrl ? `${escaped(text)} [About the rule](${helpUrl}).` : escaped(text),
    },
    ...(helpUrl ? { helpUri: helpUrl } : {}),
    defaultConfiguration: buildConfiguration(impact),
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
  return escapeMessageText(text, 4 * DESCRIPTION_LENGTH_MAX)
    .replace(/[\\`*_[\]#|~]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
