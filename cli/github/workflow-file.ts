import { randomUUID } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { formatGithubCommand } from '../terminal/log-commands.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits */
const SUMMARY_BYTES_MAX = 1024 * 1024;

/**
 * Adds outputs of a step to the file that GITHUB_OUTPUT names. The delimiter is random, so that no value can end its
 * own text and set another output:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#multiline-strings.
 * @throws Error when the file cannot be written
 */
export function appendOutputs(path: string, outputs: Readonly<Record<string, string>>): void {
  const delimiter = `a11y_scan_${randomUUID()}`;
  const entries = Object.entries(outputs).map(
    ([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`,
  );
  appendFileSync(path, entries.join(''));
}

/**
 * Adds Markdown to the file that GITHUB_STEP_SUMMARY names.
 * @returns false where it would make the file larger than GitHub takes; nothing is then written
 * @throws Error when the file cannot be written
 */
export function appendSummary(path: string, markdown: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (there + Buffer.byteLength(markdown) + 1 > SUMMARY_BYTES_MAX) return false;
  appendFileSync(path, `${markdown}\n`);
  return true;
}

/** A line that GitHub shows above the log, without failing anything. */
export function formatNotice(title: string, message: string): string {
  return formatGithubCommand('notice', { title: escapeLogLine(title) }, escapeLogLine(message));
}
