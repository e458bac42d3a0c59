import { escapeText } from '../../core/text/active-characters.ts';
import { escapeLine } from '../../core/text/line.ts';

/**
 * `::` at a position where a line of a build log could begin after the text was wrapped. GitHub's runner reads a line
 * as a command if `::` comes first after white space, and reads `##[` at any position
 * (https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs). Azure's agent reads `##vso[` at any
 * position
 * (https://github.com/microsoft/azure-pipelines-agent/blob/master/src/Microsoft.VisualStudio.Services.Agent/Command.cs).
 * GitLab's section markers (https://docs.gitlab.com/ci/jobs/job_logs/#custom-collapsible-sections) and Jenkins' console
 * notes (https://javadoc.jenkins.io/hudson/console/ConsoleNote.html) consist of control characters.
 */
const COLONS_OF_COMMAND = /(?<!\S):{2,}/g;

/**
 * Returns text from a page, a server or a file as one line that has no effect on a terminal or on a CI's log, at any
 * position in a line and after any wrapping. Active characters become `[U+001B]` and white space becomes one space. A
 * space breaks the beginning of a CI command (`: :error`, `## [error]`).
 * @param max length in UTF-16 units; longer text ends with `…`
 */
export function escapeLogLine(text: string, max = Number.POSITIVE_INFINITY): string {
  return escapeLine(text, max).replace(COLONS_OF_COMMAND, (colons) => Array.from(colons).join(' '));
}

/** Escapes text as `escapeLogLine` does, but keeps its lines and their indentation. */
export function escapeLogBlock(text: string): string {
  return escapeText(text)
    .split('\n')
    .map((line) => getIndent(line) + escapeLogLine(line))
    .join('\n');
}

/** Returns the indentation of a line, with each tab as two spaces. */
function getIndent(line: string): string {
  const [indent = ''] = /^[ \t]*(?=\S)/.exec(line) ?? [];
  return indent.replaceAll('\t', '  ');
}
