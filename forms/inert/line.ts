import { inertText } from '../../core/reports/inert-text.ts';

/**
 * What a build log would take for a command when it prints the text: `::error` and the like at the start of a
 * line (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands), and anywhere
 * in a line `##[`, `##vso[`
 * (https://learn.microsoft.com/en-us/azure/devops/pipelines/scripts/logging-commands) and `##teamcity[`
 * (https://www.jetbrains.com/help/teamcity/service-messages.html).
 */
const commandAtStart = /^(\s*):(?=:)/;
const commandWithin = /##(?=[a-z]*\[)/gi;

/** Anything that may have to be changed: most texts have nothing of it and are spared the work. */
const suspicious = /[^\x20-\x7e]| {2}|^ | $|##|^::/;

/**
 * Text from a scanned page as one line that does nothing wherever it is printed: active characters visible,
 * runs of white space one space, commands of build logs broken by a space.
 * @param max UTF-16 units up to which it is kept; longer text ends with `…`
 */
export function inertLine(text: string, max = Number.POSITIVE_INFINITY): string {
  // Cut before the work is done: hostile text may be long.
  const bounded = text.length > 4 * max ? text.slice(0, 4 * max) : text;
  if (!suspicious.test(bounded)) return cut(bounded, max);
  const line = inertText(bounded)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(commandAtStart, '$1: ')
    .replace(commandWithin, '## ');
  return cut(line, max);
}

/** The text, or as much of it as fits with `…` at its end; never half a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, Math.max(0, max - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}
