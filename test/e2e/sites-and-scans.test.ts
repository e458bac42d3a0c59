import { setTimeout as sleep } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../adapters/dynamodb/audit.ts';
import { readKeyDays } from '../../adapters/dynamodb/read-usage.ts';
import { findScan } from '../../adapters/dynamodb/scans.ts';
import { memoize } from '../../adapters/memoize.ts';
import { putObject } from '../../adapters/report-bucket/report-bucket.ts';
import type { Report } from '../../core/reports/report.ts';
import { buildReportKey } from '../../core/scans/object-keys.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import type { SiteView } from '../../core/sites/site.ts';
import { resolveStageSettings } from '../../lib/stage-settings.ts';
import { getClientOptions } from '../../local/stand-ins/provision.ts';
import type { ApiClient } from '../support/api-client.ts';
import { sharedService, type TestKey, type TestRuntime, type TestService } from '../support/service.ts';
import { ONE_PICTURE, servePages } from '../support/small-site.ts';
import {
  config,
  countUnfinished,
  createAccountWithSite,
  serveHeld,
  trigger,
  waitUntil,
} from './unfinished-scans.ts';

let service: TestService;
let site: Awaited<ReturnType<typeof servePages>>;
/** A URL of this machine that refuses connections. */
let refusing: string;

beforeAll(async () => {
  const pages = { '/': ONE_PICTURE, '/a': ONE_PICTURE };
  [service, site, refusing] = await Promise.all([sharedService(), servePages(pages), refusingUrl()]);
});
afterAll(() => site?.stop());

/** A free port at an address that no server here uses, so that the next server that starts does not take the port. */
async function refusingUrl(): Promise<string> {
  const served = await servePages({});
  await served.stop();
  return served.url.replace('127.0.0.1', '127.0.0.2');
}

/** Returns all pages of a list, each with at most this many entries. */
async function pageThrough<Item>(client: ApiClient, path: string, limit: number): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await client.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`);
    expect(answer.status).toBe(200);
    pages.push(answer.json.items);
    cursor = answer.json.nextCursor;
  }
  return pages;
}

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

describe('a site', () => {
  it('is created, read, changed and deleted, with an audit entry for each change', async () => {
    const { key, client, siteId } = await createAccountWithSite(service, {
      url: 'https://shop.example.com/',
    });
    const path = `/sites/${siteId}`;
    const read = await client.call<SiteView>('GET', path);
    expect(read.json).toMatchObject({ id: siteId, name: 'S', url: 'https://shop.example.com/' });
    expect([read.json.pages, read.json.origins]).toEqual([[], []]);

    const pages = ['/checkout?step=1', 'https://shop.example.com/contact'];
    const origins = ['https://staging.example.com', '*.preview.example.com'];
    const changed = await client.call<SiteView>('PATCH', path, { body: { pages, origins } });
    expect([changed.status, changed.json]).toEqual([
      200,
      { ...read.json, pages, origins, updatedAt: changed.json.updatedAt },
    ]);
    expect(changed.json.updatedAt > read.json.updatedAt).toBe(true);
    const renamed = await client.call<SiteView>('PATCH', path, { body: { name: 'Renamed' } });
    expect(renamed.json).toMatchObject({ name: 'Renamed', pages, origins });
    expect((await client.call('GET', path)).json).toEqual(renamed.json);
    expect((await client.call('GET', '/sites')).json).toEqual({ items: [renamed.json], nextCursor: null });

    const deleted = await client.call('DELETE', path);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE']) expect((await client.call(method, path)).status).toBe(404);
    expect((await client.call('GET', `${path}/scans`)).status).toBe(404);
    expect((await trigger(client, siteId)).status).toBe(404);
    expect((await client.call('GET', '/sites')).json.items).toEqual([]);
    const log = await Array.fromAsync(readAuditLog(service.store, key.record.accountId));
    const ofSite = log.filter(({ target }) => target === siteId);
    expect(ofSite.map(({ action }) => action)).toEqual([
      'site.deleted',
      'site.changed',
      'site.changed',
      'site.created',
    ]);
    for (const entry of ofSite) expect(entry.actor).toBe(key.record.keyId);
  });

  it('is returned with its location', async () => {
    const { client } = await createAccountWithSite(service, { url: 'https://shop.example.com/' });
    const made = await client.call('POST', '/sites', { body: { name: 'T', url: 'https://t.example/' } });
    expect(made.headers.get('location')).toBe(`/api/v1/sites/${made.json.id}`);
    const there = new URL(made.headers.get('location') ?? '', service.runtime.baseUrl);
    expect(`${service.runtime.baseUrl}/sites/${made.json.id}`).toBe(there.href);
  });

  const url = 'https://shop.example.com/start';
  const refuser = memoize(() => createAccountWithSite(service, { url }));
  it.each<[string, object, string[]]>([
    ['a page on another origin', { url, pages: ['/ok', 'https://other.example.com/'] }, ['pages[1]']],
    ['a page with another scheme', { url, pages: ['http://shop.example.com/'] }, ['pages[0]']],
    ['a page that names a host after two slashes', { url, pages: ['//other.example.com/'] }, ['pages[0]']],
    [
      'a page that is not a path',
      { url, pages: ['contact', 'javascript:alert(1)'] },
      ['pages[0]', 'pages[1]'],
    ],
    ['more than 100 pages', { url, pages: Array.from({ length: 101 }, (_, i) => `/${i}`) }, ['pages']],
    ['an origin with a path', { url, origins: ['https://staging.example.com/x'] }, ['origins[0]']],
    ['an asterisk in the middle', { url, origins: ['https://a.*.example.com'] }, ['origins[0]']],
    ['a pattern of a whole top-level domain', { url, origins: ['*.com', '*'] }, ['origins[0]', 'origins[1]']],
    ['a URL with another scheme', { url: 'ftp://shop.example.com/' }, ['url']],
    ['a URL with a password', { url: 'https://me:secret@shop.example.com/' }, ['url']],
    ['a relative URL', { url: '/start', pages: ['/a'] }, ['url']],
    ['an empty name', { url, name: ' ' }, ['name']],
    ['a name with control characters', { url, name: 'a\u001b[31mb' }, ['name']],
  ])('may not have %s', async (_, body, paths) => {
    const { client } = await refuser();
    const refused = await client.call('POST', '/sites', { body: { name: 'S', ...body } });
    expect([refused.status, refused.json.code]).toEqual([422, 'invalid-request']);
    expect(refused.json.errors.map((error: { path: string }) => error.path)).toEqual(paths);
    expect((await client.call('GET', '/sites')).json.items).toHaveLength(1);
  });

  it('may have 100 pages, and rejects a new URL that does not fit them', async () => {
    const pages = Array.from({ length: 100 }, (_, i) => (i === 7 ? 'https://shop.example.com/7' : `/${i}`));
    const { client, siteId } = await createAccountWithSite(service, { url, pages });
    const body = { url: 'https://other.example.com/' };
    const refused = await client.call('PATCH', `/sites/${siteId}`, { body });
    expect([refused.status, refused.json.errors]).toEqual([
      422,
      [expect.objectContaining({ path: 'pages[7]' })],
    ]);
    expect((await client.call('GET', `/sites/${siteId}`)).json.url).toBe(url);
  });
});

describe('the setting config.url', () => {
  const origins = ['https://staging.example.com', '*.preview.example.com'];
  const triggerer = memoize(() => createAccountWithSite(service, { url: 'http://127.0.0.1:1/', origins }));

  it.each([
    ['https://pr-7.preview.example.com/x', true],
    ['https://preview.example.com/', false],
    ['http://localhost:1/', false],
  ])('%s is on an allowed origin of the site: %s', async (url, allowed) => {
    const { client, siteId } = await triggerer();
    const { status, json } = await trigger(client, siteId, { url });
    if (allowed) {
      expect([status, json.config.url]).toEqual([202, url]);
      expect((await client.call('POST', `/scans/${json.id}/cancel`)).status).toBe(200);
    } else {
      const errors = [
        expect.objectContaining({ path: 'config.url', allowed: ['http://127.0.0.1:1', ...origins] }),
      ];
      expect([status, json.errors]).toEqual([422, errors]);
    }
  });
});

describe('lists', () => {
  let key: TestKey;
  let client: ApiClient;
  /** Path of a list of scans: five cancelled ones. */
  let listed: string;
  const siteIds: string[] = [];
  const scanIds: string[] = [];
  beforeAll(async () => {
    const first = await createAccountWithSite(service, { url: refusing });
    ({ key, client } = first);
    siteIds.push(first.siteId);
    for (let i = 1; i < 5; i++) {
      const body = { name: `S${i}`, url: refusing };
      siteIds.push((await client.call('POST', '/sites', { body })).json.id);
    }
    siteIds.sort();
    for (let i = 0; i < 5; i++) {
      const { json } = await trigger(client, first.siteId);
      await client.call('POST', `/scans/${json.id}/cancel`);
      scanIds.push(json.id);
    }
    scanIds.sort().reverse();
    listed = `/sites/${first.siteId}/scans`;
  });

  it.each([2, 5])('of sites page through, oldest first, %d at a time', async (limit) => {
    const pages = await pageThrough<SiteView>(client, '/sites', limit);
    expect(idsOf(pages.flat())).toEqual(siteIds);
    expect(pages.map((page) => page.length)).toEqual(sizes(5, limit));
  });

  it.each([2, 5])('of scans page through, newest first, %d at a time', async (limit) => {
    for (const filter of ['', '?status=cancelled']) {
      const pages = await pageThrough<ScanView>(client, listed + filter, limit);
      expect(idsOf(pages.flat())).toEqual(scanIds);
      expect(pages.map((page) => page.length)).toEqual(sizes(5, limit));
    }
  });

  function sizes(count: number, limit: number): number[] {
    return Array.from({ length: Math.ceil(count / limit) }, (_, i) => Math.min(limit, count - i * limit));
  }

  it('have 25 entries per page by default', async () => {
    const { client: many } = await createAccountWithSite(service, { url: refusing });
    const make = (i: number) => many.call('POST', '/sites', { body: { name: `S${i}`, url: refusing } });
    await Promise.all(Array.from({ length: 25 }, (_, i) => make(i)));
    const { json } = await many.call('GET', '/sites');
    expect([json.items.length, typeof json.nextCursor]).toEqual([25, 'string']);
    const rest = await many.call('GET', `/sites?cursor=${json.nextCursor}`);
    expect([rest.json.items.length, rest.json.nextCursor]).toEqual([1, null]);
  });

  it('accept a cursor with another limit, and with another key of the account', async () => {
    const { nextCursor } = (await client.call('GET', '/sites?limit=2')).json;
    const { client: colleague } = await service.key(key.record.accountId, { role: 'viewer' });
    const { json } = await colleague.call('GET', `/sites?limit=3&cursor=${nextCursor}`);
    expect(idsOf(json.items)).toEqual(siteIds.slice(2));
  });

  it('reject a cursor that was altered, invented or issued for another list', async () => {
    const ofSites: string = (await client.call('GET', '/sites?limit=2')).json.nextCursor;
    const ofScans: string = (await client.call('GET', `${listed}?limit=2`)).json.nextCursor;
    const ofStatus: string = (await client.call('GET', `${listed}?limit=2&status=cancelled`)).json.nextCursor;
    const otherClient = (await createAccountWithSite(service, { url: refusing })).client;
    const [position = '', signature = ''] = ofSites.split('.');
    const elsewhere = { ...JSON.parse(atob(position)), after: siteIds[3] };
    const other = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    const refused: [string, ApiClient, string, string][] = [
      ['altered position', client, '/sites', `${other(position)}.${signature}`],
      [
        'chosen position',
        client,
        '/sites',
        `${btoa(JSON.stringify(elsewhere)).replace(/=+$/, '')}.${signature}`,
      ],
      ['altered signature', client, '/sites', `${position}.${other(signature)}`],
      ['signature with appended text', client, '/sites', `${ofSites}A`],
      ['no signature', client, '/sites', position],
      ['three parts', client, '/sites', `${ofSites}.A`],
      ['invented', client, '/sites', 'nonsense'],
      ['an id', client, '/sites', siteIds[1] ?? ''],
      ['another operation', client, '/sites', ofScans],
      ['another operation, in the other direction', client, listed, ofSites],
      ['another account', otherClient, '/sites', ofSites],
      ['another site', client, `/sites/${siteIds[1]}/scans`, ofScans],
      ['without its filter', client, listed, ofStatus],
      ['with another filter', client, `${listed}?status=queued`, ofStatus],
      ['with an additional filter', client, `${listed}?status=cancelled`, ofScans],
    ];
    for (const [what, by, path, cursor] of refused) {
      const query = `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
      const { status, json } = await by.call('GET', path + query);
      expect([what, status, json.code]).toEqual([what, 422, 'cursor-invalid']);
      expect(json.errors[0].path).toBe('query.cursor');
    }
  });
});

describe('an Idempotency-Key', () => {
  it('creates and counts one scan for 20 concurrent calls', async () => {
    const { key, client, siteId } = await createAccountWithSite(service, { url: site.url });
    const headers = { 'Idempotency-Key': 'build 4711' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => trigger(client, siteId, {}, headers)));
    const accepted = answers.filter(({ status }) => status === 202);
    const others = answers.filter(({ status }) => status !== 202);
    for (const { status, json } of others)
      expect([status, json.code]).toEqual([409, 'idempotency-in-progress']);
    expect(new Set(idsOf(accepted.map(({ json }) => json))).size).toBe(1);
    const replayed = accepted.filter(({ headers: given }) => given.get('idempotent-replayed') === 'true');
    expect(replayed.length).toBe(accepted.length - 1);

    const scan = await client.settled(accepted[0]?.json.id);
    expect(scan).toMatchObject({ status: 'completed', progress: { pagesDone: 1 } });
    expect(idsOf((await client.call('GET', `/sites/${siteId}/scans`)).json.items)).toEqual([scan.id]);
    expect(await sumUsage(key)).toMatchObject({ scans: 1, pages: 1 });

    const late = await trigger(client, siteId, { priority: 'normal' }, headers);
    expect([late.status, late.json]).toEqual([202, scan]);
    expect(late.headers.get('idempotent-replayed')).toBe('true');
    expect(late.headers.get('location')).toBe(`/api/v1/scans/${scan.id}`);
    expect(late.headers.has('retry-after')).toBe(false);
  });

  it('is rejected with another body, and is independent for another site and another account', async () => {
    const headers = { 'Idempotency-Key': 'nightly' };
    const one = await createAccountWithSite(service, { url: refusing });
    const two = await createAccountWithSite(service, { url: refusing });
    const second = await one.client.call('POST', '/sites', { body: { name: 'T', url: refusing } });
    /** Triggers a scan and cancels it at once, because its result does not matter. */
    const triggerAndCancel = async (client: ApiClient, toSiteId: string, sent = {}) => {
      const answer = await trigger(client, toSiteId, {}, sent);
      await client.call('POST', `/scans/${answer.json.id}/cancel`);
      return answer;
    };
    const first = await triggerAndCancel(one.client, one.siteId, headers);
    for (const given of [{ rules: ['wcag-aa'] }, { priority: 'low' }, { url: `${refusing}other` }]) {
      const { status, json } = await trigger(one.client, one.siteId, given, headers);
      expect([status, json.code]).toEqual([422, 'idempotency-key-reused']);
    }
    const again = await trigger(one.client, one.siteId, {}, headers);
    expect([again.json.id, again.headers.get('idempotent-replayed')]).toEqual([first.json.id, 'true']);
    const elsewhere = [
      await triggerAndCancel(one.client, second.json.id, headers),
      await triggerAndCancel(two.client, two.siteId, headers),
      await triggerAndCancel(one.client, one.siteId, { 'Idempotency-Key': 'Nightly' }),
      await triggerAndCancel(one.client, one.siteId),
    ];
    const ids = idsOf([first, ...elsewhere].map(({ json }) => json));
    expect(new Set(ids).size).toBe(5);
    for (const { headers: given } of [first, ...elsewhere])
      expect(given.has('idempotent-replayed')).toBe(false);
  });
});

/** Returns the usage of a key over all days, in case the day ends during the test. */
async function sumUsage({ record }: TestKey) {
  const days = await readKeyDays(service.store, record.keyId);
  const sum = (member: 'requests' | 'scans' | 'pages') => days.reduce((all, day) => all + day[member], 0);
  return { requests: sum('requests'), scans: sum('scans'), pages: sum('pages'), days };
}

describe('cancelling a scan', () => {
  it('stops a running scan, reports the scanned pages, and frees its slot', async () => {
    const held = await serveHeld(45);
    try {
      const { key, client, siteId } = await createAccountWithSite(service, {
        url: held.url,
        pages: held.pages,
      });
      const { id } = (await trigger(client, siteId, { priority: 'high' })).json;
      const running = async () => (await client.call<ScanView>('GET', `/scans/${id}`)).json;
      await waitUntil('the first page', async () => (await running()).progress.pagesDone === 1);
      expect(await running()).toMatchObject({ status: 'running', progress: { pagesKnown: 46 } });
      expect(await countUnfinished(service, key)).toEqual([1, 1]);
      const { pagesPerChunk, chunksInFlight } = resolveStageSettings('dev');
      const ofPages = ['/', ...held.pages];
      const distinct = () => new Set(held.requested.filter((path) => ofPages.includes(path))).size;
      // A chunk that a browser receives only after the cancellation is dropped.
      await waitUntil('a page of each chunk', () => distinct() > chunksInFlight);

      const cancelled = await client.call('POST', `/scans/${id}/cancel`);
      expect([cancelled.status, cancelled.json.status]).toEqual([200, 'cancelled']);
      expect(cancelled.json.cancelReason).toMatch(/\S/);
      expect(cancelled.json.finishedAt).toMatch(/Z$/);
      expect(await countUnfinished(service, key)).toEqual([0, 0]);
      const settled = await client.settled(id);
      const again = await client.call('POST', `/scans/${id}/cancel`);
      expect([again.status, again.json]).toEqual([200, settled]);
      expect(await countUnfinished(service, key)).toEqual([0, 0]);

      const { status, json } = await client.call<Report>('GET', `/scans/${id}/report`);
      expect([status, json.scan.status, json.scan.incomplete]).toEqual([200, 'cancelled', true]);
      expect(json.summary.pages).toMatchObject({ known: 46, scanned: 1 });
      expect(json.violations.map(({ ruleId }) => ruleId)).toEqual(['image-alt']);
      const html = await client.call('GET', `/scans/${id}/report?format=html`);
      expect(html.text).toMatch(/incomplete/i);
      const counted = await sumUsage(key);

      // Chunks that were begun before continue; no new chunk is dispatched.
      held.release();
      await waitUntil('all pages that were dispatched', () => distinct() >= counted.pages);
      for (let quiet = 0, before = distinct(); quiet < 30; quiet++) {
        await sleep(100);
        if (distinct() !== before) [quiet, before] = [0, distinct()];
      }
      expect(distinct()).toBeLessThanOrEqual(1 + pagesPerChunk * chunksInFlight);
      expect(await running()).toMatchObject({ status: 'cancelled', report: 'ready' });
      // Every dispatched page counts, because it uses a browser even if its outcome is no longer needed.
      expect(counted).toMatchObject({ scans: 1 });
      expect(counted?.pages).toBeGreaterThanOrEqual(distinct());
      expect(counted?.pages).toBeLessThanOrEqual(1 + pagesPerChunk * chunksInFlight);
      expect(await sumUsage(key)).toMatchObject({ scans: 1, pages: counted?.pages });
      const log = await Array.fromAsync(readAuditLog(service.store, key.record.accountId));
      expect(log.filter(({ action }) => action === 'scan.cancelled')).toMatchObject([
        { target: id, actor: key.record.keyId },
      ]);
    } finally {
      await held.stop();
    }
  });

  it('leaves no report if no page was scanned', async () => {
    const held = await servePages({ '/': ONE_PICTURE }, { isHeld: (path) => path === '/' });
    try {
      const { key, client, siteId } = await createAccountWithSite(service, { url: held.url });
      const triggered = await trigger(client, siteId);
      const { id } = triggered.json;
      expect(triggered.json).toMatchObject({ siteId, status: 'queued', report: 'pending' });
      expect(triggered.headers.get('location')).toBe(`/api/v1/scans/${id}`);
      expect(Number(triggered.headers.get('retry-after'))).toBeGreaterThan(0);
      await waitUntil('the request', () => held.requested.includes('/'));
      const unfinished = await client.call('GET', `/scans/${id}/report`);
      expect([unfinished.status, unfinished.headers.has('retry-after')]).toEqual([202, true]);
      expect((await client.call('POST', `/scans/${id}/cancel`)).status).toBe(200);
      const scan = await client.settled(id);
      expect(scan).toMatchObject({ status: 'cancelled', report: 'none', failure: null });
      const { status, json } = await client.call('GET', `/scans/${id}/report`);
      expect([status, json.code]).toEqual([409, 'nothing-to-report']);
      expect(json.detail).toContain(scan.cancelReason);
      expect(await sumUsage(key)).toMatchObject({ scans: 1, pages: 1 });
    } finally {
      await held.stop();
    }
  });
});

describe('ended scans', () => {
  let key: TestKey;
  let client: ApiClient;
  let siteId: string;
  let before: string;
  let completed: ScanView;
  let failed: ScanView;
  beforeAll(async () => {
    before = new Date().toISOString();
    const origins = [new URL(refusing).origin];
    ({ key, client, siteId } = await createAccountWithSite(service, {
      url: site.url,
      pages: ['/a'],
      origins,
    }));
    completed = await client.scan(siteId, config);
    failed = await client.scan(siteId, { ...config, url: refusing });
  });

  it('are failed with the reason and without a report if the site could not be reached', async () => {
    expect(failed).toMatchObject({ status: 'failed', report: 'none', progress: { pagesDone: 2 } });
    expect(failed.failure?.code).toBe('no-page-scanned');
    expect(failed.failure?.reason).toMatch(/refused/i);
    for (const query of ['', '?format=html', '?delivery=link']) {
      const { status, json } = await client.call('GET', `/scans/${failed.id}/report${query}`);
      expect([status, json.code]).toEqual([409, 'nothing-to-report']);
      expect(json.detail).toContain(failed.failure?.reason);
    }
  });

  it('count each request, scan and page once in the usage of their key, and set its last use', async () => {
    const reader = await service.key(key.record.accountId, { role: 'viewer' });
    for (let i = 0; i < 3; i++) await reader.client.call('GET', `/sites/${siteId}/scans`);
    await reader.client.call('GET', '/sites?limit=0');
    await trigger(reader.client, siteId);
    const [owner, other] = [await sumUsage(key), await sumUsage(reader)];
    expect(owner).toMatchObject({ scans: 2, pages: 4 });
    expect(other).toMatchObject({ scans: 0, pages: 0, requests: 5 });
    for (const { days } of [owner, other]) {
      expect(days[0]?.day).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect((days[0]?.lastUsedAt ?? '') >= before).toBe(true);
      expect((days[0]?.lastUsedAt ?? '') <= new Date().toISOString()).toBe(true);
    }
  });

  it('cannot be cancelled', async () => {
    for (const scan of [completed, failed]) {
      const { status, json } = await client.call('POST', `/scans/${scan.id}/cancel`);
      expect([status, json.code]).toEqual([409, 'scan-already-ended']);
      expect(json.detail).toContain(scan.status);
      expect((await client.call('GET', `/scans/${scan.id}`)).json).toEqual(scan);
    }
    expect(await countUnfinished(service, key)).toEqual([0, 0]);
  });

  it('are listed by their status', async () => {
    const cancelled = (await trigger(client, siteId)).json.id;
    await client.call('POST', `/scans/${cancelled}/cancel`);
    const list = async (query: string) =>
      idsOf((await client.call('GET', `/sites/${siteId}/scans${query}`)).json.items);
    expect(await list('')).toEqual([cancelled, failed.id, completed.id]);
    expect(await list('?status=completed')).toEqual([completed.id]);
    expect(await list('?status=failed')).toEqual([failed.id]);
    expect(await list('?status=cancelled')).toEqual([cancelled]);
    for (const status of ['queued', 'running']) expect(await list(`?status=${status}`)).toEqual([]);
  });

  it('return a large report by a link that needs no key: with 200 on request, else with 303, and complete', async () => {
    const path = `/scans/${completed.id}/report`;
    const small = await client.call('GET', path);
    expect(small.status).toBe(200);
    const { accountId } = key.record;
    const { edition = '' } = (await findScan(service.store, completed.id)) ?? {};
    const stored = buildReportKey({ accountId, scanId: completed.id, edition }, 'json');
    const bucket = bucketOf(service.runtime);

    const fits = small.text + ' '.repeat(5_000_000);
    await putObject(bucket, stored, fits, 'application/json');
    const whole = await client.call('GET', path);
    expect([whole.status, whole.text.length]).toEqual([200, fits.length]);

    const large = small.text + ' '.repeat(7_000_000);
    await putObject(bucket, stored, large, 'application/json');
    const redirected = await client.call('GET', path);
    expect([redirected.status, redirected.headers.get('location')]).toEqual([303, redirected.json.url]);
    const asked = await client.call('GET', `${path}?delivery=link`);
    expect(asked.status).toBe(200);
    for (const { json } of [redirected, asked]) {
      const left = Date.parse(json.expiresAt) - Date.now();
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(300_000);
      const fetched = await fetch(json.url);
      expect([fetched.status, (await fetched.text()) === large]).toEqual([200, true]);
    }
    bucket.client.destroy();
  });

  function bucketOf({ endpoints, credentials }: TestRuntime) {
    const client = new S3Client({ ...getClientOptions(endpoints.s3, credentials), forcePathStyle: true });
    return { client, name: service.bucket };
  }
});

describe('the public endpoints', () => {
  it('answer without a key, and with an invalid key', async () => {
    const headers = { 'X-API-Key': 'nonsense' };
    for (const given of [{}, { headers }]) {
      const health = await service.anonymous.call('GET', '/health', given);
      expect([health.status, health.json]).toEqual([200, { status: 'ok' }]);
      const { status, json } = await service.anonymous.call('GET', '/openapi.json', given);
      expect([status, json.openapi.slice(0, 3)]).toEqual([200, '3.1']);
      expect(json.servers).toEqual([{ url: service.runtime.baseUrl }]);
    }
    expect((await service.anonymous.call('GET', '/rule-sets')).status).toBe(401);
  });

  it('return every rule set with its meaning, version, axe tags and rules, and the priorities', async () => {
    const { client } = await service.key(await service.account(), { role: 'viewer' });
    const { status, json } = await client.call('GET', '/rule-sets');
    expect(status).toBe(200);
    const pinned = ['20', '21', '22'].flatMap((version) =>
      ['a', 'aa', 'aaa'].map((level) => `wcag${version}-${level}`),
    );
    const current = ['wcag-a', 'wcag-aa', 'wcag-aaa'];
    const further = ['best-practice', 'section-508', 'en-301-549', 'rgaa', 'trusted-tester', 'act'];
    const byName = new Map<
      string,
      { version: string; meaning: string; axeTags: string[]; ruleIds: string[] }
    >(json.items.map((set: { name: string }) => [set.name, set]));
    expect([...byName.keys()]).toEqual(expect.arrayContaining([...current, ...pinned, ...further]));
    for (const { version, meaning, axeTags, ruleIds } of byName.values()) {
      for (const text of [version, meaning]) expect(text).toMatch(/\S/);
      for (const list of [axeTags, ruleIds]) expect(list.length).toBeGreaterThan(0);
      expect(ruleIds).toEqual([...new Set(ruleIds)].sort());
    }
    const rules = (name: string) => byName.get(name)?.ruleIds ?? [];
    expect(rules('wcag-a')).toContain('image-alt');
    expect(rules('wcag-a')).not.toContain('color-contrast');
    expect(rules('wcag-aa')).toEqual(expect.arrayContaining([...rules('wcag-a'), 'color-contrast']));
    expect(rules('wcag-aaa')).toEqual(
      expect.arrayContaining([...rules('wcag-aa'), 'color-contrast-enhanced']),
    );
    expect(rules('wcag22-aa')).toEqual(rules('wcag-aa'));
    expect(rules('wcag21-aa')).not.toContain('target-size');
    expect(rules('section-508')).toEqual(rules('wcag20-aa'));
    expect(rules('best-practice')).toContain('region');
    const { default: axe } = await import('axe-core');
    expect(json.engine.axe).toBe(axe.version);
    expect(json.priorities.map((priority: { name: string }) => priority.name)).toEqual([
      'high',
      'normal',
      'low',
    ]);
    const byDefault = json.priorities.filter((priority: { default: boolean }) => priority.default);
    expect(byDefault).toEqual([expect.objectContaining({ name: 'normal' })]);
  });
});
