import { readdir, readFile } from 'node:fs/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { findKey } from '../../adapters/dynamodb/access.ts';
import { itemKeys } from '../../adapters/dynamodb/item-keys.ts';
import { revokeKey, rotateKey } from '../../adapters/dynamodb/key-changes.ts';
import { hashSecret } from '../../adapters/keys/secret-checker.ts';
import { createSecret, formatApiKey } from '../../core/access/api-key.ts';
import { type Role, roleNames } from '../../core/access/roles.ts';
import { isForKeys } from '../../core/api/endpoint.ts';
import { endpoints } from '../../core/api/endpoints.ts';
import { createId } from '../../core/ids.ts';
import { reportFormatNames } from '../../core/reports/report-formats.ts';
import { type Answer, ApiClient, type Call } from '../support/api-client.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';

let service: TestService;
let accountId: string;
let admin: TestKey;
/** A site of the account. Nothing answers at its URL, and no test here scans it. */
let siteId: string;

const site = { name: 'Shop', url: 'https://shop.example.com/' };
const config = { rules: ['wcag-aa'] };

beforeAll(async () => {
  service = await sharedService();
  accountId = await service.account();
  admin = await service.key(accountId);
  siteId = (await call(admin, 'POST', '/sites', { body: site })).json.id;
});

const requestIds = new Set<string>();

/** Checks the rules for every response, those of the gateway included, for a request of another origin. */
function expectUsualHeaders({ headers }: Pick<Answer, 'headers'>): string {
  const requestId = headers.get('x-request-id') ?? '';
  expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(requestIds).not.toContain(requestId);
  requestIds.add(requestId);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000\b/);
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  return requestId;
}

/** Calls the API as a script of another site would, and checks the response by the common rules. */
async function call(by: TestKey | ApiClient, method: string, path: string, given: Call = {}) {
  const client = by instanceof ApiClient ? by : by.client;
  const headers = { Origin: 'https://elsewhere.example', ...given.headers };
  const answer = await client.call(method, path, { ...given, headers });
  const requestId = expectUsualHeaders(answer);
  if (answer.status >= 400) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.json).toMatchObject({
      type: `urn:a11y-scan:problem:${answer.json.code}`,
      title: expect.stringMatching(/./),
      status: answer.status,
      detail: expect.stringMatching(/./),
      instance: `urn:uuid:${requestId}`,
    });
  }
  return answer;
}

const statusAndCode = ({ status, json }: Answer<{ code?: string } | undefined>) => [status, json?.code];

/** Returns the parts of a response that do not differ between calls. */
function comparable({ status, headers, json }: Answer<{ instance: string }>) {
  const ofTheCall = /^(date|x-request-id|x-amzn-requestid|ratelimit-\w+|content-length)$/;
  return {
    status,
    headers: [...headers].filter(([name]) => !ofTheCall.test(name)),
    body: { ...json, instance: '' },
  };
}

describe('a request without a valid key', () => {
  const withKey = (value: string) => new ApiClient(service.runtime.baseUrl, service.openapi, value);
  const past = () => new Date(Date.now() - 1000).toISOString();

  async function expectRefused(client: ApiClient, code: string) {
    const answer = await call(client, 'GET', '/sites');
    expect(statusAndCode(answer)).toEqual([401, code]);
    expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey realm="/);
  }

  it('is rejected when the key is missing', async () => {
    await expectRefused(service.anonymous, 'key-missing');
    await expectRefused(withKey(''), 'key-missing');
  });

  it('is rejected when the key is malformed, even by one character', async () => {
    const last = admin.value.endsWith('0') ? '1' : '0';
    for (const value of ['nonsense', admin.record.keyId, `${admin.value.slice(0, -1)}${last}`])
      await expectRefused(withKey(value), 'key-malformed');
  });

  it('is rejected when the key is unknown, and equally when the key is known and the secret is wrong', async () => {
    const unknown = formatApiKey({ keyId: createId('apikey', new Date()), secret: createSecret() });
    const wrong = formatApiKey({ keyId: admin.record.keyId, secret: createSecret() });
    for (const value of [unknown, wrong]) await expectRefused(withKey(value), 'key-unknown');
    const [one, other] = [
      await call(withKey(unknown), 'GET', '/sites'),
      await call(withKey(wrong), 'GET', '/sites'),
    ];
    expect(comparable(one)).toEqual(comparable(other));
  });

  it('is rejected when the key has expired', async () => {
    const expired = await service.key(accountId, { expiresAt: past() });
    await expectRefused(expired.client, 'key-expired');
  });

  it('is rejected at once when the key was revoked', async () => {
    const key = await service.key(accountId);
    expect((await call(key, 'GET', '/sites')).status).toBe(200);
    const by = { accountId, actor: 'person:test', requestId: 'test' };
    expect(await revokeKey(service.store, key.record, by, new Date())).toBe('revoked');
    await expectRefused(key.client, 'key-revoked');
  });

  it('works with both values of a rotated key in the grace period, and afterwards with the new value only', async () => {
    const key = await service.key(accountId);
    const { keyId, expiresAt } = key.record;
    const secret = createSecret();
    const rotated = withKey(formatApiKey({ keyId, secret }));
    const to = { hash: await hashSecret(secret), expiresAt, graceUntil: expiresAt };
    const by = { accountId, actor: 'person:test', requestId: 'test' };
    expect(await rotateKey(service.store, key.record, to, by, new Date())).toBe('rotated');
    for (const client of [key.client, rotated])
      expect((await call(client, 'GET', '/sites')).status).toBe(200);

    await updateItem(itemKeys.key(keyId), { previousHashUntil: past() });
    await expectRefused(key.client, 'key-unknown');
    expect((await call(rotated, 'GET', '/sites')).status).toBe(200);
  });

  it('works only with the new value of a key that was rotated without a grace period', async () => {
    const key = await service.key(accountId);
    const { keyId, expiresAt } = key.record;
    expect((await call(key, 'GET', '/sites')).status).toBe(200);
    const secret = createSecret();
    const to = { hash: await hashSecret(secret), expiresAt };
    const by = { accountId, actor: 'person:test', requestId: 'test' };
    expect(await rotateKey(service.store, key.record, to, by, new Date())).toBe('rotated');
    await expectRefused(key.client, 'key-unknown');
    const rotated = withKey(formatApiKey({ keyId, secret }));
    expect((await call(rotated, 'GET', '/sites')).status).toBe(200);
    expect((await findKey(service.store, keyId))?.previousHash).toBeUndefined();
  });
});

/** Sets members of an item of the main table, to simulate elapsed time or many calls. */
async function updateItem(key: { pk: string; sk: string }, members: Record<string, unknown>): Promise<void> {
  const entries = Object.entries(members);
  await service.store.db.send(
    new UpdateCommand({
      TableName: service.store.table,
      Key: key,
      UpdateExpression: `SET ${entries.map((_, i) => `#m${i} = :m${i}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name], i) => [`#m${i}`, name])),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([, value], i) => [`:m${i}`, value])),
    }),
  );
}

describe('the roles', () => {
  const everyRole: Role[] = ['viewer', 'scanner', 'manager', 'admin'];
  const scanRoles: Role[] = ['scanner', 'manager', 'admin'];
  const siteRoles: Role[] = ['manager', 'admin'];
  const adminRole: Role[] = ['admin'];
  /** The roles that may call each operation, and the status of their calls. */
  const operations: Record<string, [sufficient: Role[], method: string, path: string, otherwise: number]> = {
    'get-overview': [everyRole, 'GET', '/overview', 200],
    'list-sites': [everyRole, 'GET', '/sites', 200],
    'create-site': [siteRoles, 'POST', '/sites', 422],
    'get-site': [everyRole, 'GET', '/sites/{siteId}', 404],
    'update-site': [siteRoles, 'PATCH', '/sites/{siteId}', 422],
    'delete-site': [siteRoles, 'DELETE', '/sites/{siteId}', 404],
    'trigger-scan': [scanRoles, 'POST', '/sites/{siteId}/scans', 422],
    'list-scans': [everyRole, 'GET', '/sites/{siteId}/scans', 404],
    'list-account-scans': [everyRole, 'GET', '/scans', 200],
    'get-scan': [everyRole, 'GET', '/scans/{scanId}', 404],
    'delete-scan': [siteRoles, 'DELETE', '/scans/{scanId}', 404],
    'cancel-scan': [scanRoles, 'POST', '/scans/{scanId}/cancel', 404],
    'accept-scan': [siteRoles, 'POST', '/scans/{scanId}/accept', 422],
    'get-report': [everyRole, 'GET', '/scans/{scanId}/report', 404],
    'list-findings': [everyRole, 'GET', '/scans/{scanId}/findings', 404],
    'get-scan-results': [everyRole, 'GET', '/scans/{scanId}/results', 404],
    'list-scan-groups': [everyRole, 'GET', '/scans/{scanId}/groups', 404],
    'list-site-groups': [everyRole, 'GET', '/sites/{siteId}/groups', 404],
    'list-scan-pages': [everyRole, 'GET', '/scans/{scanId}/pages', 404],
    'get-finding-history': [everyRole, 'GET', '/sites/{siteId}/findings/x/history', 404],
    'get-group-history': [everyRole, 'GET', '/sites/{siteId}/groups/x/history', 404],
    'compare-scans': [everyRole, 'GET', '/scans/{scanId}/comparison', 422],
    'get-picture': [everyRole, 'GET', '/scans/{scanId}/pictures/x', 404],
    'get-trend': [everyRole, 'GET', '/sites/{siteId}/trend', 404],
    'list-suppressions': [everyRole, 'GET', '/sites/{siteId}/suppressions', 404],
    'create-suppression': [siteRoles, 'POST', '/sites/{siteId}/suppressions', 422],
    'update-suppression': [siteRoles, 'PATCH', '/sites/{siteId}/suppressions/{suppressionId}', 422],
    'delete-suppression': [siteRoles, 'DELETE', '/sites/{siteId}/suppressions/{suppressionId}', 404],
    'list-decisions': [everyRole, 'GET', '/sites/{siteId}/decisions', 404],
    decide: [siteRoles, 'POST', '/sites/{siteId}/decisions', 422],
    'delete-decision': [siteRoles, 'DELETE', '/sites/{siteId}/decisions/x', 404],
    'get-schedule': [everyRole, 'GET', '/sites/{siteId}/schedule', 404],
    'set-schedule': [siteRoles, 'PUT', '/sites/{siteId}/schedule', 422],
    'delete-schedule': [siteRoles, 'DELETE', '/sites/{siteId}/schedule', 404],
    'list-webhooks': [adminRole, 'GET', '/webhooks', 200],
    'create-webhook': [adminRole, 'POST', '/webhooks', 422],
    'get-webhook': [adminRole, 'GET', '/webhooks/x', 404],
    'update-webhook': [adminRole, 'PATCH', '/webhooks/x', 422],
    'delete-webhook': [adminRole, 'DELETE', '/webhooks/x', 404],
    'rotate-webhook-secret': [adminRole, 'POST', '/webhooks/x/rotate-secret', 404],
    'test-webhook': [adminRole, 'POST', '/webhooks/x/test', 404],
    'list-webhook-deliveries': [adminRole, 'GET', '/webhooks/x/deliveries', 404],
    'get-webhook-delivery': [adminRole, 'GET', '/webhooks/x/deliveries/y', 404],
    redeliver: [adminRole, 'POST', '/webhooks/x/deliveries/y/redeliver', 404],
    'get-usage': [siteRoles, 'GET', '/usage', 200],
    'list-rule-sets': [everyRole, 'GET', '/rule-sets', 200],
  };

  it('are listed here for every operation that a key may call', () => {
    const needKey = endpoints.filter((endpoint) => isForKeys(endpoint));
    expect(Object.keys(operations).sort()).toEqual(needKey.map(({ operationId }) => operationId).sort());
  });

  it.each(roleNames)('%s', async (role) => {
    const key = await service.key(accountId, { role });
    for (const [operationId, [sufficient, method, path, otherwise]] of Object.entries(operations)) {
      const at = path
        .replace('{siteId}', createId('site', new Date()))
        .replace('{scanId}', createId('scan', new Date()))
        .replace('{suppressionId}', createId('supp', new Date()));
      const answer = await call(key, method, at, method === 'GET' ? {} : { body: {} });
      if (sufficient.includes(role)) expect([operationId, answer.status]).toEqual([operationId, otherwise]);
      else {
        expect([operationId, ...statusAndCode(answer)]).toEqual([operationId, 403, 'role-too-small']);
        expect(answer.json.detail).toContain(`Roles that may: ${sufficient.join(', ')}.`);
      }
    }
  });
});

describe('a route', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  it.each([
    '/nothing',
    '',
    '/',
    '/shared-report/b',
    '/sites/a/b',
    '/scans/a/report/b',
    '/Sites',
    '/openapi.yaml',
  ])('that does not exist answers 404, with and without a key: %s', async (path) => {
    for (const client of [admin.client, service.anonymous]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await call(client, method, path);
        expect(statusAndCode(answer)).toEqual([404, 'route-not-found']);
      }
    }
  });

  it('answers 405 with the allowed methods to other methods, for every path of the OpenAPI document', async () => {
    const paths = Object.entries(service.openapi.paths);
    expect(paths.length).toBeGreaterThan(8);
    for (const [path, operations] of paths) {
      const own = Object.keys(operations).map((method) => method.toUpperCase());
      const at = path.replace(/\{[^}]+\}/g, 'x');
      for (const method of methods.filter((candidate) => !own.includes(candidate))) {
        const answer = method === 'HEAD' ? await head(at) : await call(service.anonymous, method, at);
        const allowed = answer.headers.get('allow')?.split(', ').sort();
        expect([method, path, answer.status, allowed]).toEqual([method, path, 405, own.sort()]);
        if (method !== 'HEAD') expect(answer.json.code).toBe('method-not-allowed');
      }
    }
  });

  async function head(path: string): Promise<Answer<{ code?: string }>> {
    const { status, headers } = await fetch(service.runtime.baseUrl + path, { method: 'HEAD' });
    const answer = { status, headers, text: '', json: {} };
    expectUsualHeaders(answer);
    return answer;
  }

  it('answers a CORS preflight request without any permission', async () => {
    const headers = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-api-key,content-type',
    };
    for (const path of ['/sites', `/sites/${siteId}/scans`, '/health']) {
      const answer = await call(service.anonymous, 'OPTIONS', path, { headers });
      expect(statusAndCode(answer)).toEqual([405, 'method-not-allowed']);
    }
  });
});

describe('a limit', () => {
  it('on requests per minute applies to one key, with its state and the time to retry in the headers', async () => {
    const key = await service.key(accountId);
    const first = await call(key, 'GET', '/rule-sets');
    const limit = Number(first.headers.get('ratelimit-limit'));
    expect(limit).toBeGreaterThan(10);
    expect(Number(first.headers.get('ratelimit-remaining'))).toBe(limit - 1);

    // Uses the next minute, so that the counter does not restart during this test.
    const now = new Date();
    const minute = new Date(now.getTime() + 60_000).toISOString().slice(0, 16);
    const day = itemKeys.keyDay(key.record.keyId, now.toISOString().slice(0, 10));
    await updateItem(day, { minute, minuteRequests: limit - 2 });
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await call(key, 'GET', '/rule-sets'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    const remaining = answers.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
    expect(remaining).toEqual([1, 0, 0, 0]);
    for (const { headers, json, status } of answers) {
      expect(Number(headers.get('ratelimit-limit'))).toBe(limit);
      const reset = Number(headers.get('ratelimit-reset'));
      expect(reset).toBeGreaterThanOrEqual(1);
      expect(reset).toBeLessThanOrEqual(60);
      expect(headers.get('retry-after')).toBe(status === 429 ? String(reset) : null);
      if (status === 429) expect(json.code).toBe('rate-limited');
    }
    expect((await call(admin, 'GET', '/rule-sets')).status).toBe(200);
  });

  it('of the account rejects a scan: unfinished scans, scans of high priority, pages of the month', async () => {
    const account = await service.account();
    const key = await service.key(account);
    const own = (await call(key, 'POST', '/sites', { body: site })).json.id;
    const trigger = (priority: string) =>
      call(key, 'POST', `/sites/${own}/scans`, { body: { config: { ...config, priority } } });
    const expectLimited = async (priority: string, code: string) => {
      const answer = await trigger(priority);
      expect(statusAndCode(answer)).toEqual([429, code]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    };
    await updateItem(itemKeys.account(account), { unfinishedScans: 1_000_000 });
    await expectLimited('normal', 'unfinished-scans-limit');
    await updateItem(itemKeys.account(account), { unfinishedScans: 0, unfinishedHigh: 1_000_000 });
    await expectLimited('high', 'high-priority-share');
    await updateItem(itemKeys.account(account), { unfinishedHigh: 0 });
    // Sets both months, in case the month ends during the test.
    for (const ahead of [0, 60_000]) {
      const month = new Date(Date.now() + ahead).toISOString().slice(0, 7);
      await updateItem(itemKeys.accountMonth(account, month), { pages: 1_000_000_000 });
    }
    await expectLimited('normal', 'pages-per-month-limit');
    expect((await call(key, 'GET', `/sites/${own}/scans`)).json.items).toEqual([]);
  });
});

describe('a request body', () => {
  const LIMIT = 256 * 1024;

  /** Returns a well-formed body of exactly this many bytes, whose name is too long. */
  function buildBody(bytes: number, character = 'a'): string {
    const frame = JSON.stringify({ ...site, name: '' });
    const remaining = bytes - Buffer.byteLength(frame);
    const many = character.repeat(Math.floor(remaining / Buffer.byteLength(character)));
    const body = JSON.stringify({ ...site, name: many });
    return body + ' '.repeat(bytes - Buffer.byteLength(body));
  }

  it.each(['a', 'é', '語', '😀'])(
    'may have 256 KB and not a byte more, counted in UTF-8: %s',
    async (character) => {
      const [just, over] = [buildBody(LIMIT, character), buildBody(LIMIT + 1, character)];
      expect([Buffer.byteLength(just), Buffer.byteLength(over)]).toEqual([LIMIT, LIMIT + 1]);
      const accepted = await call(admin, 'POST', '/sites', { body: just });
      expect([...statusAndCode(accepted), accepted.json.errors[0].path]).toEqual([
        422,
        'invalid-request',
        'name',
      ]);
      const refused = await call(admin, 'POST', '/sites', { body: over });
      expect(statusAndCode(refused)).toEqual([413, 'body-too-large']);
    },
  );

  it.each([
    ['than a function accepts, 6 MB', 7 * 1024 * 1024],
    ['than the gateway accepts, 10 MB', 10 * 1024 * 1024 + 1],
  ])('above the limit (%s) is rejected with the common problem format', async (_, bytes) => {
    for (let i = 0; i < 3; i++) {
      const answer = await call(admin, 'POST', '/sites', { body: buildBody(bytes) });
      expect(statusAndCode(answer)).toEqual([413, 'body-too-large']);
    }
    expect((await call(admin, 'GET', '/sites')).status).toBe(200);
  });

  it('of unknown length, sent in chunks, is rejected when it exceeds the limit', async () => {
    let left = 30;
    const body = new ReadableStream({
      pull(controller) {
        if (left-- > 0) controller.enqueue(new Uint8Array(1024 * 1024));
        else controller.close();
      },
    });
    const headers = { 'X-API-Key': admin.value, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const response = await fetch(`${service.runtime.baseUrl}/sites`, init as RequestInit);
    const { code, instance } = (await response.json()) as { code: string; instance: string };
    expect([response.status, code]).toEqual([413, 'body-too-large']);
    expect(instance).toBe(`urn:uuid:${expectUsualHeaders(response)}`);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonp'],
    ['application/json; charset=iso-8859-1'],
    ['application/json, text/plain'],
    [''],
  ])('that is declared as %j is rejected with 415', async (type) => {
    const headers = { 'Content-Type': type };
    const answer = await call(admin, 'POST', '/sites', { body: JSON.stringify(site), headers });
    expect(statusAndCode(answer)).toEqual([415, 'unsupported-media-type']);
  });

  it('without a media type, or compressed, is rejected with 415', async () => {
    const response = await fetch(`${service.runtime.baseUrl}/sites`, {
      method: 'POST',
      headers: { 'X-API-Key': admin.value },
      body: new TextEncoder().encode(JSON.stringify(site)),
    });
    expectUsualHeaders(response);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      415,
      'unsupported-media-type',
    ]);
    const headers = { 'Content-Encoding': 'gzip' };
    const packed = await call(admin, 'POST', '/sites', { body: JSON.stringify(site), headers });
    expect(statusAndCode(packed)).toEqual([415, 'unsupported-media-type']);
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
    'may be declared as %s',
    async (type) => {
      const given = { body: JSON.stringify({ name: 'Other' }), headers: { 'Content-Type': type } };
      expect((await call(admin, 'PATCH', `/sites/${siteId}`, given)).status).toBe(200);
    },
  );

  it.each([
    ['', 'empty'],
    ['{', 'line 1, column 2'],
    ['{\n  "name": "a",\n}', 'line 3, column 1'],
    ["{'name': 'a'}", 'line 1, column 2'],
    ['{"name": undefined}', 'line 1, column 10'],
    ['{} {}', 'line 1, column 4'],
  ])('that is malformed is rejected with 400 and the position of the error: %j', async (body, where) => {
    for (const path of ['/sites', `/sites/${siteId}/scans`]) {
      const answer = await call(admin, 'POST', path, { body });
      expect(statusAndCode(answer)).toEqual([400, 'malformed-json']);
      expect(answer.json.detail).toContain(where);
    }
  });
});

describe('wrong values', () => {
  const createSite = (body: unknown) => call(admin, 'POST', '/sites', { body });
  const trigger = (body: unknown, headers = {}) =>
    call(admin, 'POST', `/sites/${siteId}/scans`, { body, headers });
  const get = (path: string) => call(admin, 'GET', path);

  interface Wrong {
    path: string;
    message: string;
    allowed?: unknown[];
  }

  it.each<[string, () => Promise<Answer<{ errors: Wrong[] }>>, Partial<Wrong>[]]>([
    [
      'an unknown rule set',
      () => trigger({ config: { rules: ['wcag-aa', 'wcag-aaaa'] } }),
      [{ path: 'config.rules[1]', allowed: expect.arrayContaining(['wcag-aa', 'section-508']) }],
    ],
    ['no rule set', () => trigger({ config: { rules: [] } }), [{ path: 'config.rules' }]],
    [
      'rules that are not a list',
      () => trigger({ config: { rules: 'wcag-aa' } }),
      [{ path: 'config.rules' }],
    ],
    ['missing rules', () => trigger({ config: {} }), [{ path: 'config.rules', message: 'is required' }]],
    ['a missing config', () => trigger({}), [{ path: 'config', message: 'is required' }]],
    [
      'an unknown priority',
      () => trigger({ config: { ...config, priority: 'urgent' } }),
      [{ path: 'config.priority', allowed: ['high', 'normal', 'low'] }],
    ],
    [
      'a URL without http or https',
      () => trigger({ config: { ...config, url: 'file:///etc/passwd' } }),
      [{ path: 'config.url' }],
    ],
    [
      'a URL that is not on the site',
      () => trigger({ config: { ...config, url: 'https://shop.example.org/' } }),
      [{ path: 'config.url', allowed: ['https://shop.example.com'] }],
    ],
    [
      'unknown members, at every depth',
      () => trigger({ config: { ...config, maxPage: 3 }, confg: 1 }),
      [
        { path: 'config.maxPage', message: expect.stringContaining('maxPages') },
        { path: 'confg', allowed: ['config'] },
      ],
    ],
    [
      'an Idempotency-Key that is too long',
      () => trigger({ config }, { 'Idempotency-Key': 'x'.repeat(256) }),
      [{ path: 'header.Idempotency-Key' }],
    ],
    [
      'an Idempotency-Key with other characters',
      () => trigger({ config }, { 'Idempotency-Key': 'schlüssel' }),
      [{ path: 'header.Idempotency-Key' }],
    ],
    [
      'a site without name and URL',
      () => createSite({}),
      [
        { path: 'name', message: 'is required' },
        { path: 'url', message: 'is required' },
      ],
    ],
    ['a body that is not an object', () => createSite([site]), [{ path: '' }]],
    [
      'an unknown member of a site, with the most similar name',
      () => createSite({ ...site, orgins: [] }),
      [
        {
          path: 'orgins',
          message: expect.stringContaining('origins'),
          allowed: expect.arrayContaining(['name', 'url', 'pages', 'origins', 'maxPages', 'credentials']),
        },
      ],
    ],
    [
      'a member that JavaScript would read as the prototype',
      () => createSite(JSON.stringify(site).replace('{', '{"__proto__":{"admin":true},')),
      [{ path: '__proto__' }],
    ],
    [
      'an empty change',
      () => call(admin, 'PATCH', `/sites/${siteId}`, { body: {} }),
      [{ path: '', message: expect.stringContaining('name, labels, url, pages, origins') }],
    ],
    ['a limit of 0', () => get('/sites?limit=0'), [{ path: 'query.limit' }]],
    ['a limit of 101', () => get('/sites?limit=101'), [{ path: 'query.limit' }]],
    [
      'a limit that is not a number',
      () => get(`/sites/${siteId}/scans?limit=ten`),
      [{ path: 'query.limit' }],
    ],
    ['an empty limit', () => get('/sites?limit='), [{ path: 'query.limit' }]],
    ['a broken limit', () => get('/sites?limit=1.5'), [{ path: 'query.limit' }]],
    [
      'a parameter given twice',
      () => get('/sites?limit=1&limit=2'),
      [{ path: 'query.limit', message: 'must be given only once' }],
    ],
    [
      'an unknown parameter',
      () => get('/sites?limt=1'),
      [{ path: 'query.limt', message: expect.stringContaining('limit'), allowed: ['limit', 'cursor'] }],
    ],
    [
      'a parameter on an operation without parameters',
      () => get(`/sites/${siteId}?verbose=1`),
      [{ path: 'query.verbose' }],
    ],
    [
      'an unknown status',
      () => get(`/sites/${siteId}/scans?status=done`),
      [
        {
          path: 'query.status',
          allowed: ['queued', 'running', 'completed', 'failed', 'cancelled'],
        },
      ],
    ],
    [
      'a report of another format',
      () => get(`/scans/${createId('scan', new Date())}/report?format=pdf&delivery=mail`),
      [
        { path: 'query.format', allowed: [...reportFormatNames] },
        { path: 'query.delivery', allowed: ['link'] },
      ],
    ],
  ])('are rejected with 422 and named, all at once: %s', async (_, send, errors) => {
    const answer = await send();
    expect(statusAndCode(answer as Answer<{ code?: string }>)).toEqual([422, 'invalid-request']);
    const byPath = (a: Partial<Wrong>, b: Partial<Wrong>) => ((a.path ?? '') < (b.path ?? '') ? -1 : 1);
    expect(answer.json.errors.toSorted(byPath)).toEqual(
      errors.toSorted(byPath).map((error) => expect.objectContaining(error)),
    );
    for (const { message } of answer.json.errors) expect(message).toMatch(/\S/);
  });
});

describe('data that a key may not access', () => {
  let other: TestKey;
  let otherSite: string;
  let otherScan: string;
  beforeAll(async () => {
    other = await service.key(await service.account());
    otherSite = (await call(other, 'POST', '/sites', { body: site })).json.id;
    otherScan = (await call(other, 'POST', `/sites/${otherSite}/scans`, { body: { config } })).json.id;
    await call(other, 'POST', `/scans/${otherScan}/cancel`);
  });

  const ofSite: [string, string, Call][] = [
    ['GET', '', {}],
    ['PATCH', '', { body: { name: 'Mine' } }],
    ['DELETE', '', {}],
    ['GET', '/scans', {}],
    ['POST', '/scans', { body: { config } }],
    ['POST', '/scans', { body: { config }, headers: { 'Idempotency-Key': 'a' } }],
  ];
  const ofScan: [string, string, Call][] = [
    ['GET', '', {}],
    ['POST', '/cancel', {}],
    ['DELETE', '', {}],
    ['GET', '/report', {}],
    ['GET', '/report?delivery=link&format=html', {}],
  ];

  /** Sends a call for each of these ids; all responses must be equal. */
  async function expectEqualResponses(
    key: TestKey,
    at: (id: string) => [string, string, Call],
    ids: string[],
  ) {
    const answers = [];
    for (const id of ids) {
      const [method, path, given] = at(id);
      answers.push(comparable(await call(key, method, path, given)));
    }
    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    return answers[0];
  }

  it.each(ofSite)(
    'includes sites of another account, which answer as an unknown site does: %s %s',
    async (...way) => {
      const [method, rest, given] = way;
      const ids = [createId('site', new Date()), otherSite, 'nonsense', otherScan, '%20', `${otherSite}0`];
      const answer = await expectEqualResponses(admin, (id) => [method, `/sites/${id}${rest}`, given], ids);
      expect(answer?.body).toMatchObject({ code: 'site-not-found' });
    },
  );

  it.each(ofScan)(
    'includes scans of another account, which answer as an unknown scan does: %s %s',
    async (...way) => {
      const [method, rest, given] = way;
      const ids = [createId('scan', new Date()), otherScan, 'nonsense', otherSite];
      const answer = await expectEqualResponses(admin, (id) => [method, `/scans/${id}${rest}`, given], ids);
      expect(answer?.body).toMatchObject({ code: 'scan-not-found' });
    },
  );

  it('is not changed by these calls', async () => {
    expect((await call(other, 'GET', `/sites/${otherSite}`)).json).toMatchObject({
      id: otherSite,
      name: 'Shop',
    });
    expect((await call(admin, 'GET', '/sites')).json.items.map(({ id }: { id: string }) => id)).toEqual([
      siteId,
    ]);
  });

  it('includes all sites except those that the key is limited to', async () => {
    const second = (await call(other, 'POST', '/sites', { body: { ...site, name: 'Second' } })).json.id;
    const limited = await service.key(other.record.accountId, { siteIds: [second] });
    const { items, nextCursor } = (await call(limited, 'GET', '/sites')).json;
    expect([items.map(({ id }: { id: string }) => id), nextCursor]).toEqual([[second], null]);
    for (const [method, rest, given] of ofSite) {
      const ids = [createId('site', new Date()), otherSite];
      await expectEqualResponses(limited, (id) => [method, `/sites/${id}${rest}`, given], ids);
    }
    for (const [method, rest, given] of ofScan) {
      const ids = [createId('scan', new Date()), otherScan];
      await expectEqualResponses(limited, (id) => [method, `/scans/${id}${rest}`, given], ids);
    }
    const created = await call(limited, 'POST', '/sites', { body: site });
    expect(statusAndCode(created)).toEqual([403, 'key-limited-to-sites']);

    expect((await call(limited, 'PATCH', `/sites/${second}`, { body: { name: 'Changed' } })).status).toBe(
      200,
    );
    const triggered = await call(limited, 'POST', `/sites/${second}/scans`, { body: { config } });
    expect(triggered.status).toBe(202);
    expect((await call(limited, 'POST', `/scans/${triggered.json.id}/cancel`)).status).toBe(200);
    expect((await call(limited, 'GET', `/sites/${second}/scans`)).json.items).toHaveLength(1);
    expect((await call(limited, 'DELETE', `/sites/${second}`)).status).toBe(204);
    expect((await call(limited, 'GET', '/sites')).json.items).toEqual([]);
  });
});

describe('the id of a request', () => {
  it('is the correlation id in the log of the function that answered', async () => {
    const folder = service.runtime.data.file('logs');
    const requestId = (await call(admin, 'GET', `/sites/${createId('site', new Date())}`)).headers.get(
      'x-request-id',
    );
    const logged = async () => {
      const files = await readdir(folder);
      const texts = await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')));
      return texts.some((text) => text.includes(`"correlationId":"${requestId}"`));
    };
    // A function's log reaches the file a moment after the response.
    await expect.poll(logged, { timeout: 60_000 }).toBe(true);
  });
});
