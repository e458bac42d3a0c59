import type { z } from 'zod';
import type { Store } from '../adapters/dynamodb/store.ts';
import type { Actor } from '../core/audit/audit-entry.ts';
import { createIdSchema } from '../core/ids.ts';
import { listRequestErrors } from '../core/problems/request-errors.ts';
import { UsageError } from './errors.ts';

/** What a command works with. */
export interface CommandContext {
  store: Store;
  /** Version 1 of the API: `https://…/api/v1`. */
  apiUrl: string;
  now: Date;
  /** Who runs the command, as the audit log of an account names them. */
  by(accountId: string): Promise<Actor>;
}

/** What a command has to say: for machines, and for people. */
export interface CommandOutcome {
  json: unknown;
  text: string;
}

/** Checks the members that the command line gave; what comes back does the work. */
export type Command = (
  members: Readonly<Record<string, unknown>>,
  names: InputNames,
) => (context: CommandContext) => Promise<CommandOutcome>;

/** Where the members of a command's schema come from. */
interface InputNames {
  flags: readonly { flags: string; member?: string }[];
}

/**
 * A command from the schema of what it takes and what it does. The schema is checked before anything is opened.
 * Faults are told by the names of the flags.
 */
export function defineCommand<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: CommandContext, input: z.output<Schema>) => Promise<CommandOutcome>,
): Command {
  return (members, names) => {
    const parsed = schema.safeParse(members);
    if (!parsed.success) throw new UsageError(faultsOf(parsed.error, members, names));
    return (context) => run(context, parsed.data);
  };
}

/** The schema of an account's id, which almost every command takes. */
export const accountId = createIdSchema('acct');
export const keyId = createIdSchema('apikey');
export const siteId = createIdSchema('site');

function faultsOf(error: z.ZodError, members: unknown, { flags }: InputNames): string {
  const faults = listRequestErrors(error, '', members).map(({ path, message, allowed }) => {
    const [member = path] = path.split(/[.[]/, 1);
    const known = flags.map((each) => ({ ...each, name: each.flags.split(' ', 1)[0] ?? '' }));
    const flag = known.find((each) => (each.member ?? memberOf(each.name)) === member);
    const name = flag?.name ?? `<${member}>`;
    const choice = allowed && !message.includes(' one of ') ? ` (one of ${allowed.join(', ')})` : '';
    return `${name} ${message}${choice}`;
  });
  return faults.join('; ');
}

/** Returns the member that commander makes of a flag: `--expires-in-days` becomes `expiresInDays`. */
function memberOf(flag: string): string {
  return flag.replace(/^--(no-)?/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a time without seconds for people: `2026-11-21 08:00 UTC`. */
export function formatTime(rfc3339: string): string {
  return `${rfc3339.slice(0, 10)} ${rfc3339.slice(11, 16)} UTC`;
}

/** A stack or a runtime on which commands work. */
export interface Target {
  table: string;
  auditTable: string;
  apiUrl: string;
  /** Who runs the command, `person:…`. */
  caller: () => Promise<string>;
}
