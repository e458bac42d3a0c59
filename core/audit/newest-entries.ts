import { buildFirstIdAt } from '../ids.ts';
import type { AuditEntry } from './audit-entry.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the newest entries of a log by time, newest first.
 * The id of a refusal has the time at which its hour began. So the function reads the whole hour of the last wanted
 * entry before it sorts and cuts the entries.
 * @param log in descending order of ids
 */
export async function readNewestEntries(
  log: AsyncIterable<AuditEntry>,
  limit: number,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let lastId = '';
  for await (const entry of log) {
    if (entry.auditId < lastId) break;
    entries.push(entry);
    if (entries.length === limit) lastId = buildFirstIdAt('audit', getHourStart(new Date(entry.time)));
  }
  return entries.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0)).slice(0, limit);
}

function getHourStart(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}
