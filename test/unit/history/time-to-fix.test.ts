import { describe, expect, it } from 'vitest';
import type { GroupHistory } from '../../../core/history/site-history.ts';
import { computeTimeToFix } from '../../../core/history/time-to-fix.ts';

const scans = ['2026-01-01', '2026-10-01', '2026-10-05', '2026-10-20'].map((day, index) => ({
  scanId: `scan_${index}`,
  commit: null,
  at: `${day}T00:00:00.000Z`,
}));

function compute(...lives: (Partial<GroupHistory> & { events: number[] })[]) {
  const group = { ruleId: 'label', kind: 'violation' as const };
  const groups = new Map(lives.map((life, index) => [`grp_${index}`, { ...group, ...life }]));
  const asOf = { scanId: 'scan_4', commit: null, at: '2026-11-01T00:00:00.000Z' };
  return computeTimeToFix({ asOf, scans, findings: new Map(), groups });
}

describe('the time to fix', () => {
  it('is the median of the groups that were fixed in the last 90 days', () => {
    expect(compute({ events: [1, 2] })).toEqual({ groupsFixed: 1, medianDays: 4 });
    expect(compute({ events: [1, 2] }, { events: [1, 3] })).toEqual({ groupsFixed: 2, medianDays: 11.5 });
    expect(compute({ events: [0, 0] }, { events: [0] })).toEqual({ groupsFixed: 0, medianDays: null });
  });

  it('begins when the group was last seen again', () => {
    expect(compute({ events: [0, 1, 2, 3] })).toEqual({ groupsFixed: 1, medianDays: 15 });
  });

  it('does not include groups whose beginning is not known, and groups that need review', () => {
    expect(compute({ events: [1, 2], isEarlier: true })).toEqual({ groupsFixed: 1, medianDays: null });
    expect(compute({ events: [1, 2], kind: 'review' })).toEqual({ groupsFixed: 0, medianDays: null });
  });
});
