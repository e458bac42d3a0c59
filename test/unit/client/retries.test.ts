import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../client/index.ts';
import {
  clientOf,
  json,
  page,
  problem,
  type Reply,
  type ScriptedServer,
  scan,
  scriptedServer,
  site,
  tinyPace,
} from './scripted-server.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(...script: Reply[]): Promise<ScriptedServer> {
  server = await scriptedServer(...script);
  return server;
}

const list = json(200, { items: [site], nextCursor: null });
const reset: Reply = (response) => response.socket?.destroy();
const cutJson: Reply = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"items":[');
  setImmediate(() => response.socket?.destroy());
};
/** Ends as a complete response, although its JSON is truncated. */
const endedJson: Reply = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end('{"items":[');
};

describe('a request is retried after', () => {
  it.each<[string, Reply, string]>([
    ['408', page(408, ''), '408'],
    ['425', page(425, ''), '425'],
    ['429', problem(429, 'rate-limited'), '429 rate-limited'],
    ['500', problem(500, 'internal-error'), '500 internal-error'],
    ['502 of a proxy', page(502, '<title>Bad Gateway</title>'), '502'],
    ['503', problem(503, 'service-unavailable'), '503 service-unavailable'],
    ['504', problem(504, 'timeout'), '504 timeout'],
    [
      '409 because the first request is still in progress',
      problem(409, 'idempotency-in-progress'),
      '409 idempotency-in-progress',
    ],
    [
      '401 because its network address sent too many wrong keys',
      problem(401, 'too-many-wrong-keys'),
      '401 too-many-wrong-keys',
    ],
    ['a connection reset', reset, 'the connection was lost'],
    ['a truncated body', cutJson, 'the connection was lost'],
    ['truncated JSON', endedJson, 'the connection was lost'],
  ])('%s, and succeeds', async (_, fault, reason) => {
    const { apiUrl, seen } = await start(fault, list);
    const { client, retries } = clientOf(apiUrl);
    expect((await client.listSites()).items).toEqual([site]);
    expect(seen.map(({ url }) => url)).toEqual(['/api/v1/sites', '/api/v1/sites']);
    expect(retries).toEqual([
      { method: 'GET', url: `${apiUrl}/sites`, reason, attempt: 1, attempts: 3, delayMs: expect.any(Number) },
    ]);
  });

  it.each<[string, Reply]>([
    ['headers that do not arrive', () => undefined],
    [
      'a body that stops arriving',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('{"items":');
      },
    ],
  ])('%s, and succeeds', async (_, fault) => {
    const { apiUrl } = await start(fault, list);
    const { client, retries } = clientOf(apiUrl, { pace: { ...tinyPace, requestTimeout: 400 } });
    expect((await client.listSites()).items).toEqual([site]);
    expect(retries.map(({ reason }) => reason)).toContain('no response in time');
  });
});

describe('a request is not retried after', () => {
  it.each<[string, Reply]>([
    ['401', problem(401, 'key-expired')],
    ['403', problem(403, 'role-too-small')],
    ['404', problem(404, 'site-not-found')],
    ['409', problem(409, 'scan-already-ended')],
    ['422', problem(422, 'invalid-request')],
    ['a page with status 200', page(200, '<title>Log in</title>')],
    ['a redirect', (response) => response.writeHead(302, { Location: 'https://login.example/' }).end()],
  ])('%s', async (_, fault) => {
    const { apiUrl, seen } = await start(fault, list);
    await expect(clientOf(apiUrl).client.listSites()).rejects.toThrow();
    expect(seen).toHaveLength(1);
  });

  it('the maximum number of attempts', async () => {
    const { apiUrl, seen } = await start(problem(500, 'internal-error'));
    const { client, retries } = clientOf(apiUrl);
    const error = await client.listSites().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 500, code: 'internal-error', requestId: 'request-1' });
    expect(error.message).toBe('Title of internal-error: Detail of internal-error. Request request-1.');
    expect([seen.length, retries.length]).toEqual([3, 2]);
  });
});

describe('Retry-After', () => {
  /** Returns the pause that the client is about to make; the call ends there. */
  async function pauseFor(headers: Record<string, string>, status = 429): Promise<number> {
    const { apiUrl } = await start(problem(status, 'rate-limited', headers));
    const controller = new AbortController();
    let delay = Number.NaN;
    const onRetry = ({ delayMs }: { delayMs: number }) => {
      delay = delayMs;
      controller.abort(new Error('seen'));
    };
    const { client } = clientOf(apiUrl, { onRetry, signal: controller.signal });
    await expect(client.listSites()).rejects.toThrow('seen');
    return delay;
  }

  it.each([429, 503])('in seconds determines the pause after %i', async (status) => {
    const pause = await pauseFor({ 'Retry-After': '7' }, status);
    expect(pause).toBeGreaterThanOrEqual(7_000);
    expect(pause).toBeLessThanOrEqual(7_000 + tinyPace.backoff);
  });

  it('as a date is compared with the date of the response, not with the local clock', async () => {
    const headers = {
      Date: 'Mon, 01 Jan 2001 00:00:00 GMT',
      'Retry-After': 'Mon, 01 Jan 2001 00:00:09 GMT',
    };
    const pause = await pauseFor(headers);
    expect(pause).toBeGreaterThanOrEqual(9_000);
    expect(pause).toBeLessThanOrEqual(9_000 + tinyPace.backoff);
  });

  it.each([['soon'], ['-5'], ['1.5'], ['']])(
    'with an invalid value (%j) leaves the pause to the client',
    async (text) => {
      expect(await pauseFor({ 'Retry-After': text })).toBeLessThanOrEqual(tinyPace.backoff);
    },
  );

  it('beyond the maximum pause ends the call at once, and the message says until when to wait', async () => {
    const { apiUrl, seen } = await start(
      problem(429, 'pages-per-month-limit', {
        Date: 'Sat, 21 Nov 2026 00:00:00 GMT',
        'Retry-After': '864000',
      }),
    );
    const error = await clientOf(apiUrl)
      .client.listSites()
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'pages-per-month-limit', retryAfterMs: 864_000_000 });
    expect(error.message).toContain('The service asks to wait until 2026-12-01T00:00:00.000Z.');
    expect(seen).toHaveLength(1);
  });
});

describe('a call that creates something', () => {
  const created = json(201, site);
  const body = { name: 'Example', url: 'https://www.example.com/' };

  it.each<[string, Reply]>([
    ['a connection reset', reset],
    ['a 500', problem(500, 'internal-error')],
    ['a 503 of a proxy', page(503, 'busy')],
  ])('is not retried after %s, because it may have succeeded', async (_, fault) => {
    const { apiUrl, seen } = await start(fault, created);
    await expect(clientOf(apiUrl).client.createSite(body)).rejects.toThrow();
    expect(seen).toHaveLength(1);
  });

  it('is retried after a response that states that nothing was created', async () => {
    const { apiUrl, seen } = await start(problem(429, 'rate-limited'), created);
    expect(await clientOf(apiUrl).client.createSite(body)).toEqual(site);
    expect(seen.map((request) => JSON.parse(request.body))).toEqual([body, body]);
  });
});

describe('triggering a scan', () => {
  const started = json(202, scan, { 'Retry-After': '3' });

  it('sends one idempotency key with all its requests, and another one with the next call', async () => {
    const { apiUrl, seen } = await start(reset, problem(503, 'service-unavailable'), started);
    const { client } = clientOf(apiUrl);
    const triggered = await client.triggerScan('site_1', { rules: ['wcag-aa'] });
    expect(triggered).toEqual({ scan, retryAfterMs: 3_000, replayed: false });
    await client.triggerScan('site_1', { rules: ['wcag-aa'] });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/sites/site_1/scans' });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ config: { rules: ['wcag-aa'] } });
  });

  const replay = (date: string) => json(202, scan, { 'Idempotent-Replayed': 'true', Date: date });
  const longAfter = replay('Sun, 22 Nov 2026 12:00:00 GMT');
  const justAfter = replay('Sun, 22 Nov 2026 10:00:01 GMT');

  it.each<[string, boolean, Reply[], string | undefined]>([
    ['with a generated key is not reported as a replay', false, [reset, longAfter], undefined],
    ['with a given key is a replay if the first response says so', true, [justAfter], 'build-1'],
    [
      'is not a replay if the scan is as young as the request that broke off',
      false,
      [reset, justAfter],
      'build-1',
    ],
    ['is a replay if the scan is older than all its requests', true, [reset, longAfter], 'build-1'],
    [
      'is a replay if an earlier request was in progress',
      true,
      [problem(409, 'idempotency-in-progress'), justAfter],
      'build-1',
    ],
  ])('%s', async (_, replayed, script, idempotencyKey) => {
    const { apiUrl, seen } = await start(...script);
    const answer = await clientOf(apiUrl).client.triggerScan(
      'site_1',
      { rules: ['wcag-aa'] },
      { idempotencyKey },
    );
    expect(answer.replayed).toBe(replayed);
    if (idempotencyKey) expect(seen.at(-1)?.headers['idempotency-key']).toBe(idempotencyKey);
  });

  it('can be cancelled by a call that is retried after a connection reset', async () => {
    const { apiUrl, seen } = await start(reset, json(200, { ...scan, status: 'cancelled' }));
    expect((await clientOf(apiUrl).client.cancelScan('scan_1')).status).toBe('cancelled');
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/v1/scans/scan_1/cancel',
      'POST /api/v1/scans/scan_1/cancel',
    ]);
  });
});

describe('an abort ends a call at once', () => {
  it.each<[string, Reply]>([
    ['before the headers', () => undefined],
    [
      'within the body',
      (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{'),
    ],
    ['between two attempts', problem(429, 'rate-limited', { 'Retry-After': '30' })],
  ])('%s', async (_, reply) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { apiUrl, seen } = await start((response, request) => {
      reply(response, request);
      setTimeout(() => controller.abort(reason), 20);
    });
    const { client } = clientOf(apiUrl);
    await expect(client.listSites({}, { signal: controller.signal })).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
    await expect(client.listSites({}, { signal: controller.signal })).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });
});

describe('an endless response', () => {
  it('is aborted', async () => {
    const { apiUrl } = await start((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const chunk = Buffer.alloc(4 * 1024 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    const error = await clientOf(apiUrl)
      .client.listSites()
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain('more than 32 MB');
    expect(server?.seen).toHaveLength(1);
  });
});
