import { escapeText } from '../../../core/text/active-characters.ts';
import type { ReportFinding } from '../../api/types.ts';
import { findingTerms } from '../../text/en/finding-terms.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatPath } from './format-path.ts';

const t = resultsText.finding;

/**
 * Returns a finding as Markdown, for a ticket. Texts of the page are code, so that they are shown as they are, without
 * characters that would reorder or hide a part of them.
 */
export function formatFindingMarkdown(finding: ReportFinding): string {
  const { ruleId, help, impact, successCriteria, howToFix, html, url, target, path, fingerprint } = finding;
  const rule = [`\`${ruleId}\``, ...successCriteria.map((number) => `WCAG ${number}`)].join(', ');
  return [
    `**${findingTerms.impacts[impact]}: ${help ?? ruleId}** (${rule})`,
    '',
    `- ${t.fix}: ${formatCode(howToFix)}`,
    `- ${t.page}: ${formatCode(url)}`,
    `- ${t.element}: ${formatCode(formatPath(path ?? target))}`,
    ...(fingerprint === null ? [] : [`- ${t.fingerprint}: \`${fingerprint}\``]),
    '',
    formatBlock(html),
    '',
  ].join('\n');
}

/** Returns code in a line. The fence is longer than each run of backticks in it. */
function formatCode(text: string): string {
  const line = escapeText(text).replaceAll(/\n+/g, ' ');
  const fence = '`'.repeat(findLongestRun(line) + 1);
  return `${fence} ${line} ${fence}`;
}

function formatBlock(text: string): string {
  const code = escapeText(text);
  const fence = '`'.repeat(Math.max(3, findLongestRun(code) + 1));
  return `${fence}html\n${code}\n${fence}`;
}

function findLongestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
