import { createUsageError } from '../errors.ts';
import type { Flags } from './flags.ts';

/** A member of the scan's config that a flag sets. */
export interface ConfigFlag {
  path: readonly PropertyKey[];
  value: unknown;
  /** The flag with what was given, for errors. */
  source: string;
}

type Reader = (text: string, flag: string) => unknown;

const asText: Reader = (text) => text;
const asNumber: Reader = (text, flag) => parseWholeNumber(flag, text, 0, Number.MAX_SAFE_INTEGER);
const asViewport: Reader = (text) => {
  const [, width, height] = /^(\d{1,6})x(\d{1,6})$/i.exec(text) ?? [];
  return width === undefined ? text : { width: Number(width), height: Number(height) };
};

/** Members of the config, by flag: the name of the flag among `Flags`, the flag, the path of the member. */
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
 * The members of the config that flags set, but for `rules`, `failOn` and `baseline`. Whether values are allowed ones is
 * left to the schema.
 * @throws CliError for what is no number and should be one
 */
export function readConfigFlags(flags: Flags): ConfigFlag[] {
  return configFlagDefinitions.flatMap(([name, flag, path, read]) => {
    const text = flags[name];
    return text === undefined ? [] : [{ path, value: read(text, flag), source: `${flag} ${text}` }];
  });
}

/** The rule sets that `--rules` names, with commas or repeated. */
export function parseRuleSetNames(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',')).map((name) => name.trim());
}

/**
 * The whole number that a flag's value says.
 * @throws CliError when it says none, or one that is not within the bounds
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
