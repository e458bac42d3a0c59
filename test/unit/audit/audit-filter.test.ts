import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../core/audit/audit-entry.ts';
import { isPeriod, planAuditRead } from '../../../core/audit/audit-filter.ts';
import { buildFirstIdAt } from '../../../core/ids.ts';

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  auditId: 'audit_1',
  time: '2026-11-21T08:30:00.000Z',
  accountId: 'acct_1',
  actor: 'person_1',
  action: 'site.created',
  target: 'site_1',
  requestId: 'r',
  ...given,
});
const at = (time: string) => buildFirstIdAt('audit', new Date(time));

describe('the plan to read audit entries', () => {
  it('uses the index of the target before that of the actor, and that of the action last', () => {
    const all = { target: 'site_1', actor: 'person_1', action: 'site.created' } as const;
    expect(planAuditRead(all).selection.by).toEqual({ index: 'byTarget', value: 'site_1' });
    expect(planAuditRead({ ...all, target: undefined }).selection.by?.index).toBe('byActor');
    expect(planAuditRead({ action: all.action }).selection.by?.index).toBe('byAction');
    expect(planAuditRead({}).selection.by).toBeUndefined();
  });

  it('compares the other filters with each entry', () => {
    const { matches, isFiltered } = planAuditRead({ target: 'site_1', actor: 'person_1' });
    expect(isFiltered).toBe(true);
    expect([matches(entry({})), matches(entry({ actor: 'person_2' }))]).toEqual([true, false]);
    expect(planAuditRead({ target: 'site_1' }).isFiltered).toBe(false);
  });

  it('reads from the beginning of the hour, and excludes what is before the time', () => {
    const { selection, matches } = planAuditRead({ from: '2026-11-21T09:30:00+01:00' });
    expect(selection.firstId).toBe(at('2026-11-21T08:00:00Z'));
    expect(matches(entry({ time: '2026-11-21T08:30:00.000Z' }))).toBe(true);
    expect(matches(entry({ time: '2026-11-21T08:29:59.999Z' }))).toBe(false);
  });

  it('includes the whole day of an end without a time', () => {
    const { selection, matches } = planAuditRead({ to: '2026-11-21' });
    expect(selection.lastId).toBe(at('2026-11-22T00:00:00Z'));
    expect(matches(entry({ time: '2026-11-21T23:59:59.999Z' }))).toBe(true);
    expect(matches(entry({ time: '2026-11-22T00:00:00.000Z' }))).toBe(false);
  });

  it('refuses a period that is empty', () => {
    expect(isPeriod({ from: '2026-11-22', to: '2026-11-22' })).toBe(true);
    expect(isPeriod({ from: '2026-11-22T00:00:00Z', to: '2026-11-21' })).toBe(false);
  });
});
