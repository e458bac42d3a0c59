import { z } from 'zod';
import { readAuditLog } from '../../adapters/dynamodb/audit.ts';
import { readRefusalCount } from '../../adapters/dynamodb/refusals.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { formatTable } from '../../cli/terminal/table.ts';
import type { AuditEntry } from '../../core/audit/audit-entry.ts';
import { auditFilterMembers, planAuditRead } from '../../core/audit/audit-filter.ts';
import { readNewestEntries } from '../../core/audit/newest-entries.ts';
import { SIGN_IN_LOG } from '../../core/audit/refusal.ts';
import { accountId, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { recordAdminRead } from './record-read.ts';
import { requireAccount } from './require.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 10_000;

const { from, to, actor, action, target } = auditFilterMembers;
const schema = z.strictObject({
  account: accountId.optional(),
  signIns: z.boolean().default(false),
  since: from,
  until: to,
  actor,
  action,
  target,
  limit: z.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT),
});

/** `audit`: newest entry first. A refusal has the number of refusals in its hour. */
export const run = defineCommand(schema, async (context, input) => {
  const { account: given, signIns, since, until, limit, ...filter } = input;
  if ((given !== undefined) === signIns)
    throw new UsageError('audit needs either --account ACCOUNT or --sign-ins, and not both');
  const account = given ?? SIGN_IN_LOG;
  const { store } = context;
  const plan = planAuditRead({ ...filter, from: since, to: until });
  const log = readMatching(readAuditLog(store, account, plan.selection), plan.matches);
  const newest = await readNewestEntries(log, limit);
  // The item of a deleted account does not stay forever; its log does.
  if (newest.length === 0 && account !== SIGN_IN_LOG) await requireAccount(store, account);
  const entries = await Promise.all(newest.map((entry) => withCount(store, entry)));
  await recordAdminRead(context, { accountId: account, action: 'audit.read', target: account });
  return {
    json: { items: entries },
    text: entries.length === 0 ? 'The audit log has no entries for this time.' : formatEntries(entries),
  };
});

async function* readMatching(
  log: AsyncIterable<AuditEntry>,
  matches: (entry: AuditEntry) => boolean,
): AsyncGenerator<AuditEntry> {
  for await (const entry of log) if (matches(entry)) yield entry;
}

type CountedEntry = AuditEntry & { count?: number };

async function withCount(store: Store, entry: AuditEntry): Promise<CountedEntry> {
  const count = await readRefusalCount(store, entry);
  return count === undefined ? entry : { ...entry, count };
}

function formatEntries(entries: CountedEntry[]): string {
  return formatTable(entries, [
    ['TIME (UTC)', (entry) => entry.time.slice(0, 19).replace('T', ' ')],
    ['ACTION', (entry) => entry.action],
    ['TARGET', (entry) => entry.target],
    ['ACTOR', (entry) => entry.actor],
    ['ADDRESS', (entry) => entry.sourceIp ?? '-'],
    ['REQUEST', (entry) => entry.requestId],
    ['DETAIL', formatDetail],
  ]);
}

function formatDetail({ count, detail = {} }: CountedEntry): string {
  if (count !== undefined)
    return `${count} times in the hour of ${String(detail.hour).slice(11, 16)}: ${detail.reason}`;
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : value}`)
    .join('; ');
}
