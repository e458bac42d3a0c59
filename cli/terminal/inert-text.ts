import { inertText } from '../../core/reports/inert-text.ts';
import { inertLine as inertOnOneLine } from '../../forms/inert/line.ts';

/**
 * `::` where a line of a build log may begin after text was wrapped there. GitHub's runner takes a line for a command
 * when `::` comes first after any white space, and `##[` wherever it stands
 * (https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs); Azure's agent takes `##vso[`
 * wherever it stands
 * (https://github.com/microsoft/azure-pipelines-agent/blob/master/src/Microsoft.VisualStudio.Services.Agent/Command.cs).
 * GitLab's section markers (https://docs.gitlab.com/ci/jobs/job_logs/#custom-collapsible-sections) and Jenkins' console
 * notes (https://javadoc.jenkins.io/hudson/console/ConsoleNote.html) are made with control characters.
 */
const colonsOfCommand = /(?<!\S):{2,}/g;

/**
 * Text from a page, a server or a file as one line that drives neither a terminal nor the log of a CI, wherever on a
 * line it is put and wherever it is wrapped: control and bidirectional characters are shown as `[U+001B]`, runs of white
 * space are one space, and what a CI would take for a command is broken by a space (`: :error`, `## [error]`).
 * @param max UTF-16 units up to which it is kept; longer text ends with `…`
 */
export function inertLine(text: string, max = Number.POSITIVE_INFINITY): string {
  return inertOnOneLine(text, max).replace(colonsOfCommand, (colons) => Array.from(colons).join(' '));
}

/** As `inertLine`, but the text keeps its lines and the spaces that they begin with. */
export function inertBlock(text: string): string {
  return inertText(text)
    .split('\n')
    .map((line) => indentOf(line) + inertLine(line))
    .join('\n');
}

/** A tab is two spaces. */
function indentOf(line: string): string {
  const [indent = ''] = /^[ \t]*(?=\S)/.exec(line) ?? [];
  return indent.replaceAll('\t', '  ');
}
