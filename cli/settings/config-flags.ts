import { createUsageError } from '../errors.ts';
import type { Flags } from './flags.ts';

/** A member of the scan's config that a flag sets. */
export interface ConfigFlag {
  path: readonly PropertyKey[];
  value: unknown;
  /** The flag and its value, for errors. */
  source: string;
}

type Reader = (text: string, flag: string) => unknown;

const asText: Reader = (text) => text;
const asNumber: Reader = (text, flag) => parseWholeNumber(flag, text, 0, Number.MAX_SAFE_INTEGER);
const asViewport: Reader = (text) => {
  const [, width, height] = /^(\d{1,6})x(\d{1,6})$/i.exec(text) ?? [];
  return width === undefined ? text : { width: Number(width), height: Number(height) };
};

/** The flags that set members of the config: name in `Flags`, flag, path of the member, reader of the value. */
export const configFlagDefinitions = [
  ['url', '--url', ['url'], asText],
  ['maxPages', '--max-pages', ['maxPages'], asNumber],
  ['maxDepth', '--max-depth', ['maxDepth'], asNumber],
  ['crawl', '--crawl', ['crawl'], asText],
  ['viewport', '--viewport', ['viewport'], asViewport],
  ['colorScheme', '--color-scheme', ['colorScheme'], asText],
  ['priority', '--priority', ['priority'], asText],
  ['branch', '--branch', ['metadata', 'branch'], asText],
  ['targetBranch', '--target-branch', ['metadata', 'targetBranch'], asText],
  ['commit', '--commit', ['metadata', 'commit'], asText],
  ['pullRequest', '--pull-request', ['metadata', 'pullRequest'], asText],
] as const satisfies readonly (readonly [keyof Flags, string, readonly string[], Reader])[];

/**
 * Reads the flags that set members of the config, without `--rules`, `--fail-on` and `--baseline`. The schema checks
 * the values later.
 * @throws CliError for a value that must be a number and is not
 */
export function readConfigFlags(flags: Flags): ConfigFlag[] {
  return configFlagDefinitions.flatMap(([name, flag, path, read]) => {
    const text = flags[name];
    return text === undefined ? [] : [{ path, value: read(text, flag), source: `${flag} ${text}` }];
  });
}

/** Returns the rule sets of `--rules`, separated by commas or repeated. */
export function parseRuleSetNames(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',')).map((name) => name.trim());
}

/**
 * Parses the value of a flag as a whole number.
 * @throws CliError if it is no whole number, or outside the bounds
 */
export function parseWholeNumber(flag: string, text: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  if (max === Number.MAX_SAFE_INTEGER)
    throw createUsageError('invalid-settings', `${flag} must be a whole number, not ${text}.`);
  throw createUsageError(
    'invalid-settings',
    `${flag} must be a whole number from ${min} to ${max}, not ${text}.`,
  );
}
