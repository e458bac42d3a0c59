import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { findKey } from '../../adapters/dynamodb/access.ts';
import { itemKeys } from '../../adapters/dynamodb/item-keys.ts';
import { revokeKey, rotateKey } from '../../adapters/dynamodb/key-changes.ts';
import { hashSecret } from '../../adapters/keys/secret-checker.ts';
import { createSecret, formatApiKey } from '../../core/access/api-key.ts';
import { createId } from '../../core/ids.ts';
import { type Answer, ApiClient } from '../support/api-client.ts';
import { call, comparableProblem, expectUsualHeaders, statusAndCode } from '../support/checked-call.ts';
import { sharedService, type TestKey, type TestService } from '../support/service.ts';
import { setMembers } from '../support/set-members.ts';

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
    expect(comparableProblem(one)).toEqual(comparableProblem(other));
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

    await setMembers(service.store, itemKeys.key(keyId), { previousHashUntil: past() });
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
    await setMembers(service.store, day, { minute, minuteRequests: limit - 2 });
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
    await setMembers(service.store, itemKeys.account(account), { unfinishedScans: 1_000_000 });
    await expectLimited('normal', 'unfinished-scans-limit');
    await setMembers(service.store, itemKeys.account(account), {
      unfinishedScans: 0,
      unfinishedHigh: 1_000_000,
    });
    await expectLimited('high', 'high-priority-share');
    await setMembers(service.store, itemKeys.account(account), { unfinishedHigh: 0 });
    // Sets both months, in case the month ends during the test.
    for (const ahead of [0, 60_000]) {
      const month = new Date(Date.now() + ahead).toISOString().slice(0, 7);
      await setMembers(service.store, itemKeys.accountMonth(account, month), { pages: 1_000_000_000 });
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
