import { ApiError } from '../../client/index.ts';
import { findNearest } from '../../core/problems/nearest.ts';
import { type CliError, createUsageError } from '../errors.ts';
import { configFlagDefinitions } from '../settings/config-flags.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import { toCliError } from './to-cli-error.ts';

/** Values that are listed where none is near. */
const ALLOWED_SHOWN = 25;

type Refusal = ApiError['errors'][number];

/**
 * Why the service did not start a scan, in the words of the command line: which setting it refuses, and the nearest
 * value that it takes.
 * @param config what was sent
 */
export function toRefusedSettingsError(error: unknown, config: object): CliError {
  const refusals = error instanceof ApiError && error.code === 'invalid-request' ? error.errors : [];
  if (refusals.length === 0) return toCliError(error);
  const lines = refusals.map((refusal) => lineOf(refusal, config));
  const [only, ...others] = lines;
  const message =
    others.length === 0
      ? `The service refuses ${only}`
      : `The service refuses ${lines.length} settings:\n${lines.map((line) => `  ${line}`).join('\n')}`;
  return createUsageError(
    'invalid-request',
    message,
    `${others.length === 0 ? 'It' : 'Each'} is set by its flag or by the member of the same name in a11y-scan.config.json.`,
  );
}

function lineOf({ path, message, allowed }: Refusal, config: object): string {
  const value = valueAt({ config }, path);
  const shown = typeof value === 'string' ? ` "${value}"` : '';
  return escapeLogLine(
    `${settingName(path)}${shown}: ${message}${suggestion(value, message, allowed ?? [])}`,
  );
}

/** What would be right, unless the service says it. */
function suggestion(value: unknown, message: string, allowed: NonNullable<Refusal['allowed']>): string {
  const names = allowed.map(String);
  if (names.length === 0 || message.includes('did you mean') || names.every((name) => message.includes(name)))
    return '';
  const near = typeof value === 'string' ? findNearest(value, names) : undefined;
  if (near !== undefined) return `; did you mean ${near}?`;
  return `; it takes ${names.slice(0, ALLOWED_SHOWN).join(', ')}${names.length > ALLOWED_SHOWN ? ' and others' : ''}`;
}

/** The value at a path such as `config.rules[0]`; undefined where there is none. */
function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const [step] of path.matchAll(/[^.[\]]+/g)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** The flag of each member of `config` that has one. */
const flags: Readonly<Record<string, string>> = {
  ...Object.fromEntries(configFlagDefinitions.map(([, flag, path]) => [path.join('.'), flag])),
  rules: '--rules',
  failOn: '--fail-on',
  baseline: '--baseline',
};

/**
 * What sets a member of a request: its flag, where it has one, and the member of the configuration file.
 * @param path as the service names it, e.g. `config.rules[0]`
 */
function settingName(path: string): string {
  const [, member = ''] = /^config\.([^[]+)/.exec(path) ?? [];
  const [first = ''] = member.split('.');
  const flag = flags[member] ?? flags[first];
  return flag === undefined ? path : `${flag} (${path})`;
}
