import { z } from 'zod';
import { buildFirstIdAt } from '../ids.ts';
import type { AuditIndex } from '../storage/indexes.ts';
import { type AuditEntry, auditActions } from './audit-entry.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Maximum number of characters of an actor or a target. The ARN of an operator is the longest one. */
const ID_LENGTH_MAX = 500;

const time = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  'must be a date such as 2026-11-21 or a time such as 2026-11-21T08:00:00Z',
);
const id = z.string().min(1).max(ID_LENGTH_MAX);

/** The filters of the audit log, as a caller sends them. */
export const auditFilterMembers = {
  from: time
    .optional()
    .meta({ description: 'Only entries of this time or later; a date is its beginning (UTC).' }),
  to: time.optional().meta({ description: 'Only entries of this time or earlier; a date is its end (UTC).' }),
  actor: id
    .optional()
    .meta({ description: 'Only entries of this actor: the id of a key, of a person or of a schedule.' }),
  action: z.enum(auditActions).optional().meta({ description: 'Only entries of this action.' }),
  target: id.optional().meta({ description: 'Only entries about the object with this id.' }),
};

/** The filters of the audit log. All of them apply. */
export type AuditFilter = z.output<z.ZodObject<typeof auditFilterMembers>>;

/** A part of the audit log that one query reads. */
export interface AuditSelection {
  /** The index that the query uses, and the value in it; undefined for all entries of the account. */
  by?: { index: AuditIndex; value: string };
  /** Lower and upper bound of the ids. */
  firstId: string;
  lastId: string;
}

/** How entries that match a filter are read. */
export interface AuditPlan {
  selection: AuditSelection;
  /** Whether the selection can have entries that do not match. */
  isFiltered: boolean;
  matches(entry: AuditEntry): boolean;
}

/** Sorts after every id. */
const LAST_ID = '~';

/**
 * Returns how entries that match a filter are read. Of several filters, the one that usually matches the fewest entries
 * chooses the index; the others are compared with the entries that were read.
 */
export function planAuditRead({ from, to, target, actor, action }: AuditFilter): AuditPlan {
  const candidates: [AuditIndex, string | undefined, (entry: AuditEntry) => string][] = [
    ['byTarget', target, (entry) => entry.target],
    ['byActor', actor, (entry) => entry.actor],
    ['byAction', action, (entry) => entry.action],
  ];
  const given = candidates.flatMap(([index, value, read]) =>
    value === undefined ? [] : [{ index, value, read }],
  );
  const [first, ...others] = given;
  const start = from === undefined ? undefined : new Date(from).getTime();
  const end = to === undefined ? undefined : parseEnd(to);
  return {
    selection: {
      ...(first === undefined ? {} : { by: { index: first.index, value: first.value } }),
      // The entry of an hour has the id of its beginning, and a later time.
      firstId: start === undefined ? '' : buildFirstIdAt('audit', new Date(start - (start % HOUR_MS))),
      lastId: end === undefined ? LAST_ID : buildFirstIdAt('audit', new Date(end + 1)),
    },
    isFiltered: others.length > 0,
    matches: (entry) => {
      const at = Date.parse(entry.time);
      return (
        (start === undefined || at >= start) &&
        (end === undefined || at <= end) &&
        others.every(({ value, read }) => read(entry) === value)
      );
    },
  };
}

/** Returns the time in milliseconds; of a date, its last millisecond. */
function parseEnd(to: string): number {
  const at = new Date(to).getTime();
  return to.includes('T') ? at : at + DAY_MS - 1;
}

/** True if a period is not empty. */
export function isPeriod({ from, to }: Pick<AuditFilter, 'from' | 'to'>): boolean {
  return from === undefined || to === undefined || new Date(from).getTime() <= parseEnd(to);
}
