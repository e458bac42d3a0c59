import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { deleteAccount } from '../../../adapters/dynamodb/delete-account.ts';
import { listDue } from '../../../adapters/dynamodb/due.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { findScan, listUnfinishedScanIds } from '../../../adapters/dynamodb/scans.ts';
import * as schedules from '../../../adapters/dynamodb/schedules.ts';
import { findSite } from '../../../adapters/dynamodb/sites.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import type { ScheduleView } from '../../../core/schedules/schedule-view.ts';
import { pauseUnjudgedSchedule } from '../../../use-cases/pause-schedule.ts';
import { runSchedule } from '../../../use-cases/run-schedule.ts';
import { wideLimits } from '../../support/fixtures.ts';
import { type Answer, type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

const daily = { every: 'day', at: '06:00', timeZone: 'UTC', config: { rules: ['wcag-aa'] } };
const HOUR_MS = 3_600_000;

async function createSite() {
  const accountId = await api.account();
  const key = await api.key(accountId, { role: 'manager', name: 'Web team' });
  const body = { name: 'Shop', url: 'https://shop.example/', origins: ['https://staging.shop.example'] };
  const siteId = (await key.call('POST', '/sites', { body })).json.id as string;
  const path = `/sites/${siteId}/schedule`;
  const set = (body: object = daily) => key.call('PUT', path, { body });
  const read = async () => (await key.call('GET', path)).json as ScheduleView;
  return { accountId, key, siteId, path, set, read };
}

/** The use case of the sweeper on the tables. */
function sweeper(given: { limit?: boolean } = {}) {
  const { store } = api.tables;
  const planned: Scan[] = [];
  const dependencies = {
    findSite: findSite.bind(null, store),
    listUnfinishedScanIds: listUnfinishedScanIds.bind(null, store),
    findSchedule: schedules.findSchedule.bind(null, store),
    insertScheduledScan: schedules.insertScheduledScan.bind(null, store),
    advanceSchedule: schedules.advanceSchedule.bind(null, store),
    removeSchedule: schedules.removeSchedule.bind(null, store),
    requestPlan: async (scan: Scan) => void planned.push(scan),
    urlFault: () => null,
    limits: { ...wideLimits, ...(given.limit ? { unfinishedScans: 0 } : {}) },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  const run = (siteId: string, now: Date) => runSchedule(dependencies, siteId, 'run-1', now);
  return { dependencies, planned, run };
}

/** Returns the end of the window of the next planned time: the scan is due by then. */
const afterWindow = ({ nextRuns }: ScheduleView) => new Date(Date.parse(nextRuns[0] ?? '') + HOUR_MS);

/** How a page of a scan ended that judged none. */
type Unjudged = 'timeout' | 'service-fault';

const unjudgedScans = new Map<string, Unjudged>();

/** Ends a scan as its workflow would, and pauses the schedule of its site if need be, as `dispatch-events` does. */
async function end(siteId: string, scanId: string, unjudged?: Unjudged) {
  const { store } = api.tables;
  const status = unjudged ? 'failed' : 'completed';
  if (unjudged) unjudgedScans.set(scanId, unjudged);
  await store.db.send(
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.scan(scanId),
      UpdateExpression: `SET #status = :status, gsi2pk = :index${unjudged ? ', failure = :failure' : ''}`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': status,
        ...(unjudged ? { ':failure': 'no-page-scanned' } : {}),
        ':index': `scans-of#${siteId}#${status}`,
      },
    }),
  );
  await pauseUnjudgedSchedule(
    {
      findSchedule: schedules.findSchedule.bind(null, store),
      findScan: findScan.bind(null, store),
      pauseSchedule: schedules.pauseSchedule.bind(null, store),
      readPages: async (id) => [{ outcome: unjudgedScans.get(id) ?? 'scanned' }],
      log: { info: () => {}, warn: () => {}, error: () => {} },
    },
    { scanId, siteId },
    { correlationId: 'run-1' },
    new Date(),
  );
}

const errorsOf = ({ status, json }: Answer) => [
  status,
  json.errors?.map((each: { path: string }) => each.path),
];

describe('the schedule of a site', () => {
  it('is set, read, replaced and deleted, with an audit entry for each change', async () => {
    const { accountId, key, path, set } = await createSite();
    const missing = await key.call('GET', path);
    expect([missing.status, missing.json.code]).toEqual([404, 'schedule-not-found']);
    const { status, json } = await set();
    expect([status, json]).toMatchObject([
      200,
      {
        schedule: { ...daily, withinMinutes: 60 },
        state: 'active',
        pausedAt: null,
        runs: [],
        author: { keyId: key.record.keyId, name: 'Web team' },
      },
    ]);
    const [first = '', ...later] = json.nextRuns as string[];
    expect(first.slice(11)).toBe('06:00:00.000Z');
    expect(later.map((time) => Date.parse(time) - Date.parse(first))).toEqual([24 * HOUR_MS, 48 * HOUR_MS]);
    expect((await key.call('GET', path)).json).toEqual(json);

    const changed = await set({ ...daily, every: 'month', on: [31, 1] });
    expect(changed.json).toMatchObject({ id: json.id, schedule: { on: [1, 31] }, createdAt: json.createdAt });
    expect((await key.call('DELETE', path)).status).toBe(204);
    expect((await key.call('DELETE', path)).json.code).toBe('schedule-not-found');
    const actions: string[] = [];
    for await (const { action, target } of readAuditLog(api.tables.store, accountId)) {
      if (target === json.id) actions.push(action);
    }
    expect(actions).toEqual(['schedule.deleted', 'schedule.changed', 'schedule.created']);
  });

  it.each<[string, object, string]>([
    ['no such period', { ...daily, every: 'hour' }, 'every'],
    ['days of the week for a day', { ...daily, on: ['monday'] }, 'on'],
    ['a week without days', { ...daily, every: 'week' }, 'on'],
    ['no day', { ...daily, every: 'week', on: [] }, 'on'],
    ['the same day twice', { ...daily, every: 'week', on: ['monday', 'monday'] }, 'on'],
    ['a day that no month has', { ...daily, every: 'month', on: [32] }, 'on[0]'],
    ['no time of day', { ...daily, at: '24:00' }, 'at'],
    ['no time zone', { ...daily, timeZone: 'Mars/Olympus' }, 'timeZone'],
    ['a window that is too long', { ...daily, withinMinutes: 721 }, 'withinMinutes'],
    [
      'a page of another site',
      { ...daily, config: { rules: ['wcag-aa'], url: 'https://other.example/' } },
      'config.url',
    ],
    ['unknown rules', { ...daily, config: { rules: ['wcag-x'] } }, 'config.rules[0]'],
    [
      'a fixed baseline',
      { ...daily, config: { rules: ['wcag-aa'], baseline: `scan_${'0'.repeat(26)}` } },
      'config.baseline',
    ],
    [
      'a declared change',
      { ...daily, config: { rules: ['wcag-aa'], expectChanged: [{ page: '/**', reason: 'New.' }] } },
      'config.expectChanged',
    ],
    [
      'a commit',
      { ...daily, config: { rules: ['wcag-aa'], metadata: { commit: '9f1c2ab' } } },
      'config.metadata',
    ],
    [
      'a pull request',
      { ...daily, config: { rules: ['wcag-aa'], metadata: { pullRequest: '4' } } },
      'config.metadata',
    ],
  ])('is refused with %s', async (_, body, path) => {
    const { set } = await createSite();
    expect(errorsOf(await set(body))).toEqual([422, [path]]);
  });

  it('is for managers of the site only', async () => {
    const { accountId, path, siteId } = await createSite();
    const stranger = await api.key(await api.account(), { role: 'admin' });
    expect((await stranger.call('PUT', path, { body: daily })).json.code).toBe('site-not-found');
    const scanner: TestKey = await api.key(accountId, { role: 'scanner' });
    expect((await scanner.call('PUT', path, { body: daily })).json.code).toBe('role-too-small');
    const limited = await api.key(accountId, { role: 'manager', siteIds: [siteId] });
    expect((await limited.call('PUT', path, { body: daily })).status).toBe(200);
  });
});

describe('a schedule that is due', () => {
  it('starts one scan within its window, always at the same distance, and plans the next', async () => {
    const { siteId, set, read, key } = await createSite();
    await set({ ...daily, config: { rules: ['wcag-aa'], metadata: { branch: 'main' } } });
    const before = await read();
    const { run, planned } = sweeper();
    await run(siteId, new Date(Date.parse(before.nextRuns[0] ?? '') - 1));
    expect(planned).toEqual([]);
    const now = afterWindow(before);
    const due = await listDue(api.tables.store, now);
    expect(due.filter(({ id }) => id === siteId)).toMatchObject([{ kind: 'schedule' }]);
    // Two runs of the sweeper at once, and a third one.
    await Promise.all([run(siteId, now), run(siteId, now)]);
    await run(siteId, now);
    expect(planned).toHaveLength(1);
    const after = await read();
    expect(after.runs).toEqual([
      {
        planned: before.nextRuns[0],
        at: now.toISOString(),
        scanId: planned[0]?.scanId,
        skipped: null,
        detail: null,
      },
    ]);
    expect(after.nextRuns.slice(0, 2)).toEqual(before.nextRuns.slice(1));
    const scans = await key.call('GET', '/scans', {});
    expect(scans.json.items).toMatchObject([
      { id: planned[0]?.scanId, config: { metadata: { branch: 'main' } } },
    ]);
    expect(planned[0]?.actor).toBe(after.id);
  });

  it('makes up for missed times once', async () => {
    const { siteId, set, read } = await createSite();
    await set();
    const before = await read();
    const { run, planned } = sweeper();
    const late = new Date(Date.parse(before.nextRuns[2] ?? '') + 2 * HOUR_MS);
    await run(siteId, late);
    await run(siteId, late);
    expect(planned).toHaveLength(1);
    expect(Date.parse((await read()).nextRuns[0] ?? '')).toBeGreaterThan(late.getTime());
  });

  it('skips a time while another scan of the site has not ended, and says so', async () => {
    const { siteId, set, read, key } = await createSite();
    await set();
    await key.call('POST', `/sites/${siteId}/scans`, { body: { config: { rules: ['wcag-aa'] } } });
    const { run, planned } = sweeper();
    await run(siteId, afterWindow(await read()));
    expect(planned).toEqual([]);
    expect((await read()).runs).toMatchObject([{ scanId: null, skipped: 'scan-unfinished' }]);
  });

  it('tries again within its window if a limit refuses the scan, then records it as skipped', async () => {
    const { siteId, set, read } = await createSite();
    await set({ ...daily, withinMinutes: 720 });
    const before = await read();
    const start = Date.parse(before.nextRuns[0] ?? '');
    const full = sweeper({ limit: true });
    const stored = await full.dependencies.findSchedule(siteId);
    const first = new Date(stored?.attemptAt ?? '');
    expect(first.getTime() - start).toBeLessThan(12 * HOUR_MS);
    await full.run(siteId, first);
    expect((await read()).runs).toEqual([]);
    expect(
      Date.parse((await full.dependencies.findSchedule(siteId))?.attemptAt ?? '') - first.getTime(),
    ).toBe(300_000);
    await full.run(siteId, new Date(start + 12 * HOUR_MS));
    const { runs, nextRuns } = await read();
    expect(runs).toMatchObject([{ scanId: null, skipped: 'limit' }]);
    expect(runs[0]?.detail).toContain('unfinished scans');
    expect(nextRuns[0]).toBe(before.nextRuns[1]);
  });

  it('skips a time if the site does not allow the scan any more', async () => {
    const { siteId, set, read, key } = await createSite();
    await set({ ...daily, config: { rules: ['wcag-aa'], url: 'https://staging.shop.example/' } });
    await key.call('PATCH', `/sites/${siteId}`, { body: { origins: [] } });
    await sweeper().run(siteId, afterWindow(await read()));
    expect((await read()).runs).toMatchObject([
      { skipped: 'refused', detail: expect.stringContaining('config.url') },
    ]);
  });

  it('pauses when three scans in a row have judged no page, until it is set again', async () => {
    const { accountId, siteId, set, read } = await createSite();
    await set();
    const { run, planned } = sweeper();
    /** Runs the next time, and ends its scan. Returns the state of the schedule then. */
    const scan = async (unjudged?: Unjudged) => {
      await run(siteId, afterWindow(await read()));
      await end(siteId, planned.at(-1)?.scanId ?? '', unjudged);
      return (await read()).state;
    };
    // A fault of the service says nothing about the site.
    const ends = ['timeout', 'timeout', undefined, 'timeout', 'timeout', 'service-fault'] as const;
    for (const each of [...ends, 'timeout', 'timeout'] as const) expect(await scan(each)).toBe('active');
    expect(await scan('timeout')).toBe('paused');
    const paused = await read();
    expect(paused).toMatchObject({ state: 'paused', nextRuns: [] });
    // A second message about the same end does nothing.
    await end(siteId, planned.at(-1)?.scanId ?? '', 'timeout');
    await run(siteId, new Date(Date.now() + 1000 * 24 * HOUR_MS));
    expect(planned).toHaveLength(9);
    const due = await listDue(api.tables.store, new Date(Date.now() + 1000 * 24 * HOUR_MS));
    expect(due.filter(({ id }) => id === siteId)).toEqual([]);
    const entries: string[] = [];
    for await (const { action, actor } of readAuditLog(api.tables.store, accountId)) {
      if (action === 'schedule.paused') entries.push(actor);
    }
    expect(entries).toEqual([paused.id]);
    await set();
    expect((await read()).state).toBe('active');
  });

  it('starts no scan in a deleted account, whose sites exist for a while', async () => {
    const { accountId, siteId, set, read } = await createSite();
    await set();
    const due = afterWindow(await read());
    const now = new Date();
    await deleteAccount(api.tables.store, accountId, {
      by: { accountId, actor: 'service', requestId: 'request-1' },
      now,
    });
    const { planned, run } = sweeper();
    await run(siteId, due);
    expect(planned).toEqual([]);
    expect(await listUnfinishedScanIds(api.tables.store, siteId)).toEqual([]);
  });

  it('goes away with its site', async () => {
    const { siteId, set, key } = await createSite();
    const { json } = await set();
    await key.call('DELETE', `/sites/${siteId}`);
    const { run, planned, dependencies } = sweeper();
    await run(siteId, afterWindow(json as ScheduleView));
    expect(planned).toEqual([]);
    expect(await dependencies.findSchedule(siteId)).toBeUndefined();
  });
});
