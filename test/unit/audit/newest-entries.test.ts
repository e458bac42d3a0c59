import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../core/audit/audit-entry.ts';
import { readNewestEntries } from '../../../core/audit/newest-entries.ts';
import { buildFirstIdAt, createId } from '../../../core/ids.ts';

const actor = { accountId: 'acct_x', actor: 'person:x', requestId: 'r' };

function change(time: string): AuditEntry {
  return { ...actor, auditId: createId('audit', new Date(time)), time, action: 'site.created', target: time };
}

/** An entry as `recordRefusal` names it: by the beginning of its hour. */
function refusal(time: string): AuditEntry {
  const hour = new Date(`${time.slice(0, 13)}:00:00.000Z`);
  const auditId = `${buildFirstIdAt('audit', hour)}#apikey_x#key-revoked`;
  return { ...actor, auditId, time, action: 'key.refused', target: time };
}

async function* asLog(entries: AuditEntry[], read: string[] = []) {
  for (const entry of [...entries].sort((a, b) => (a.auditId < b.auditId ? 1 : -1))) {
    read.push(entry.time);
    yield entry;
  }
}

const at = (clock: string) => `2026-11-21T${clock}:00.000Z`;

describe('the newest entries of the audit log', () => {
  const entries = [
    change(at('07:30')),
    refusal(at('08:50')),
    change(at('08:10')),
    change(at('08:40')),
    change(at('09:05')),
  ];

  test('are ordered by time, also refusals within one hour', async () => {
    const newest = await readNewestEntries(asLog(entries), 10);
    expect(newest.map((entry) => entry.time)).toEqual(['09:05', '08:50', '08:40', '08:10', '07:30'].map(at));
  });

  test('are cut after they were ordered', async () => {
    const newest = await readNewestEntries(asLog(entries), 2);
    expect(newest.map((entry) => entry.time)).toEqual([at('09:05'), at('08:50')]);
  });

  test('read the log only back to the hour of the last requested entry', async () => {
    const older = Array.from({ length: 50 }, (_, minute) =>
      change(at(`05:${String(minute).padStart(2, '0')}`)),
    );
    const read: string[] = [];
    await readNewestEntries(asLog([...older, ...entries], read), 2);
    expect(read.filter((time) => time.startsWith('2026-11-21T05'))).toHaveLength(0);
  });
});
