import { isAbsolute, normalize, resolve } from 'node:path';
import { suggestNames } from '../../core/problems/nearest.ts';
import { type ReportFormat, reportFormatNames } from '../../core/reports/report-formats.ts';
import { type CliError, createUsageError } from '../errors.ts';
import type { RequestedOutput } from './settings.ts';

/** The path that stands for standard output. */
const STDOUT = '-';

/**
 * Reads the values of `--output`.
 * @throws CliError when a format is unknown or a path is missing
 */
export function readOutputFlags(values: readonly string[]): RequestedOutput[] {
  return values.map((value) => {
    const [format = ''] = value.split('=', 1);
    const path = value.slice(format.length + 1);
    if (!isFormat(format)) {
      if (!value.includes('=') && /[./\\]/.test(value)) throw withoutFormat(value);
      const meant = suggestNames(format, reportFormatNames);
      throw createUsageError('invalid-settings', `--output ${value}: ${format} is no format; ${meant}`);
    }
    if (path === '') {
      throw createUsageError(
        'invalid-settings',
        `--output ${value} needs a path after =, as in --output ${format}=report; - is standard output.`,
      );
    }
    return { format, path };
  });
}

/** A path alone, as other tools take it. */
function withoutFormat(path: string): CliError {
  const named = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return createUsageError(
    'invalid-settings',
    `--output ${path} needs a format before the path, as in --output ${isFormat(named) ? named : 'html'}=${path}; there are ${reportFormatNames.join(', ')}.`,
  );
}

/**
 * The outputs that a configuration file asks for. What comes with a repository may write below the working directory
 * only, for whoever proposes a change to it may not write elsewhere either.
 * @throws CliError when a path leads out of it
 */
export function toRequestedOutputs(
  outputs: Partial<Record<ReportFormat, string>>,
  file: string,
): RequestedOutput[] {
  return Object.entries(outputs).map(([format, path]) => {
    if (path !== STDOUT && (isAbsolute(path) || /^\.\.([/\\]|$)/.test(normalize(path)))) {
      throw createUsageError(
        'invalid-settings',
        `${file}: outputs.${format} must be a path below the working directory, not ${JSON.stringify(path)}.`,
        `A path elsewhere can be given by flag: --output ${format}=…`,
      );
    }
    return { format: format as ReportFormat, path, confined: true };
  });
}

/**
 * Holds outputs against each other.
 * @throws CliError when two have the same path, or standard output is asked for twice
 */
export function checkOutputs(
  outputs: readonly RequestedOutput[],
  { cwd, json }: { cwd: string; json: boolean },
): void {
  const byPath = new Map<string, RequestedOutput>();
  for (const output of outputs) {
    const path = findStandardStream(output.path) === 'stdout' ? STDOUT : resolve(cwd, output.path);
    const other = byPath.get(path);
    if (other !== undefined) {
      const where = path === STDOUT ? 'standard output' : output.path;
      throw createUsageError(
        'invalid-settings',
        `Two outputs, ${other.format} and ${output.format}, have the same path: ${where}.`,
      );
    }
    byPath.set(path, output);
  }
  const toStdout = byPath.get(STDOUT);
  if (json && toStdout !== undefined) {
    throw createUsageError(
      'invalid-settings',
      `Standard output cannot take both --json and the output ${toStdout.format}=${toStdout.path}.`,
      `Write one of them to a file: --output ${toStdout.format}=report`,
    );
  }
}

function isFormat(text: string): text is ReportFormat {
  return (reportFormatNames as readonly string[]).includes(text);
}

const streams: Readonly<Record<string, 'stdout' | 'stderr'>> = {
  '-': 'stdout',
  '/dev/stdout': 'stdout',
  '/dev/fd/1': 'stdout',
  '/proc/self/fd/1': 'stdout',
  '/dev/stderr': 'stderr',
  '/dev/fd/2': 'stderr',
  '/proc/self/fd/2': 'stderr',
};

/** The standard stream that a path of an output stands for; null for a file. */
export function findStandardStream(path: string): 'stdout' | 'stderr' | null {
  return Object.hasOwn(streams, path) ? (streams[path] ?? null) : null;
}
