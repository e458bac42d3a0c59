import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { settleCompletedScan } from '../../../adapters/dynamodb/settle-completed-scan.ts';
import { exampleConditions, exampleTrendPoint } from '../../../core/api/examples.ts';
import { toEarlierScan } from '../../../core/comparison/settled-scan.ts';
import { createId } from '../../../core/ids.ts';
import { countGates } from '../../../core/trend/gate-counts.ts';
import type { TrendPoint } from '../../../core/trend/trend-point.ts';
import { type Answer, type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
let accountId: string;
let owner: TestKey;
let viewer: TestKey;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  owner = await api.key(accountId);
  viewer = await api.key(accountId, { role: 'viewer' });
});
afterAll(() => api?.stop());

const OTHER_KEY = '7d793037a0760186';

/** Creates a site with completed scans in this order, by their branch and comparable key. */
async function createScans(...of: [branch: string, comparableKey: string][]) {
  const site = { name: 'Shop', url: 'https://shop.example/' };
  const siteId = (await owner.call('POST', '/sites', { body: site })).json.id as string;
  const { store } = api.tables;
  const points: TrendPoint[] = [];
  for (const [branch, comparableKey] of of) {
    const body = { config: { rules: ['wcag-aa'], metadata: { branch } } };
    const { id } = (await owner.call('POST', `/sites/${siteId}/scans`, { body })).json;
    const item = await readTrackedScan(store, id);
    if (!item) throw new Error('no scan');
    const { scanId, createdAt } = item;
    const point = { ...exampleTrendPoint, scanId, createdAt, branch, comparableKey };
    const leaves = {
      point,
      conditions: { ...exampleConditions, comparableKey },
      settled: { ...toEarlierScan(item), verdict: 'passed', thresholds: null, isRoot: false } as const,
      becomesLatest: true,
    };
    await settleCompletedScan(store, item, { report: 'ready', edition: 'first' }, leaves, new Date());
    points.unshift(point);
  }
  const get = (query = '', by = viewer) => by.call('GET', `/sites/${siteId}/trend${query}`);
  return { siteId, points, get };
}

const { comparableKey } = exampleConditions;

describe('the trend of a site', () => {
  it('has the numbers of every completed scan, newest first, and explains its keys', async () => {
    const { points, get } = await createScans(
      ['main', comparableKey],
      ['main', OTHER_KEY],
      ['x', comparableKey],
    );
    const { status, json } = await get();
    expect([status, json.items, json.nextCursor]).toEqual([200, points, null]);
    expect(json.keys).toHaveLength(2);
    expect(json.keys).toEqual(
      expect.arrayContaining([exampleConditions, { ...exampleConditions, comparableKey: OTHER_KEY }]),
    );
  });

  it('has only scans of the main branch if the site has one, unless a branch is requested', async () => {
    const { siteId, points, get } = await createScans(['main', comparableKey], ['x', comparableKey]);
    const items = async (query = '') => {
      const { json } = await get(query);
      // The gates of all branches count.
      expect(json.gateCounts).toEqual(countGates(points));
      return json.items;
    };
    await owner.call('PATCH', `/sites/${siteId}`, { body: { mainBranch: 'main' } });
    expect(await items()).toEqual([points[1]]);
    expect(await items('?branch=x')).toEqual([points[0]]);
    await owner.call('PATCH', `/sites/${siteId}`, { body: { mainBranch: null } });
    expect(await items()).toEqual(points);
  });

  it('is filtered by branch, key and time', async () => {
    const { points, get } = await createScans(
      ['main', comparableKey],
      ['main', OTHER_KEY],
      ['x', comparableKey],
    );
    const [newest, middle, oldest] = points;
    const items = async (query: string) => (await get(query)).json.items;
    expect(await items('?branch=main')).toEqual([middle, oldest]);
    expect(await items(`?comparableKey=${OTHER_KEY}`)).toEqual([middle]);
    expect((await get(`?comparableKey=${OTHER_KEY}`)).json.keys).toHaveLength(1);
    expect(await items(`?from=${newest?.createdAt}`)).toEqual([newest]);
    expect(await items(`?to=${middle?.createdAt}`)).toEqual([oldest]);
    const next = encodeURIComponent('2199-01-01T00:00:00+02:00');
    expect(await items(`?from=${next}`)).toEqual([]);
    expect((await get('?branch=none')).json).toMatchObject({ items: [], nextCursor: null, keys: [] });
  });

  it('is listed page by page with a cursor of the same filters', async () => {
    const { points, get } = await createScans(
      ['main', comparableKey],
      ['x', OTHER_KEY],
      ['main', comparableKey],
    );
    const first = (await get('?branch=main&limit=1')).json;
    expect(first.items).toEqual([points[0]]);
    const rest = (await get(`?branch=main&limit=1&cursor=${first.nextCursor}`)).json;
    expect([rest.items, rest.nextCursor]).toEqual([[points[2]], null]);
    expect((await get(`?cursor=${first.nextCursor}`)).json.code).toBe('cursor-invalid');
  });

  it('is rejected with a wrong filter, which is named', async () => {
    const { get } = await createScans();
    const errorOf = async (query: string) => (await get(query)).json.errors[0];
    expect(await errorOf('?from=yesterday')).toEqual({
      path: 'query.from',
      message: 'must be a time such as 2026-03-31T00:00:00Z',
    });
    expect(await errorOf('?comparableKey=x')).toMatchObject({ path: 'query.comparableKey' });
    expect(await errorOf('?branch=')).toMatchObject({ path: 'query.branch' });
    expect(await errorOf('?scan=1')).toMatchObject({ path: 'query.scan' });
  });

  it('answers like that of an unknown site if the site belongs to another account or is outside the key’s sites', async () => {
    const { get } = await createScans(['main', comparableKey]);
    const body = ({ json }: Answer) => ({ ...json, instance: '' });
    const unknown = body(await owner.call('GET', `/sites/${createId('site', new Date())}/trend`));
    expect(unknown).toMatchObject({ status: 404, code: 'site-not-found' });
    const stranger = await api.key(await api.account());
    const limited = await api.key(accountId, { siteIds: [createId('site', new Date())] });
    for (const by of [stranger, limited]) expect(body(await get('', by))).toEqual(unknown);
  });
});
