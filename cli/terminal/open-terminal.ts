import { stripVTControlCharacters } from 'node:util';
import { escapeJson } from '../../core/text/json.ts';
import type { CliError } from '../errors.ts';
import type { Host, Output } from '../host.ts';
import { escapeLogBlock } from './log-text.ts';
import { createProgressLog, ProgressLine } from './progress-line.ts';
import { coloredStyle, plainStyle, shouldUseColor } from './style.ts';
import type { Progress, Style, Terminal } from './terminal.ts';

/** Narrower lines would break every other word, longer ones are hard to read. */
const COLUMNS_MIN = 40;
const COLUMNS_MAX = 120;

const noProgress: Progress = { update: () => {}, end: () => {} };

/** How an invocation wants to be told things. */
export interface TerminalOptions {
  /** Standard output is one JSON document, and whatever else there is to say goes to standard error. */
  json: boolean;
  /** Neither notes nor progress; under `json` no result for people either. */
  quiet: boolean;
  /** True for `--color`, false for `--no-color`, null for neither. */
  color: boolean | null;
  /** Where the result goes: to standard error where a form of the report takes standard output. */
  resultTo: 'stdout' | 'stderr';
}

/**
 * Where an invocation says things. The line of progress is taken away before anything else is written to the same
 * terminal, and for good at the first interruption.
 * @param now a clock that only goes forward, in milliseconds
 */
export function openTerminal(
  { stdout, stderr, env, interrupted, onResult }: Host,
  { json, quiet, color, resultTo }: TerminalOptions,
  now: () => number = () => performance.now(),
): Terminal {
  const line = stderr.isTTY && env.TERM !== 'dumb' ? new ProgressLine(stderr) : null;
  interrupted.addEventListener('abort', () => line?.close(), { once: true });
  const warnings: string[] = [];
  const write = (output: Output, text: string) => {
    const marked = shouldUseColor(output, env, color) ? text : stripVTControlCharacters(text);
    // Both outputs may be one terminal, so the line gives way to either.
    if (line === null) output.write(marked);
    else line.below(() => output.write(marked));
  };
  const resultOutput = json || resultTo === 'stderr' ? stderr : stdout;
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
      return line === null ? createProgressLog(note, now) : line.begin();
    },
    json: (value) => {
      onResult?.(value);
      if (json) write(stdout, `${escapeJson(JSON.stringify(value, null, 2))}\n`);
    },
  };
}

/** An error as people read it: what is wrong, and on lines of its own what to do next. What a person did is no error. */
export function formatError({ ending, message, hint }: CliError, { bold, red }: Style): string {
  const label = ending === 'interrupted' ? '' : `${bold(red('Error:'))} `;
  return label + [message, ...(hint === undefined ? [] : [hint])].map(escapeLogBlock).join('\n');
}
