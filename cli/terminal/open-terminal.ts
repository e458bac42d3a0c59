import { stripVTControlCharacters } from 'node:util';
import { escapeJson } from '../../core/text/json.ts';
import type { CliError } from '../errors.ts';
import type { Host, Output } from '../host.ts';
import { escapeLogBlock } from './log-text.ts';
import { createProgressLog, ProgressLine } from './progress-line.ts';
import { coloredStyle, plainStyle, shouldUseColor } from './style.ts';
import type { Progress, Style, Terminal } from './terminal.ts';

/** Fewer columns would break lines after every other word. More columns are hard to read. */
const COLUMNS_MIN = 40;
const COLUMNS_MAX = 120;

const noProgress: Progress = { update: () => {}, end: () => {} };

/** Output settings of an invocation. */
export interface TerminalOptions {
  /** Whether standard output is one JSON document. All other text then goes to standard error. */
  json: boolean;
  /** Whether to omit notes and progress. With `json`, the result for people is omitted too. */
  quiet: boolean;
  /** True for `--color`, false for `--no-color`, null for neither. */
  color: boolean | null;
  /** Where the result goes: to standard error if a report format is written to standard output. */
  resultTarget: 'stdout' | 'stderr';
}

/**
 * Opens the text output of an invocation. The progress line is cleared before other text is written to the same
 * terminal, and removed at the first interruption.
 * @param now a monotonic clock, in milliseconds
 */
export function openTerminal(
  { stdout, stderr, env, interrupted, onResult }: Host,
  { json, quiet, color, resultTarget }: TerminalOptions,
  now: () => number = () => performance.now(),
): Terminal {
  const progressLine = stderr.isTTY && env.TERM !== 'dumb' ? new ProgressLine(stderr) : null;
  interrupted.addEventListener('abort', () => progressLine?.close(), { once: true });
  const warnings: string[] = [];
  const write = (output: Output, text: string) => {
    const styled = shouldUseColor(output, env, color) ? text : stripVTControlCharacters(text);
    // Both outputs may be the same terminal, so the progress line is cleared for both.
    if (progressLine === null) output.write(styled);
    else progressLine.writeAbove(() => output.write(styled));
  };
  const resultOutput = json || resultTarget === 'stderr' ? stderr : stdout;
  const note = (text: string) => {
    if (!quiet) write(stderr, `${text}\n`);
  };
  return {
    style: [stdout, stderr].some((output) => shouldUseColor(output, env, color)) ? coloredStyle : plainStyle,
    columns: Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, resultOutput.columns)),
    warnings,
    print: (text) => {
      if (!(json && quiet)) write(resultOutput, `${text}\n`);
    },
    note,
    warn: (text) => {
      warnings.push(stripVTControlCharacters(text));
      write(stderr, `${text}\n`);
    },
    error: (text) => write(stderr, `${text}\n`),
    progress: () => {
      if (quiet) return noProgress;
      return progressLine === null ? createProgressLog(note, now) : progressLine.begin();
    },
    json: (value) => {
      onResult?.(value);
      if (json) write(stdout, `${escapeJson(JSON.stringify(value, null, 2))}\n`);
    },
  };
}

/** Formats an error for people: what is wrong, then what to do next. An interruption has no label `Error:`. */
export function formatError({ exitStatus, message, hint }: CliError, { bold, red }: Style): string {
  const label = exitStatus === 'interrupted' ? '' : `${bold(red('Error:'))} `;
  return label + [message, ...(hint === undefined ? [] : [hint])].map(escapeLogBlock).join('\n');
}
