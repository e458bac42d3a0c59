import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { readScanStart, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { createId } from '../../../core/ids.ts';
import { type Api, startApi, type TestKey } from './harness.ts';

let api: Api;
let accountId: string;
let key: TestKey;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  key = await api.key(accountId);
});
afterAll(() => api?.stop());

const site = { name: 'Shop', url: 'https://shop.example.com/', pages: ['/a', '/b'] };
const crawl = {
  crawl: 'links',
  maxPages: 60,
  maxDepth: 4,
  includeUrls: ['/a/**'],
  excludeUrls: ['https://shop.example.com/a/b/**'],
  hashRoutes: true,
  robots: 'ignore',
  sourcePaths: [{ url: '/a/**', path: 'src/a.html' }],
};
const unset = {
  crawl: 'both',
  maxPages: 25,
  maxDepth: null,
  includeUrls: [],
  excludeUrls: [],
  hashRoutes: false,
  robots: 'obey',
  sourcePaths: [],
};
const tooFew = (startUrls: number, maxPages: number) =>
  `must be at least ${startUrls}, the number of the start URL and the listed pages; it is ${maxPages}`;

const create = (members: object = {}) => key.call('POST', '/sites', { body: { ...site, ...members } });
const errorsOf = ({ status, json }: { status: number; json: { errors: object[] } }) => [
  status,
  ...json.errors,
];

describe('the settings of a site', () => {
  it('have defaults, and are returned as they are set', async () => {
    expect((await create()).json).toMatchObject(unset);
    const created = await create(crawl);
    expect([created.status, created.json]).toMatchObject([201, crawl]);
    const { json } = await key.call('GET', `/sites/${created.json.id}`);
    expect(json).toEqual(created.json);
  });

  it('are changed one by one, and the audit log names the changed ones', async () => {
    const { id } = (await create(crawl)).json;
    const change = { maxDepth: null, excludeUrls: [], maxPages: null, name: 'Shop' };
    const changed = await key.call('PATCH', `/sites/${id}`, { body: change });
    expect(changed.json).toMatchObject({ ...crawl, maxDepth: null, excludeUrls: [], maxPages: 25 });
    expect((await key.call('GET', `/sites/${id}`)).json).toEqual(changed.json);
    for await (const entry of readAuditLog(api.tables.store, accountId)) {
      if (entry.target !== id || entry.action !== 'site.changed') continue;
      expect(new Set(entry.detail?.changed as string[])).toEqual(
        new Set(['maxDepth', 'excludeUrls', 'maxPages']),
      );
      return;
    }
    expect.unreachable('the change is not in the audit log');
  });

  it('are rejected with the allowed values', async () => {
    const wrong = { crawl: 'all', maxPages: 1_001, includeUrls: ['/a', 'b'], maxpages: 3 };
    const refused = await create(wrong);
    expect(refused.status).toBe(422);
    expect(refused.json.errors).toEqual([
      {
        path: 'crawl',
        message: 'must be one of none, links, sitemap, both',
        allowed: ['none', 'links', 'sitemap', 'both'],
      },
      { path: 'maxPages', message: 'must be at most 1000' },
      {
        path: 'includeUrls[1]',
        message:
          'must begin with / such as /blog/**, or with an origin such as https://www.example.com/blog/**',
      },
      {
        path: 'maxpages',
        message: 'is not known here; did you mean maxPages?',
        allowed: expect.arrayContaining(['name', 'maxPages', 'credentials']),
      },
    ]);
    const { id } = (await create()).json;
    expect(errorsOf(await key.call('PATCH', `/sites/${id}`, { body: { robots: null } }))).toEqual([
      422,
      { path: 'robots', message: 'must be one of obey, ignore', allowed: ['obey', 'ignore'] },
    ]);
  });

  it.each<[string, unknown, string, string]>([
    ['not a list', '/a', 'sourcePaths', 'must be an array, not a string'],
    ['not a path', [{ url: '/a' }], 'sourcePaths[0].path', 'is required'],
    ['not a glob', [{ url: 'a', path: 'a' }], 'sourcePaths[0].url', 'must begin with / such as /blog/**, or'],
    ['an absolute path', [{ url: '/a', path: '/etc/a' }], 'sourcePaths[0].path', 'must be a path within'],
    ['a drive letter', [{ url: '/a', path: 'C:/a' }], 'sourcePaths[0].path', 'must be a path within'],
    [
      'a path out of the folder',
      [{ url: '/a', path: 'a/../../b' }],
      'sourcePaths[0].path',
      'must be a path within',
    ],
    ['an empty path', [{ url: '/a', path: '' }], 'sourcePaths[0].path', 'must be a path within'],
    ['a backslash', [{ url: '/a', path: 'a\\b' }], 'sourcePaths[0].path', 'must be a path within'],
    ['a control character', [{ url: '/a', path: 'a\u202eb' }], 'sourcePaths[0].path', 'must not contain'],
    ['unknown members', [{ url: '/a', path: 'a', line: 1 }], 'sourcePaths[0].line', 'is not known here'],
    ['too many', Array(51).fill({ url: '/a', path: 'a' }), 'sourcePaths', 'must have at most 50 entries'],
  ])('are rejected with source paths that have %s', async (_, given, path, message) => {
    const refused = await create({ sourcePaths: given });
    expect([refused.status, refused.json.errors[0].path]).toEqual([422, path]);
    expect(refused.json.errors[0].message).toContain(message);
  });

  it('have enough capacity for the start URL and the listed pages, regardless of which of them is changed', async () => {
    expect(errorsOf(await create({ maxPages: 2 }))).toEqual([
      422,
      { path: 'maxPages', message: tooFew(3, 2) },
    ]);
    const { id } = (await create({ maxPages: 3 })).json;
    const patch = (body: object) => key.call('PATCH', `/sites/${id}`, { body });
    const refused = [422, { path: 'maxPages', message: tooFew(4, 3) }];
    expect(errorsOf(await patch({ pages: ['/a', '/b', '/c'] }))).toEqual(refused);
    expect(errorsOf(await patch({ maxPages: 1 }))).toEqual([
      422,
      { path: 'maxPages', message: tooFew(3, 1) },
    ]);
    expect((await patch({ pages: ['/a', '/b', '/c'], maxPages: 4 })).status).toBe(200);
    const pages = Array.from({ length: 40 }, (_, index) => `/${index}`);
    expect((await patch({ pages, maxPages: null })).json.maxPages).toBe(41);
  });
});

describe('the settings of a scan', () => {
  const config = { rules: ['wcag-aa'] };
  const trigger = (siteId: string, settings: object, headers = {}) =>
    key.call('POST', `/sites/${siteId}/scans`, { body: { config: { ...config, ...settings } }, headers });
  const cancel = (scanId: string) => key.call('POST', `/scans/${scanId}/cancel`);

  it('are returned as they were given, and override those of the site', async () => {
    const { id } = (await create(crawl)).json;
    const given = {
      maxPages: 10,
      includeUrls: [],
      viewport: 'mobile',
      colorScheme: 'dark',
      reducedMotion: 'no-preference',
      locale: 'pt-BR',
      userAgentSuffix: 'check/1.0',
      includeSelectors: ['main'],
      excludeSelectors: ['.advert'],
      waitFor: { selector: '#content' },
      expect: { status: 404 },
      screenshots: 'none',
      redactSelectors: ['.customer-name'],
      metadata: { branch: 'feature/menu', targetBranch: 'main', commit: '9f1c2ab', pullRequest: '42' },
      failOn: { new: 'serious', review: false, minCoverage: 90, onNoBaseline: 'report' },
    };
    const { status, json } = await trigger(id, given);
    expect([status, json.config]).toEqual([202, { ...config, priority: 'normal', ...given }]);
    expect((await key.call('GET', `/scans/${json.id}`)).json).toEqual(json);
    const { sourcePaths, ...ofCrawl } = crawl;
    const { startUrls, settings, ...start } = await readScanStart(api.tables.store, json.id);
    expect(start).toEqual({ sourcePaths });
    expect(startUrls).toHaveLength(3);
    expect(settings).toMatchObject({
      crawl: { ...ofCrawl, maxPages: 10, includeUrls: [] },
      page: {
        viewport: { width: 390, height: 844 },
        mobile: true,
        locale: 'pt-BR',
        waitFor: { selector: '#content' },
        screenshots: 'none',
        redactSelectors: ['.customer-name'],
      },
      expectStatus: 404,
      expectLogin: false,
      signedIn: false,
    });
    await cancel(json.id);
  });

  it('are rejected with the allowed values', async () => {
    const { id } = (await create({ origins: ['*.preview.example.com'] })).json;
    const refused = await trigger(id, { viewport: 'phone', waitFor: {}, excludeSelectors: ['a:visible'] });
    expect(errorsOf(refused)).toEqual([
      422,
      {
        path: 'config.viewport',
        message: 'must be one of desktop, tablet, mobile or a size such as {"width": 1024, "height": 768}',
        allowed: ['desktop', 'tablet', 'mobile'],
      },
      {
        path: 'config.excludeSelectors[0]',
        message:
          'must be a CSS selector; at character 2 :visible is not a pseudo-class that matches elements',
      },
      { path: 'config.waitFor', message: 'must be {"selector": "…"} or {"milliseconds": 0 to 10000}' },
    ]);
    expect(errorsOf(await trigger(id, { maxPages: 2 }))).toEqual([
      422,
      { path: 'config.maxPages', message: tooFew(3, 2) },
    ]);
    const elsewhere = { maxPages: 3, url: 'https://pr-1.preview.example.com/a' };
    const accepted = await trigger(id, elsewhere);
    expect(accepted.status).toBe(202);
    await cancel(accepted.json.id);
    const fewer = { maxPages: 1, url: 'https://pr-1.preview.example.com/a' };
    expect(errorsOf(await trigger(id, fewer))[1]).toEqual({
      path: 'config.maxPages',
      message: tooFew(2, 1),
    });
  });

  it('are rejected with the path of nested wrong members', async () => {
    const { id } = (await create()).json;
    const refused = await trigger(id, {
      metadata: { commit: 'HEAD' },
      failOn: { any: 'severe' },
      screenshots: 'some',
      redactSelectors: ['a:visible'],
      baseline: 'main',
    });
    expect(refused.status).toBe(422);
    expect(refused.json.errors.map(({ path }: { path: string }) => path)).toEqual([
      'config.screenshots',
      'config.redactSelectors[0]',
      'config.metadata.commit',
      'config.baseline',
      'config.failOn.any',
    ]);
    expect(refused.json.errors[4].allowed).toEqual(['critical', 'serious', 'moderate', 'minor']);
  });

  it('distinguish repeated calls, but not by notation', async () => {
    const { id } = (await create()).json;
    const headers = { 'Idempotency-Key': 'build 1' };
    const first = await trigger(id, { locale: 'de-at', viewport: { width: 400, height: 300 } }, headers);
    const again = await trigger(id, { viewport: { height: 300, width: 400 }, locale: 'de-AT' }, headers);
    expect([again.json.id, again.headers.get('idempotent-replayed')]).toEqual([first.json.id, 'true']);
    const other = await trigger(id, { locale: 'de-AT' }, headers);
    expect([other.status, other.json.code]).toEqual([422, 'idempotency-key-reused']);
    await cancel(first.json.id);
  });
});

describe('the baseline that a scan names', () => {
  const trigger = (siteId: string, config: object) =>
    key.call('POST', `/sites/${siteId}/scans`, { body: { config: { rules: ['wcag-aa'], ...config } } });
  const cancel = ({ json }: { json: { id: string } }) => key.call('POST', `/scans/${json.id}/cancel`);

  async function createSettledScan(
    siteId: string,
    report: 'ready' | 'none',
    config: object = {},
  ): Promise<string> {
    const { id } = (await trigger(siteId, config)).json;
    const item = await readTrackedScan(api.tables.store, id);
    if (!item) throw new Error('no scan');
    const failure = report === 'none' ? { failure: 'no-page-scanned' as const } : { edition: 'first' };
    await settleScan(api.tables.store, item, { report, ...failure });
    return id;
  }
  const refusal = (message: string) => [422, { path: 'config.baseline', message }];

  it('is accepted when it was completed under the same conditions, with any pages', async () => {
    const { id } = (await create()).json;
    const baseline = await createSettledScan(id, 'ready', { rules: ['wcag-aa', 'best-practice'] });
    const accepted = await trigger(id, {
      rules: ['best-practice', 'wcag-aa'],
      baseline,
      crawl: 'none',
      viewport: { width: 1280, height: 1024 },
      screenshots: 'none',
    });
    expect([accepted.status, accepted.json.config.baseline]).toEqual([202, baseline]);
    await cancel(accepted);
  });

  it('is rejected with all differences', async () => {
    const { id } = (await create()).json;
    const baseline = await createSettledScan(id, 'ready');
    const other = { rules: ['wcag-a'], viewport: 'mobile', colorScheme: 'dark', locale: 'de' };
    const refused = await trigger(id, { ...other, reducedMotion: 'no-preference', baseline });
    expect(errorsOf(refused)).toEqual(
      refusal('must be a comparable scan; it differs in rules, viewport, colorScheme, reducedMotion, locale'),
    );
    const narrowed = await trigger(id, { includeSelectors: ['main'], excludeSelectors: ['#ad'], baseline });
    expect(errorsOf(narrowed)[1]).toMatchObject({
      message: expect.stringMatching(/differs in includeSelectors, excludeSelectors$/),
    });
  });

  it('is rejected unless it was completed with a report', async () => {
    const { id } = (await create()).json;
    const failed = await createSettledScan(id, 'none');
    const running = await trigger(id, {});
    const message = 'must be a completed scan that has a report';
    for (const baseline of [failed, running.json.id]) {
      expect(errorsOf(await trigger(id, { baseline }))).toEqual(refusal(message));
    }
    await cancel(running);
    expect(errorsOf(await trigger(id, { baseline: running.json.id }))).toEqual(refusal(message));
  });

  it('is rejected equally when it is unknown, of another site or of another account', async () => {
    const { id } = (await create()).json;
    const otherSite = await createSettledScan((await create()).json.id, 'ready');
    const stranger = await api.key(await api.account());
    const theirs = (await stranger.call('POST', '/sites', { body: site })).json.id;
    const foreign = await stranger.call('POST', `/sites/${theirs}/scans`, {
      body: { config: { rules: ['wcag-aa'] } },
    });
    for (const baseline of [createId('scan', new Date()), otherSite, foreign.json.id]) {
      expect(errorsOf(await trigger(id, { baseline }))).toEqual(refusal('must be a scan of this site'));
    }
  });
});
