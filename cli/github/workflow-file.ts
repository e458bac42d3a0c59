import { randomUUID } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { formatGithubCommand } from '../terminal/log-commands.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits */
const SUMMARY_BYTES_MAX = 1024 * 1024;

/**
 * Adds outputs of a step to the GITHUB_OUTPUT file. The delimiter is random, so that no value can end its own text and
 * set another output:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#multiline-strings.
 * @throws Error if the file cannot be written
 */
export function appendOutputs(path: string, outputs: Readonly<Record<string, string>>): void {
  const delimiter = `a11y_scan_${randomUUID()}`;
  const entries = Object.entries(outputs).map(
    ([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`,
  );
  appendFileSync(path, entries.join(''));
}

/**
 * Adds Markdown to the GITHUB_STEP_SUMMARY file.
 * @returns false if the file would be larger than GitHub allows; nothing is then written
 * @throws Error if the file cannot be written
 */
export function appendSummary(path: string, markdown: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size + Buffer.byteLength(markdown) + 1 > SUMMARY_BYTES_MAX) return false;
  appendFileSync(path, `${markdown}\n`);
  return true;
}

/** Formats a notice that GitHub shows above the log. It does not fail the step. */
export function formatNotice(title: string, message: string): string {
  return formatGithubCommand('notice', { title: escapeLogLine(title) }, escapeLogLine(message));
}
