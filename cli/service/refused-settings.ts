import { ApiError } from '../../client/index.ts';
import { findNearest } from '../../core/problems/nearest.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { configFlagDefinitions } from '../settings/config-flags.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { toCliError } from './to-cli-error.ts';

/** Maximum number of values in a list, if none is similar. */
const ALLOWED_SHOWN = 25;

type Refusal = ApiError['errors'][number];

/**
 * Converts a refused scan request to an error that names the refused settings by their flags, with the most similar
 * valid value.
 * @param config the config of the request
 */
export function toRefusedSettingsError(error: unknown, config: object): CliError {
  const errors = error instanceof ApiError && error.code === 'invalid-request' ? error.errors : [];
  if (errors.length === 0) return toCliError(error);
  const lines = errors.map((refusal) => formatRefusal(refusal, config));
  const [only, ...others] = lines;
  const message =
    others.length === 0
      ? `The service refuses ${only}`
      : `The service refuses ${lines.length} settings:\n${lines.map((line) => `  ${line}`).join('\n')}`;
  return createUsageError(
    'invalid-request',
    message,
    `${others.length === 0 ? 'It' : 'Each'} is set with its flag or with the member of the same name in a11y-scan.config.json.`,
  );
}

function formatRefusal({ path, message, allowed }: Refusal, config: object): string {
  const value = getValue({ config }, path);
  const shown = typeof value === 'string' ? ` "${value}"` : '';
  return escapeLogLine(
    `${getSettingName(path)}${shown}: ${message}${formatSuggestion(value, message, allowed ?? [])}`,
  );
}

/** Returns a suggestion of valid values, unless the service's message has one. */
function formatSuggestion(value: unknown, message: string, allowed: NonNullable<Refusal['allowed']>): string {
  const names = allowed.map(String);
  if (names.length === 0 || message.includes('did you mean') || names.every((name) => message.includes(name)))
    return '';
  const near = typeof value === 'string' ? findNearest(value, names) : undefined;
  if (near !== undefined) return `; did you mean ${near}?`;
  return `; allowed are ${names.slice(0, ALLOWED_SHOWN).join(', ')}${names.length > ALLOWED_SHOWN ? ' and others' : ''}`;
}

/** Returns the value at a path such as `config.rules[0]`; undefined if it does not exist. */
function getValue(root: unknown, path: string): unknown {
  let value = root;
  for (const [step] of path.matchAll(/[^.[\]]+/g)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** The flags of the members of `config`. */
const flags: Readonly<Record<string, string>> = {
  ...Object.fromEntries(configFlagDefinitions.map(([, flag, path]) => [path.join('.'), flag])),
  rules: '--rules',
  failOn: '--fail-on',
  baseline: '--baseline',
};

/**
 * Returns the name of a setting: its flag, if it has one, and the member of the configuration file.
 * @param path from the service's response, e.g. `config.rules[0]`
 */
function getSettingName(path: string): string {
  const [, member = ''] = /^config\.([^[]+)/.exec(path) ?? [];
  const [first = ''] = member.split('.');
  const flag = flags[member] ?? flags[first];
  return flag === undefined ? path : `${flag} (${path})`;
}
