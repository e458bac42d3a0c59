import { describe, expect, it } from 'vitest';
import type { AuditEntry, AuditEvent } from '../../../core/audit/audit-entry.ts';
import type { AuditFilter, AuditSelection } from '../../../core/audit/audit-filter.ts';
import { Problem } from '../../../core/problems/problem.ts';
import {
  type ListAuditEntriesDependencies,
  listAuditEntries,
} from '../../../use-cases/list-audit-entries.ts';
import { memberPrincipal } from '../../support/fixtures.ts';

const now = new Date('2026-11-23T10:00:00.000Z');
const ENTRIES = 1_000_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');

/** One entry every ten seconds. Person 0 acts in each second entry; site 7 is the target of each thousandth. */
const buildEntry = (at: number): AuditEntry => ({
  auditId: `audit_${String(at).padStart(7, '0')}`,
  time: new Date(start + at * 10_000).toISOString(),
  accountId: 'acct_1',
  actor: at % 2 === 0 ? 'person_0' : 'apikey_1',
  action: at === 3 ? 'member.joined' : 'report.linked',
  target: `site_${at % 1_000}`,
  requestId: 'r',
});

/** A log that is built when it is read, and counts what is read. */
function createLog(size = ENTRIES) {
  const read = { queries: 0, entries: 0 };
  const recorded: AuditEvent[] = [];
  const isIn = ({ by }: AuditSelection, entry: AuditEntry) => {
    if (by === undefined) return true;
    const values = { byTarget: entry.target, byActor: entry.actor, byAction: entry.action };
    return values[by.index] === by.value;
  };
  const dependencies: ListAuditEntriesDependencies = {
    findAccount: async () => ({ cursorSecret: Buffer.alloc(32, 1).toString('base64url') }),
    readAuditEntries: async (_, selection, { limit, after }) => {
      read.queries += 1;
      const items: AuditEntry[] = [];
      let at = after === undefined ? size - 1 : Number(after.slice('audit_'.length)) - 1;
      for (; at >= 0 && items.length < limit; at--) {
        const entry = buildEntry(at);
        if (isIn(selection, entry)) items.push(entry);
      }
      read.entries += items.length;
      const last = items.at(-1);
      return at < 0 || last === undefined ? { items } : { items, next: last.auditId };
    },
    readActorNames: async (_, actors) => {
      const named = actors.filter((actor) => actor.startsWith('person_'));
      return new Map(named.map((actor) => [actor, `Name of ${actor}`]));
    },
    recordRead: async (event) => void recorded.push(event),
  };
  const list = (query: AuditFilter & { limit?: number; cursor?: string }) =>
    listAuditEntries(dependencies, {
      principal: memberPrincipal(),
      requestId: 'r1',
      now,
      call: 'list-audit-entries',
      query: { limit: 100, ...query },
    });
  return { list, read, recorded };
}

describe('a list of audit entries, of 1,000,000', () => {
  it('reads one page if no filter or one filter is given', async () => {
    for (const filter of [
      {},
      { target: 'site_7' },
      { actor: 'person_0' },
      { action: 'report.linked' },
    ] as const) {
      const { list, read } = createLog();
      const { items, nextCursor } = await list(filter);
      expect([items.length, nextCursor === null]).toEqual([100, false]);
      expect(read).toEqual({ queries: 1, entries: 101 });
    }
  });

  it('reads a bounded number of entries in each call if filters match few, and continues with the cursor', async () => {
    const { list, read } = createLog(20_000);
    const filter = { actor: 'apikey_1', action: 'member.joined' } as const;
    const found: AuditEntry[] = [];
    let cursor: string | undefined;
    let calls = 0;
    do {
      const before = read.entries;
      const page = await list({ ...filter, ...(cursor === undefined ? {} : { cursor }) });
      expect(read.entries - before).toBeLessThanOrEqual(5_000);
      found.push(...page.items);
      cursor = page.nextCursor ?? undefined;
      calls += 1;
    } while (cursor !== undefined);
    expect(found.map(({ auditId }) => auditId)).toEqual(['audit_0000003']);
    expect(calls).toBe(3);
  });

  it('has each entry once, newest first, over all pages', async () => {
    const { list } = createLog(250);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(cursor === undefined ? {} : { cursor });
      ids.push(...page.items.map(({ auditId }) => auditId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toHaveLength(250);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it('has the names of people, and records the read before it returns', async () => {
    const { list, recorded } = createLog(2);
    const { items } = await list({});
    expect(items.map(({ actorName }) => actorName)).toEqual([null, 'Name of person_0']);
    expect(recorded).toMatchObject([{ action: 'audit.read', target: 'acct_1', by: { actor: 'person_1' } }]);
  });

  it('refuses the cursor of other filters', async () => {
    const { list } = createLog(1_000);
    const { nextCursor } = await list({});
    await expect(list({ actor: 'person_0', cursor: nextCursor ?? '' })).rejects.toThrow(Problem);
  });
});
