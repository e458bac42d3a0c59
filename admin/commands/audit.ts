import { z } from 'zod';
import { readAuditLog, refusalsCounted } from '../../adapters/dynamodb/audit.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { table } from '../../cli/terminal/table.ts';
import type { AuditEntry } from '../../core/audit/audit-entry.ts';
import { firstIdAt } from '../../core/ids.ts';
import { accountId, command } from '../command.ts';
import { requireAccount } from './require.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 10_000;
const TIME_FORMS = 'must be a date such as 2026-11-21 or a time such as 2026-11-21T08:00:00Z';

const schema = z.strictObject({
  account: accountId,
  since: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], TIME_FORMS)
    .transform((text) => new Date(text))
    .optional(),
  limit: z.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT),
});

/** `audit`: newest first; refusals with how many there were in their hour. */
export const run = command(schema, async ({ store }, { account, since, limit }) => {
  await requireAccount(store, account);
  const newest = await newestEntries(readAuditLog(store, account), { limit, ...(since ? { since } : {}) });
  const entries = await Promise.all(newest.map((entry) => withCount(store, entry)));
  return {
    json: { items: entries },
    text: entries.length === 0 ? 'The log has no entries of that time.' : listing(entries),
  };
});

type CountedEntry = AuditEntry & { count?: number };

async function withCount(store: Store, entry: AuditEntry): Promise<CountedEntry> {
  const { hour, reason } = entry.detail ?? {};
  if (entry.action !== 'key.refused' || typeof hour !== 'string' || typeof reason !== 'string') return entry;
  return { ...entry, count: await refusalsCounted(store, entry.target, hour, reason) };
}

function listing(entries: CountedEntry[]): string {
  return table(entries, [
    ['TIME (UTC)', (entry) => entry.time.slice(0, 19).replace('T', ' ')],
    ['ACTION', (entry) => entry.action],
    ['TARGET', (entry) => entry.target],
    ['ACTOR', (entry) => entry.actor],
    ['ADDRESS', (entry) => entry.sourceIp ?? '-'],
    ['REQUEST', (entry) => entry.requestId],
    ['DETAIL', detailOf],
  ]);
}

function detailOf({ action, count, detail = {} }: CountedEntry): string {
  if (action === 'key.refused')
    return `${count} times in the hour of ${String(detail.hour).slice(11, 16)}: ${detail.reason}`;
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : value}`)
    .join('; ');
}

const HOUR_MS = 3_600_000;

/**
 * The newest entries of a log by their time, newest first. The log comes in the order of its ids, newest first,
 * which for refusals is that of the hour's beginning though their time lies within it: so the whole hour of the
 * last wanted entry is read before the entries are put into order and cut.
 */
export async function newestEntries(
  log: AsyncIterable<AuditEntry>,
  { limit, since }: { limit: number; since?: Date },
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let lastId = since ? firstIdAt('audit', hourOf(since)) : '';
  for await (const entry of log) {
    if (entry.auditId < lastId) break;
    if (since && Date.parse(entry.time) < since.getTime()) continue;
    entries.push(entry);
    if (entries.length === limit) {
      const boundary = firstIdAt('audit', hourOf(new Date(entry.time)));
      if (boundary > lastId) lastId = boundary;
    }
  }
  return entries.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)).slice(0, limit);
}

function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}
