import type { z } from 'zod';
import type { Store } from '../adapters/dynamodb/store.ts';
import type { Actor } from '../core/audit/audit-entry.ts';
import { createIdSchema } from '../core/ids.ts';
import { listRequestErrors } from '../core/problems/request-errors.ts';
import { UsageError } from './errors.ts';

/** The context in which a command runs. */
export interface CommandContext {
  store: Store;
  /** Version 1 of the API: `https://…/api/v1`. */
  apiUrl: string;
  /** Returns the origin of the dashboard, `https://…`. @throws Failure if it is not known */
  readDashboardUrl(): string;
  /** Creates the user of an address at the provider of identities, unless it exists; null if others create users. */
  ensureUser: ((email: string) => Promise<'ensured' | 'refused'>) | null;
  now: Date;
  /** Returns the person who runs the command, as the actor in the audit log of an account. */
  by(accountId: string): Promise<Actor>;
}

/** The output of a command: for machines, and for people. */
export interface CommandOutcome {
  json: unknown;
  text: string;
}

/** Validates the members from the command line. Returns the function that does the work. */
export type Command = (
  members: Readonly<Record<string, unknown>>,
  names: InputNames,
) => (context: CommandContext) => Promise<CommandOutcome>;

/** The flags that set the members of a command's schema. */
interface InputNames {
  flags: readonly { flags: string; member?: string }[];
}

/**
 * Returns a command from the schema of its input and its implementation. The input is validated before any resource is
 * opened. Errors name the flags.
 */
export function defineCommand<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: CommandContext, input: z.output<Schema>) => Promise<CommandOutcome>,
): Command {
  return (members, names) => {
    const parsed = schema.safeParse(members);
    if (!parsed.success) throw new UsageError(describeFaults(parsed.error, members, names));
    return (context) => run(context, parsed.data);
  };
}

/** The schema of an account id, which almost every command needs. */
export const accountId = createIdSchema('acct');
export const keyId = createIdSchema('apikey');
export const siteId = createIdSchema('site');

function describeFaults(error: z.ZodError, members: unknown, { flags }: InputNames): string {
  const faults = listRequestErrors(error, '', members).map(({ path, message, allowed }) => {
    const [member = path] = path.split(/[.[]/, 1);
    const known = flags.map((each) => ({ ...each, name: each.flags.split(' ', 1)[0] ?? '' }));
    const flag = known.find((each) => (each.member ?? getMemberName(each.name)) === member);
    const name = flag?.name ?? `<${member}>`;
    const choice = allowed && !message.includes(' one of ') ? ` (one of ${allowed.join(', ')})` : '';
    return `${name} ${message}${choice}`;
  });
  return faults.join('; ');
}

/** Returns the member name that commander derives from a flag: `--expires-in-days` becomes `expiresInDays`. */
function getMemberName(flag: string): string {
  return flag.replace(/^--(no-)?/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a time without seconds for people: `2026-11-21 08:00 UTC`. */
export function formatTime(rfc3339: string): string {
  return `${rfc3339.slice(0, 10)} ${rfc3339.slice(11, 16)} UTC`;
}

/** The stack or the local runtime on which a command runs. */
export interface Target {
  table: string;
  auditTable: string;
  apiUrl: string;
  /** Origin of the dashboard; undefined if it is not deployed yet. */
  dashboardUrl?: string | undefined;
  /** The user pool; undefined if people sign in at another provider. */
  userPoolId?: string | undefined;
  /** Returns the person who runs the command, `person:…`. */
  caller: () => Promise<string>;
}
