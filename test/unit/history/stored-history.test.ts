import { describe, expect, it } from 'vitest';
import type { FindingHistory, SiteHistory } from '../../../core/history/site-history.ts';
import {
  findFinding,
  findGroup,
  listGroupEvents,
  parseHistory,
  serializeHistory,
} from '../../../core/history/stored-history.ts';

const scans = [
  { scanId: 'scan_1', commit: null, at: '2026-11-01T10:00:00.000Z' },
  { scanId: 'scan_2', commit: 'a"\n', at: '2026-11-02T10:00:00.000Z' },
];
const finding: FindingHistory = {
  events: [0],
  group: 'grp_1',
  page: '/a',
  ruleId: 'label',
  spot: 'violation 0 x',
};
const history: SiteHistory = {
  asOf: { scanId: 'scan_2', commit: null, at: '2026-11-02T10:00:00.000Z' },
  scans,
  findings: new Map<string, FindingHistory>([
    ['f1_a', finding],
    // A page whose address imitates an entry.
    ['f1_b', { ...finding, page: '\n"f1_c":{}', events: [0, 1], omitted: 2, group: null }],
    ['f1_ab', { ...finding, events: [1], isEarlier: true }],
  ]),
  groups: new Map([['grp_1', { events: [0], ruleId: 'label', kind: 'violation', isUnknown: true }]]),
};
const stored = Buffer.from([...serializeHistory(history)].join(''));

describe('a stored history', () => {
  it('is read as it was written', () => {
    expect(parseHistory(stored)).toEqual(history);
    expect(JSON.parse(stored.toString()).entries).toHaveProperty('f1_a');
    const empty = { ...history, findings: new Map(), groups: new Map() };
    expect(parseHistory(Buffer.from([...serializeHistory(empty)].join('')))).toEqual(empty);
  });

  it('finds one finding or group without the others', () => {
    // Part of a larger buffer, as a response may be.
    const part = Buffer.concat([Buffer.from('x'), stored]).subarray(1);
    expect(findFinding(part, 'f1_b')).toEqual({ scans, life: history.findings.get('f1_b') });
    expect(findFinding(part, 'f1_ab')?.life).toEqual(history.findings.get('f1_ab'));
    expect(findGroup(part, 'grp_1')).toEqual({ scans, life: history.groups.get('grp_1') });
    expect([findFinding(part, 'f1_c'), findGroup(part, 'grp_2')]).toEqual([undefined, undefined]);
  });

  it('is refused if it ends too early', () => {
    expect(() => parseHistory(stored.subarray(0, -3))).toThrow('ends too early');
  });

  it('lists the groups that changed in its scan, without those that may be older', () => {
    const of = (events: number[], given = {}) => ({
      events,
      ruleId: 'label',
      kind: 'violation' as const,
      ...given,
    });
    const third = { scanId: 'scan_3', commit: null, at: '2026-11-03T10:00:00.000Z' };
    const groups = new Map([
      ['grp_new', of([2])],
      ['grp_older', of([2], { isEarlier: true })],
      ['grp_back', of([0, 1, 2])],
      ['grp_fixed', of([0, 2])],
      ['grp_before', of([0])],
    ]);
    const changed = { ...history, asOf: third, scans: [...scans, third], groups };
    const read = (given: SiteHistory) => listGroupEvents(Buffer.from([...serializeHistory(given)].join('')));
    const same = { ruleId: 'label', kind: 'violation' };
    expect([...read(changed)]).toEqual([
      ['grp_new', { ...same, change: 'first-seen' }],
      ['grp_back', { ...same, change: 'returned', fixedAt: '2026-11-02T10:00:00.000Z' }],
      ['grp_fixed', { ...same, change: 'fixed' }],
    ]);
    expect(read({ ...changed, scans, groups: history.groups }).size).toBe(0);
  });
});
