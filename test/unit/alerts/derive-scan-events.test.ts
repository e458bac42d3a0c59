import { describe, expect, it } from 'vitest';
import { type AlertState, emptyAlertState } from '../../../core/alerts/alert-state.ts';
import { deriveScanEvents } from '../../../core/alerts/derive-scan-events.ts';
import type { EventData } from '../../../core/alerts/event-schemas.ts';
import type { ReportFacts } from '../../../core/alerts/scan-end-facts.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import { factsOf, groupOf, reportOf, scanAt, seen } from './event-fixtures.ts';

/** Derives the events of scans, one after the other. Returns the types of each, without the end of the scan itself. */
function deriveAll(...scans: [Scan, Partial<ReportFacts>][]) {
  let state: AlertState = emptyAlertState;
  const types = scans.map(([scan, report]) => {
    const derived = deriveScanEvents(factsOf(scan, { report: reportOf(report), state }));
    state = derived.state ?? state;
    return derived.events.map(({ type }) => type).filter((type) => !type.startsWith('scan.'));
  });
  return { types, state };
}

const opens = (id: string): Partial<ReportFacts> => ({
  groups: [groupOf(id)],
  changes: new Map([[`grp_${id}`, seen]]),
});
const fixes = (id: string): Partial<ReportFacts> => ({
  changes: new Map([[`grp_${id}`, { ...seen, change: 'fixed' }]]),
});

describe('the order of scans', () => {
  it('an older scan that ends later says nothing', () => {
    const slow = scanAt(1, { finishedAt: '2026-11-01T12:00:00.000Z' });
    expect(deriveAll([scanAt(0), {}], [scanAt(5), {}], [slow, opens('a')]).types).toEqual([[], [], []]);
    const { state } = deriveAll([scanAt(0), {}], [scanAt(5), {}]);
    expect(deriveScanEvents(factsOf(slow, { state })).events).toMatchObject([
      { type: 'scan.completed', audience: { isLate: true } },
    ]);
  });

  it('an older scan that ends later is reported if the newer one had other rules', () => {
    const slow = scanAt(1, { finishedAt: '2026-11-01T12:00:00.000Z' });
    const quick = { comparableKey: 'key2' };
    expect(
      deriveAll([scanAt(0), {}], [scanAt(0.5), quick], [scanAt(5), quick], [slow, opens('a')]).types,
    ).toEqual([[], [], [], ['issues.new']]);
  });

  it('events that are derived late are reported, unless a newer scan has reported of the group since', () => {
    const [first, second, third] = [scanAt(0), scanAt(3), scanAt(6)];
    expect(deriveAll([first, {}], [third, {}], [second, opens('a')]).types).toEqual([[], [], ['issues.new']]);
    expect(deriveAll([first, {}], [third, fixes('a')], [second, opens('a')]).types).toEqual([
      [],
      ['issues.fixed'],
      [],
    ]);
  });

  it('a gate and an unreachable site follow only the newest scan', () => {
    const gate = (verdict: 'passed' | 'failed', scan: Scan): Scan => ({
      ...scan,
      config: { ...scan.config, failOn: { any: 'serious', minCoverage: 80 } as never },
      summary: { ...(scan.summary as NonNullable<Scan['summary']>), gate: verdict },
    });
    const { types } = deriveAll(
      [gate('passed', scanAt(0)), {}],
      [gate('passed', scanAt(6)), {}],
      [gate('failed', scanAt(3)), {}],
      [gate('failed', scanAt(9)), {}],
    );
    expect(types).toEqual([[], [], [], ['gate.failed']]);
  });
});

describe('a group', () => {
  it('that comes back is reported again, if it was reported before it was fixed', () => {
    const returns = (fixedAt: string): Partial<ReportFacts> => ({
      groups: [groupOf('a')],
      changes: new Map([['grp_a', { ...seen, change: 'returned', fixedAt }]]),
    });
    const [first, second, third] = [scanAt(0), scanAt(3), scanAt(6)];
    expect(
      deriveAll([first, {}], [second, opens('a')], [third, returns('2026-11-01T10:05:00.000Z')]).types,
    ).toEqual([[], ['issues.new'], ['issues.regressed']]);
    // Scans with other rules have reported that it is back.
    expect(
      deriveAll([first, {}], [second, opens('a')], [third, returns('2026-11-01T10:01:00.000Z')]).types,
    ).toEqual([[], ['issues.new'], []]);
  });

  it('that is fixed is reported once, by the scans that reported it, although others saw it meanwhile', () => {
    const other: Partial<ReportFacts> = { comparableKey: 'key2' };
    const { types } = deriveAll(
      [scanAt(0), {}],
      [scanAt(1), other],
      [scanAt(3), opens('a')],
      [scanAt(5), { ...other, groups: [groupOf('a')] }],
      [scanAt(7), fixes('a')],
      [scanAt(9), { ...other, ...fixes('a') }],
    );
    expect(types).toEqual([[], [], ['issues.new'], [], ['issues.fixed'], []]);
  });

  it('whose new findings are all caused by the engine is not reported', () => {
    const byEngine = { ...opens('a'), groups: [groupOf('a', { byEngine: 1 })] };
    expect(deriveAll([scanAt(0), {}], [scanAt(3), byEngine]).types).toEqual([[], []]);
  });

  it('that a second line finds with a new engine is reported, unless the engine found it', () => {
    const [old, updated] = ['4.14.1', '4.15.0'].map((axe) => ({ engines: [{ axe, browser: 'Chrome/153' }] }));
    const weekly = { comparableKey: 'key2' };
    const { types } = deriveAll(
      [scanAt(0), { ...old }],
      [scanAt(3), { ...old, ...weekly }],
      [scanAt(6), { ...updated }],
      [scanAt(9), { ...updated, ...weekly, ...opens('b') }],
      [scanAt(12), { ...updated, ...weekly, ...opens('c'), groups: [groupOf('c', { byEngine: 1 })] }],
    );
    expect(types).toEqual([[], [], ['rules.changed'], ['issues.new'], []]);
  });

  it('that scans with other checks find is in a note, once also if scans with and without checks alternate', () => {
    const ran = (checks?: string): Partial<ReportFacts> => ({
      engines: [{ axe: '4.14.1', ...(checks ? { checks } : {}), browser: 'Chrome/153' }],
    });
    const { types } = deriveAll(
      [scanAt(0), ran('v1')],
      [scanAt(3), { ...ran('v2'), ...opens('a') }],
      [scanAt(6), { ...ran('v2'), ...opens('b') }],
      [scanAt(9), ran()],
      [scanAt(12), { ...ran('v2'), groups: [groupOf('a')] }],
      [scanAt(15), ran()],
      [scanAt(18), { ...ran(), ...opens('c') }],
    );
    expect(types).toEqual([[], ['rules.changed'], ['issues.new'], ['rules.changed'], [], [], ['issues.new']]);
  });

  it.each([
    ['that needs review', { kind: 'review' as const }],
    ['that is suppressed', { suppressed: 1 }],
    ['that a person decided to be fine', { decidedFine: 1 }],
    [
      'of which it is not known whether it is new',
      { byState: { ...groupOf('a').byState, new: 0, unknown: 1 } },
    ],
  ])('%s is not reported', (_, given) => {
    const report = { ...opens('a'), groups: [groupOf('a', given)] };
    expect(deriveAll([scanAt(0), {}], [scanAt(3), report]).types).toEqual([[], []]);
  });
});

describe('events about groups', () => {
  it('have at most 20 KB, the worst groups, and the number of all', () => {
    const impacts = ['minor', 'critical', 'serious'] as const;
    const groups = Array.from({ length: 300 }, (_, at) =>
      groupOf(`${at}`, {
        impact: impacts[at % 3] ?? 'minor',
        element: { selector: 'é'.repeat(300), html: 'é'.repeat(300), howToFix: 'x'.repeat(300) },
      }),
    );
    const changes = new Map(groups.map(({ id }) => [id, seen]));
    const state = deriveScanEvents(factsOf(scanAt(0))).state ?? expect.unreachable();
    const { events } = deriveScanEvents(factsOf(scanAt(3), { state, report: reportOf({ groups, changes }) }));
    const found = events.find(({ type }) => type === 'issues.new')?.data as EventData<'issues.new'>;
    expect(
      Buffer.byteLength(JSON.stringify({ type: 'issues.new', timestamp: '', data: found })),
    ).toBeLessThan(20_000);
    expect(found).toMatchObject({ total: 300, byImpact: { critical: 100, serious: 100, minor: 100 } });
    expect(found.groups.length).toBeGreaterThan(5);
    expect(found.groups.every(({ impact }) => impact === 'critical')).toBe(true);
  });
});

describe('what is known of a site', () => {
  it('is bounded', () => {
    let state: AlertState = emptyAlertState;
    for (let minute = 0; minute < 30; minute++) {
      const groups = Array.from({ length: 500 }, (_, at) => groupOf(`${minute}x${at}`));
      const changes = new Map(groups.map(({ id }) => [id, seen]));
      const report = reportOf({ comparableKey: `key${minute}`, groups, changes });
      state = deriveScanEvents(factsOf(scanAt(minute * 2), { state, report })).state ?? state;
    }
    expect([state.lines.length, state.groups.length]).toEqual([20, 2_000]);
    expect(state.groups.at(-1)?.id).toBe('grp_29x499');
    expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(250_000);
  });
});
