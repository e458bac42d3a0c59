import { describe, expect, it } from 'vitest';
import {
  endRun,
  listLatestScanIds,
  RUN_DETAIL_LENGTH_MAX,
  retryRun,
  type Schedule,
  setSchedule,
  toScheduleView,
} from '../../../core/schedules/schedule.ts';
import { scheduleBodySchema } from '../../../core/schedules/schedule-body.ts';
import { RUNS_MAX } from '../../../core/schedules/schedule-view.ts';

const body = scheduleBodySchema.parse({
  every: 'day',
  at: '06:00',
  timeZone: 'UTC',
  withinMinutes: 30,
  config: { rules: ['wcag-aa'] },
});
const at = { accountId: 'acct_1', siteId: 'site_1', author: { keyId: 'apikey_1', name: 'CI' } };
const day = (number: number, time = '12:00') =>
  new Date(`2026-03-${String(number).padStart(2, '0')}T${time}:00Z`);
const set = (before?: Schedule, now = day(1)) => setSchedule(before, at, body, now);
const started = (scanId: string) => ({ scanId, skipped: null, detail: null });

describe('the time zone of a schedule', () => {
  it.each(['+02:00', '-0530', '+02', 'Europe/Atlantis'])('is not %s', (timeZone) => {
    expect(scheduleBodySchema.safeParse({ ...body, timeZone }).success).toBe(false);
  });
  it.each(['Europe/Berlin', 'UTC', 'Etc/GMT-2'])('can be %s', (timeZone) => {
    expect(scheduleBodySchema.parse({ ...body, timeZone })).toMatchObject({ timeZone });
  });
});

describe('a schedule that is set', () => {
  it('again keeps a planned time whose scan has not started, unless its times change', () => {
    const before = set();
    const waiting = day(2, '06:01');
    expect(
      setSchedule(before, at, { ...body, config: { rules: ['wcag-a'] } } as typeof body, waiting).planned,
    ).toBe(before.planned);
    expect(setSchedule(before, at, { ...body, at: '05:00' }, waiting).planned).toBe(
      '2026-03-03T05:00:00.000Z',
    );
    const paused = { ...before, pausedAt: day(2).toISOString() };
    expect(setSchedule(paused, at, body, day(2)).planned).toBe('2026-03-03T06:00:00.000Z');
  });

  it('is due at the next planned time, within its window, and always at the same distance', () => {
    const { planned, attemptAt } = set();
    expect(planned).toBe('2026-03-02T06:00:00.000Z');
    const distance = Date.parse(attemptAt) - Date.parse(planned);
    expect(distance).toBeGreaterThanOrEqual(0);
    expect(distance).toBeLessThan(30 * 60_000);
    const next = endRun(set(), started('scan_1'), day(2, '07:00'));
    expect(Date.parse(next.attemptAt) - Date.parse(next.planned)).toBe(distance);
  });

  it('keeps its id, its runs and its creation when it is set again, and is active', () => {
    const paused = { ...endRun(set(), started('scan_1'), day(2)), pausedAt: day(5).toISOString() };
    const again = set(paused, day(6));
    expect(again).toMatchObject({ scheduleId: paused.scheduleId, runs: paused.runs, pausedAt: null });
    expect([again.createdAt, again.updatedAt]).toEqual([paused.createdAt, day(6).toISOString()]);
  });
});

describe('a planned time', () => {
  it('that was missed for days is followed by the next one in the future', () => {
    expect(endRun(set(), started('scan_1'), day(9)).planned).toBe('2026-03-10T06:00:00.000Z');
  });

  it('is recorded with a limited detail, newest first, and only the last ones', () => {
    let schedule = set();
    for (let number = 2; number < RUNS_MAX + 5; number++) {
      const skipped = {
        scanId: null,
        skipped: 'refused',
        detail: 'x'.repeat(2 * RUN_DETAIL_LENGTH_MAX),
      } as const;
      schedule = endRun(schedule, skipped, day(number, '07:00'));
    }
    expect(schedule.runs).toHaveLength(RUNS_MAX);
    expect(schedule.runs[0]?.planned).toBe('2026-03-24T06:00:00.000Z');
    expect(schedule.runs[0]?.detail?.length).toBeLessThanOrEqual(RUN_DETAIL_LENGTH_MAX);
  });

  it('is tried again until its window is over', () => {
    expect(retryRun(set(), day(2, '06:20'))).toMatchObject({
      planned: '2026-03-02T06:00:00.000Z',
      attemptAt: day(2, '06:25').toISOString(),
    });
    expect(retryRun(set(), day(2, '06:26'))).toBeUndefined();
  });
});

describe('the scans that decide about a pause', () => {
  it('are the latest ones since the schedule was set, without skipped times', () => {
    let schedule = endRun(set(), started('scan_old'), day(2));
    schedule = set(schedule, day(3));
    for (const [index, scanId] of ['scan_1', null, 'scan_2', 'scan_3', 'scan_4'].entries()) {
      const run = scanId === null ? { scanId, skipped: 'limit' as const, detail: null } : started(scanId);
      schedule = endRun(schedule, run, day(4 + index));
    }
    expect(listLatestScanIds(schedule)).toEqual(['scan_4', 'scan_3', 'scan_2']);
    expect(listLatestScanIds(set(schedule, day(20)))).toEqual([]);
  });
});

describe('the view of a schedule', () => {
  it('has the next three planned times, and none while it is paused', () => {
    expect(toScheduleView(set())).toMatchObject({
      state: 'active',
      nextRuns: ['2026-03-02T06:00:00.000Z', '2026-03-03T06:00:00.000Z', '2026-03-04T06:00:00.000Z'],
    });
    const paused = toScheduleView({ ...set(), pausedAt: day(2).toISOString() });
    expect(paused).toMatchObject({ state: 'paused', nextRuns: [] });
  });
});
