import { escapeText } from './active-characters.ts';

/**
 * Texts that a build log interprets as commands: `::error` and the like at the start of a line
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands), and anywhere in a line `##[`,
 * `##vso[` (https://learn.microsoft.com/en-us/azure/devops/pipelines/scripts/logging-commands) and `##teamcity[`
 * (https://www.jetbrains.com/help/teamcity/service-messages.html).
 */
const COMMAND_AT_START = /^(\s*):(?=:)/;
const COMMAND_WITHIN = /##(?=[a-z]*\[)/gi;

/** Matches texts that may need escaping. Most texts do not, and this test is cheaper than the replacements. */
const SUSPICIOUS = /[^\x20-\x7e]| {2}|^ | $|##|^::/;

/**
 * Returns text from a scanned page as one line that is safe to print: active characters are replaced by their code
 * points, white space becomes one space, and a space breaks build log commands.
 * @param max length in UTF-16 units; longer text ends with `…`
 */
export function escapeLine(text: string, max = Number.POSITIVE_INFINITY): string {
  // Cut first: hostile text may be long.
  const bounded = text.length > 4 * max ? text.slice(0, 4 * max) : text;
  if (!SUSPICIOUS.test(bounded)) return truncate(bounded, max);
  const line = escapeText(bounded)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(COMMAND_AT_START, '$1: ')
    .replace(COMMAND_WITHIN, '## ');
  return truncate(line, max);
}

/**
 * Returns the text, cut to `max` UTF-16 units with `…` at its end if it is longer. Never cuts a surrogate pair in half.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, Math.max(0, max - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}
