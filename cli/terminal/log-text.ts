import { escapeText } from '../../core/text/active-characters.ts';
import { escapeLine } from '../../core/text/line.ts';

/**
 * `::` where a line of a build log may begin after text was wrapped there. GitHub's runner takes a line for a command
 * when `::` comes first after any white space, and `##[` wherever it stands
 * (https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs); Azure's agent takes `##vso[`
 * wherever it stands
 * (https://github.com/microsoft/azure-pipelines-agent/blob/master/src/Microsoft.VisualStudio.Services.Agent/Command.cs).
 * GitLab's section markers (https://docs.gitlab.com/ci/jobs/job_logs/#custom-collapsible-sections) and Jenkins' console
 * notes (https://javadoc.jenkins.io/hudson/console/ConsoleNote.html) are made with control characters.
 */
const COLONS_OF_COMMAND = /(?<!\S):{2,}/g;

/**
 * Returns text from a page, a server or a file as one line that has no effect on a terminal or on the log of a CI,
 * wherever it stands on a line and wherever it is wrapped: active characters are shown as `[U+001B]`, white space becomes
 * one space, and a space breaks what a CI would take for a command (`: :error`, `## [error]`).
 * @param max length in UTF-16 units; longer text ends with `…`
 */
export function escapeLogLine(text: string, max = Number.POSITIVE_INFINITY): string {
  return escapeLine(text, max).replace(COLONS_OF_COMMAND, (colons) => Array.from(colons).join(' '));
}

/** Returns the text as `escapeLogLine` does, but with its lines and their indentation. */
export function escapeLogBlock(text: string): string {
  return escapeText(text)
    .split('\n')
    .map((line) => indentOf(line) + escapeLogLine(line))
    .join('\n');
}

/** A tab is two spaces. */
function indentOf(line: string): string {
  const [indent = ''] = /^[ \t]*(?=\S)/.exec(line) ?? [];
  return indent.replaceAll('\t', '  ');
}
