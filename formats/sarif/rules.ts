import type { ReportingConfiguration, ReportingDescriptor, Result } from 'sarif';
import type { FindingKind } from '../../core/findings/finding-kind.ts';
import { getRuleSource } from '../../core/rule-sets/rules.ts';
import type { Impact } from '../../core/scans/page-result.ts';
import { toSentence } from '../../core/text/sentence.ts';
import type { RuleText } from '../parts/rule-texts.ts';
import { escapeMessageText } from './text.ts';

/** SARIF's level and rank (0 to 100) for each impact. */
export const levels: Record<Impact, { level: 'error' | 'warning' | 'note'; rank: number }> = {
  critical: { level: 'error', rank: 100 },
  serious: { level: 'error', rank: 75 },
  moderate: { level: 'warning', rank: 50 },
  minor: { level: 'note', rank: 25 },
};

/**
 * Returns kind, level and rank of a finding. A finding that needs review has no level (SARIF 2.1.0, section 3.27.10).
 */
export function getResultSeverity(
  kind: FindingKind,
  impact: Impact,
): Pick<Result, 'kind' | 'level' | 'rank'> {
  const { level, rank } = levels[impact];
  return kind === 'violation' ? { kind: 'fail', level, rank } : { kind: 'review', level: 'none', rank };
}

/** Returns the default level and rank of a rule's findings. */
export function buildConfiguration(impact: Impact): ReportingConfiguration {
  return { enabled: true, ...levels[impact] };
}

/** Maximum number of characters that GitHub accepts in a rule's descriptions. */
export const DESCRIPTION_LENGTH_MAX = 1_024;

/**
 * Maximum number of tags that GitHub shows for a rule. Source:
 * https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit
 */
export const TAGS_MAX = 10;

/** Levels by which GitHub sorts rules that are not about security. */
const severities = { error: 'error', warning: 'warning', note: 'recommendation' } as const;

/** Returns the descriptor of a rule for both SARIF formats, without relationships. */
export function buildDescriptor(rule: RuleText): ReportingDescriptor {
  const { ruleId, help, description, helpUrl, remedy, impact, successCriteria, bestPractice, assumptions } =
    rule;
  const criteria = successCriteria.map((number) => `WCAG ${number}`);
  const general = [
    description,
    remedy,
    assumptions ? `It assumes: ${assumptions}` : null,
    criteria.length > 0 ? `${criteria.join(', ')}.` : null,
  ];
  const text = general
    .filter((each) => each !== null)
    .map(toSentence)
    .join(' ');
  return {
    id: ruleId,
    name: toPascalCase(ruleId),
    shortDescription: { text: escapeMessageText(help, DESCRIPTION_LENGTH_MAX) },
    fullDescription: { text: escapeMessageText(description, DESCRIPTION_LENGTH_MAX) },
    help: {
      text: escapeMessageText(text, 4 * DESCRIPTION_LENGTH_MAX),
      markdown: helpUrl ? `${escapeMarkdown(text)} [About the rule](${helpUrl}).` : escapeMarkdown(text),
    },
    ...(helpUrl ? { helpUri: helpUrl } : {}),
    defaultConfiguration: buildConfiguration(impact),
    properties: {
      tags: ['accessibility', ...criteria, ...(bestPractice ? ['best-practice'] : [])].slice(0, TAGS_MAX),
      source: getRuleSource(ruleId),
      precision: 'high',
      'problem.severity': severities[levels[impact].level],
    },
  };
}

/** Returns a rule's id in SARIF's naming style: `color-contrast` becomes `ColorContrast`. */
function toPascalCase(ruleId: string): string {
  const words = ruleId.split(/[^A-Za-z\d]+/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

function escapeMarkdown(text: string): string {
  return escapeMessageText(text, 4 * DESCRIPTION_LENGTH_MAX)
    .replace(/[\\`*_[\]#|~]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
