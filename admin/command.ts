import type { z } from 'zod';
import type { Store } from '../adapters/dynamodb/store.ts';
import type { Actor } from '../core/audit/audit-entry.ts';
import { idSchema } from '../core/ids.ts';
import { requestErrors } from '../core/problems/request-errors.ts';
import type { CommandSpec } from './command-table.ts';
import { UsageError } from './errors.ts';

/** What a command works with. */
export interface Context {
  store: Store;
  /** Version 1 of the API: `https://…/api/v1`. */
  apiUrl: string;
  now: Date;
  /** Who runs the command, as the audit log of an account names them. */
  by(accountId: string): Promise<Actor>;
}

/** What a command has to say: for machines, and for people. */
export interface Outcome {
  json: unknown;
  text: string;
}

/** Checks the members that the command line gave; what comes back does the work. */
export type Command = (
  members: Readonly<Record<string, unknown>>,
  spec: CommandSpec,
) => (context: Context) => Promise<Outcome>;

/**
 * A command from the schema of what it takes and what it does. The schema is checked before anything is opened.
 * Faults are told by the names of the flags.
 */
export function command<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: Context, input: z.output<Schema>) => Promise<Outcome>,
): Command {
  return (members, spec) => {
    const parsed = schema.safeParse(members);
    if (!parsed.success) throw new UsageError(faultsOf(parsed.error, members, spec));
    return (context) => run(context, parsed.data);
  };
}

/** The schema of an account's id, which almost every command takes. */
export const accountId = idSchema('acct');
export const keyId = idSchema('apikey');
export const siteId = idSchema('site');

function faultsOf(error: z.ZodError, members: unknown, spec: CommandSpec): string {
  const faults = requestErrors(error, '', members).map(({ path, message, allowed }) => {
    const member = path.split(/[.[]/, 1)[0];
    const flag = spec.flags.find((each) => (each.member ?? each.name) === member);
    const name = flag ? `--${flag.name}` : (spec.positional?.placeholder ?? path);
    const choice = allowed && !message.includes(' one of ') ? ` (one of ${allowed.join(', ')})` : '';
    return `${name} ${message}${choice}`;
  });
  return faults.join('; ');
}
