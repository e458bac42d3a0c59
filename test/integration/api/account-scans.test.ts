import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { insertScan, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { exampleFinishedScan } from '../../../core/api/examples.ts';
import type { GateResult } from '../../../core/gate/gate.ts';
import { createId } from '../../../core/ids.ts';
import type { ScanSummary } from '../../../core/scans/scan.ts';
import { siteCrawlDefault } from '../../../core/sites/site-crawl.ts';
import { makeScan, wideLimits } from '../../support/fixtures.ts';
import { noStart } from '../dynamodb/start.ts';
import { type Api, startApi, type TestKey } from './harness.ts';

const COMMIT = '9f1c2ab77de0';
const summary = exampleFinishedScan.summary as ScanSummary;

let api: Api;
let accountId: string;
let owner: TestKey;
/** The ids of the scans by their name. */
const scans: Record<string, string> = {};
const sites: Record<string, string> = {};

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  owner = await api.key(accountId);
  for (const name of ['shop', 'blog']) {
    const body = { name, url: `https://${name}.example/` };
    sites[name] = (await owner.call('POST', '/sites', { body })).json.id;
  }
  await addScan('first', 'shop', '2026-01-01T00:00:00Z', { gate: 'failed' });
  await addScan('second', 'blog', '2026-01-02T00:00:00Z', { metadata: { branch: 'main', commit: COMMIT } });
  await addScan('third', 'shop', '2026-01-03T00:00:00Z', { metadata: { branch: 'main' }, gate: 'passed' });
  await addScan('fourth', 'blog', '2026-01-04T00:00:00Z', { actor: createId('person', new Date()) });
});
afterAll(() => api?.stop());

/** Stores a scan that was triggered at a time. It ends if it has the result of a gate. */
async function addScan(
  name: string,
  siteName: string,
  time: string,
  given: {
    metadata?: { branch?: string; commit?: string };
    gate?: GateResult;
    actor?: string;
  },
) {
  const { store } = api.tables;
  const now = new Date(time);
  const { gate, metadata, actor = owner.record.keyId } = given;
  const site = {
    ...siteCrawlDefault,
    accountId,
    siteId: sites[siteName] ?? '',
    name: siteName,
    url: `https://${siteName}.example/`,
  };
  const made = makeScan(site as never, owner.record.keyId);
  const scan = {
    ...made,
    scanId: createId('scan', now),
    createdAt: now.toISOString(),
    actor,
    config: { ...made.config, ...(metadata ? { metadata } : {}) },
  };
  const by = { accountId, actor, requestId: name };
  const written = await insertScan(store, { scan, start: noStart, limits: wideLimits, by, now });
  if (written.kind !== 'created') throw new Error(written.kind);
  scans[name] = scan.scanId;
  const item = await readTrackedScan(store, scan.scanId);
  if (gate && item)
    await settleScan(store, item, { report: 'ready', edition: 'one', summary: { ...summary, gate } });
}

/** Returns the names of the scans that a call lists, in its order. */
async function list(query: Record<string, string | undefined> = {}, by: Pick<TestKey, 'call'> = owner) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { status, json } = await by.call('GET', `/scans?${new URLSearchParams(given)}`);
  expect(status).toBe(200);
  const names = new Map(Object.entries(scans).map(([name, id]) => [id, name]));
  return json.items.map(({ id }: { id: string }) => names.get(id));
}

describe('the scans of an account', () => {
  it('are listed newest first, with the names of their sites', async () => {
    const { json } = await owner.call('GET', '/scans');
    expect(json.items.map(({ id, siteName }: Record<string, string>) => [id, siteName])).toEqual([
      [scans.fourth, 'blog'],
      [scans.third, 'shop'],
      [scans.second, 'blog'],
      [scans.first, 'shop'],
    ]);
    expect(json.nextCursor).toBeNull();
  });

  it('are listed page by page, with filters and without', async () => {
    for (const query of ['', '&branch=main']) {
      const first = (await owner.call('GET', `/scans?limit=1${query}`)).json;
      const next = await owner.call('GET', `/scans?limit=1${query}&cursor=${first.nextCursor}`);
      expect(next.json.items).toHaveLength(1);
      expect(next.json.items[0].id < first.items[0].id).toBe(true);
      const other = await owner.call('GET', `/scans?limit=1&status=queued&cursor=${first.nextCursor}`);
      expect([other.status, other.json.code]).toEqual([422, 'cursor-invalid']);
    }
  });

  it.each([
    ['the site', () => ({ site: sites.shop }), ['third', 'first']],
    ['the status', () => ({ status: 'completed' }), ['third', 'first']],
    ['the branch', () => ({ branch: 'main' }), ['third', 'second']],
    ['the commit', () => ({ commit: COMMIT }), ['second']],
    ['the beginning of the commit', () => ({ commit: COMMIT.slice(0, 7) }), ['second']],
    ['a longer commit', () => ({ commit: `${COMMIT}0123` }), ['second']],
    ['another commit with the same beginning', () => ({ commit: `${COMMIT.slice(0, 7)}0` }), []],
    ['the gate', () => ({ gate: 'failed' }), ['first']],
    ['the key', () => ({ key: owner.record.keyId }), ['third', 'second', 'first']],
    ['the time', () => ({ from: '2026-01-02T00:00:00Z', to: '2026-01-04T00:00:00Z' }), ['third', 'second']],
    [
      'a time that begins before ids do',
      () => ({ from: '0001-01-01T00:00:00Z', branch: 'main' }),
      ['third', 'second'],
    ],
    ['a time that ends before ids begin', () => ({ to: '1969-12-31T23:59:59Z' }), []],
    [
      'a time that ends before it begins',
      () => ({ from: '2026-01-04T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
      [],
    ],
    ['several members', () => ({ limit: '5', status: 'completed', branch: 'main' }), ['third']],
  ])('are filtered by %s', async (_, query, names) => {
    expect(await list(query())).toEqual(names);
  });

  it('are filtered by the person who triggered them', async () => {
    const item = await readTrackedScan(api.tables.store, scans.fourth ?? '');
    expect(await list({ key: item?.actor })).toEqual(['fourth']);
  });

  it('of other sites are not listed for a caller who is limited to sites', async () => {
    const limited = await api.key(accountId, { siteIds: [sites.blog ?? ''] });
    expect(await list({}, limited)).toEqual(['fourth', 'second']);
    expect(await list({ status: 'completed' }, limited)).toEqual([]);
    const refused = await limited.call('GET', `/scans?site=${sites.shop}`);
    expect([refused.status, refused.json.code]).toEqual([404, 'site-not-found']);
  });

  it('of other accounts are not listed', async () => {
    const stranger = await api.key(await api.account());
    expect(await list({}, stranger)).toEqual([]);
    expect((await stranger.call('GET', `/scans?site=${sites.shop}`)).status).toBe(404);
  });

  it('need valid filters', async () => {
    for (const [name, value] of Object.entries({
      site: 'x',
      status: 'done',
      gate: 'none',
      key: 'x',
      from: '1',
    })) {
      const { status, json } = await owner.call('GET', `/scans?${name}=${value}`);
      expect([status, json.errors?.[0]?.path]).toEqual([422, `query.${name}`]);
    }
  });
});
