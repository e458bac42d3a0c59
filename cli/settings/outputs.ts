import { isAbsolute, normalize, resolve } from 'node:path';
import { suggestNames } from '../../core/problems/nearest.ts';
import { type ReportFormat, reportFormatNames } from '../../core/reports/report-formats.ts';
import { type CliError, createUsageError } from '../errors.ts';
import type { RequestedOutput } from './settings.ts';

/** The path that stands for standard output. */
const STDOUT = '-';

/**
 * Parses the values of `--output`.
 * @throws CliError if a format is unknown or a path is missing
 */
export function readOutputFlags(values: readonly string[]): RequestedOutput[] {
  return values.map((value) => {
    const [format = ''] = value.split('=', 1);
    const path = value.slice(format.length + 1);
    if (!isFormat(format)) {
      if (!value.includes('=') && /[./\\]/.test(value)) throw createFormatMissingError(value);
      const meant = suggestNames(format, reportFormatNames);
      throw createUsageError('invalid-settings', `--output ${value}: ${format} is not a format; ${meant}`);
    }
    if (path === '') {
      throw createUsageError(
        'invalid-settings',
        `--output ${value} needs a path after =, as in --output ${format}=report; - means standard output.`,
      );
    }
    return { format, path };
  });
}

/** Returns the error for a path without a format, as other tools accept it. */
function createFormatMissingError(path: string): CliError {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return createUsageError(
    'invalid-settings',
    `--output ${path} needs a format before the path, as in --output ${isFormat(extension) ? extension : 'html'}=${path}. The formats are ${reportFormatNames.join(', ')}.`,
  );
}

/**
 * Returns the outputs of a configuration file. They must be below the working directory, because anyone who proposes a
 * change to the repository can set them.
 * @throws CliError if a path is outside the working directory
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
        `To write elsewhere, use the flag: --output ${format}=…`,
      );
    }
    return { format: format as ReportFormat, path, confined: true };
  });
}

/**
 * Checks all outputs for conflicts.
 * @throws CliError if two have the same path, or both need standard output
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

/** Returns the standard stream of an output's path; null for a file. */
export function findStandardStream(path: string): 'stdout' | 'stderr' | null {
  return Object.hasOwn(streams, path) ? (streams[path] ?? null) : null;
}
