import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../../adapters/dynamodb/store.ts';
import type { Answer } from '../../../adapters/http/answer.ts';
import { createApiHandler } from '../../../adapters/http/api-function.ts';
import { createPublicHandler } from '../../../adapters/http/public-handler.ts';
import { triggerScan } from '../../../core/api/scan-endpoints.ts';
import { getHealth } from '../../../core/api/service-endpoints.ts';
import { createSite, listSites } from '../../../core/api/site-endpoints.ts';
import { Problem } from '../../../core/problems/problem.ts';
import { type GivenCall, gatewayEvent, lambdaContext, REQUEST_ID } from './gateway-event.ts';

// Powertools then writes to the console, which tests can watch, instead of its own stream. Loggers that other files of
// the process have created write elsewhere.
vi.hoisted(() => {
  vi.resetModules();
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'test');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
});
afterAll(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
});

/** The lines that the code under test logs. */
let logged: string[] = [];

beforeEach(() => {
  logged = [];
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void logged.push(String(line)));
  }
});
afterEach(() => vi.restoreAllMocks());

/**
 * Returns a table whose key sent this number of requests in the current minute; it records the commands it receives.
 */
function table(minuteRequests = 1) {
  const sent: string[] = [];
  const db = {
    send: async (command: { constructor: { name: string } }) => {
      sent.push(command.constructor.name);
      return { Attributes: { minuteRequests, refusals: 1 } };
    },
  };
  const store: Store = { db: db as unknown as DynamoDBDocumentClient, table: 't', auditTable: 'a' };
  return { sent, store };
}

async function call(
  endpoint: typeof createSite | typeof listSites | typeof triggerScan,
  given: GivenCall,
  useCase: (input: unknown) => Promise<Answer> = async () => ({ status: 200, json: {} }),
  { store }: { store: Store } = table(),
) {
  const handler = createApiHandler(endpoint as typeof listSites, { store, requestsPerMinute: 600 }, useCase);
  const result = await handler(gatewayEvent(given), lambdaContext);
  return { ...result, json: result.body === '' ? undefined : JSON.parse(result.body) };
}

const json = { 'Content-Type': ['application/json'] };
const site = JSON.stringify({ name: 'A', url: 'https://a.example/' });

describe('a call behind a key', () => {
  it('reaches its use case with the validated input and the principal', async () => {
    const useCase = vi.fn(async (_: unknown): Promise<Answer> => ({ status: 201, json: { ok: true } }));
    const answer = await call(
      createSite,
      { method: 'POST', headers: json, body: site, siteIds: ['s'] },
      useCase,
    );
    expect(answer.statusCode).toBe(201);
    expect(useCase.mock.calls[0]?.[0]).toMatchObject({
      body: { name: 'A', url: 'https://a.example/', pages: [], origins: [] },
      principal: {
        kind: 'key',
        accountId: 'acct_1',
        keyId: 'apikey_1',
        role: 'admin',
        siteIds: ['s'],
        sourceIp: '192.0.2.1',
      },
      requestId: REQUEST_ID,
      base: { origin: 'https://api.example.com', path: '/api/v1' },
    });
  });

  it('is answered with the headers that every response has', async () => {
    const { headers } = await call(listSites, {});
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': REQUEST_ID,
      'RateLimit-Limit': '600',
      'RateLimit-Remaining': '599',
    });
    expect(headers?.['Strict-Transport-Security']).toMatch(/^max-age=\d+/);
  });

  it('reports when its key expires, also if the call is refused', async () => {
    const expiresAt = '2026-12-01T00:00:00.000Z';
    const answers = [
      await call(listSites, { expiresAt }),
      await call(createSite, { method: 'POST', headers: json, body: site, role: 'viewer', expiresAt }),
    ];
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers?.['X-API-Key-Expires']])).toEqual([
      [200, expiresAt],
      [403, expiresAt],
    ]);
  });

  it('builds URLs with the stage, and with a custom domain', async () => {
    const bases: unknown[] = [];
    const useCase = async (input: unknown) => {
      bases.push((input as { base: { path: string } }).base.path);
      return { status: 200 };
    };
    const given = { resource: '/v1/sites/{siteId}/scans', path: '/v1/sites/site_1/scans' };
    await call(listSites, given, useCase);
    const event = gatewayEvent(given);
    event.requestContext.path = given.path;
    await createApiHandler(listSites, { ...table(), requestsPerMinute: 1 }, useCase)(event, lambdaContext);
    expect(bases).toEqual(['/api/v1', '/v1']);
  });
});

describe('a call is refused', () => {
  const post = (given: GivenCall): GivenCall => ({ method: 'POST', headers: json, body: site, ...given });

  it.each<[string, number, string, GivenCall]>([
    ['whose role is insufficient', 403, 'role-too-small', post({ role: 'scanner' })],
    ['whose body is not declared as JSON', 415, 'unsupported-media-type', post({ headers: {} })],
    ['whose body is too large', 413, 'body-too-large', post({ body: `"${'a'.repeat(262_144)}"` })],
    ['whose body is malformed', 400, 'malformed-json', post({ body: '{"name":' })],
    ['whose body has wrong values', 422, 'invalid-request', post({ body: '{"name":1}' })],
    ['with an unknown member', 422, 'invalid-request', post({ body: site.replace('}', ',"__proto__":{}}') })],
    ['with an unknown query parameter', 422, 'invalid-request', post({ query: { limit: ['1'] } })],
  ])('%s: %i %s', async (_, status, code, given) => {
    const useCase = vi.fn();
    const answer = await call(createSite, given, useCase);
    expect([answer.statusCode, answer.json.status, answer.json.code]).toEqual([status, status, code]);
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      'X-Request-Id': REQUEST_ID,
      'RateLimit-Limit': '600',
    });
    expect(answer.json.instance).toBe(`urn:uuid:${REQUEST_ID}`);
    expect(useCase).not.toHaveBeenCalled();
  });

  it('with every fault of body, query and headers at once', async () => {
    const answer = await call(triggerScan, {
      method: 'POST',
      headers: { ...json, 'idempotency-key': ['a', 'b'] },
      query: { a: ['1', '2'], b: ['1'] },
      params: { siteId: 'nonsense' },
      body: '{"config":{"rules":["wcag-zz"]}}',
    });
    expect(answer.json.errors.map(({ path }: { path: string }) => path)).toEqual([
      'query.a',
      'header.Idempotency-Key',
      'config.rules[0]',
    ]);
  });

  it.each([['0'], ['101'], ['x'], ['1.5'], ['']])('with the limit %j', async (limit) => {
    const answer = await call(listSites, { query: { limit: [limit] } });
    expect([answer.statusCode, answer.json.errors[0].path]).toEqual([422, 'query.limit']);
  });

  it('as not found if its id has an invalid format', async () => {
    const given = post({ params: { siteId: '../x' }, body: '{"config":{"rules":["wcag-a"]}}' });
    const answer = await call(triggerScan, given);
    expect([answer.statusCode, answer.json.code]).toEqual([404, 'site-not-found']);
  });

  it('and recorded if the role is insufficient, but does not fail if it cannot be recorded', async () => {
    const { store, sent } = table();
    const send = store.db.send as (command: unknown) => Promise<unknown>;
    await call(createSite, post({ role: 'viewer' }), undefined, { store });
    expect(sent).toEqual(['UpdateCommand', 'UpdateCommand', 'PutCommand']);
    let calls = 0;
    (store.db as unknown as { send: unknown }).send = (command: unknown) =>
      ++calls === 1 ? send(command) : Promise.reject(new Error('no audit today'));
    expect((await call(createSite, post({ role: 'viewer' }), undefined, { store })).statusCode).toBe(403);
  });
});

describe('a key that reached its rate limit', () => {
  it('gets the time to wait and its limits', async () => {
    const { store } = table();
    const held = {
      minute: { S: '9999-12-31T23:59' },
      minuteRequests: { N: '600' },
      lastRequest: { S: 'another' },
    };
    const send = async () => {
      throw new ConditionalCheckFailedException({ message: 'no', $metadata: {}, Item: held });
    };
    (store.db as unknown as { send: unknown }).send = send;
    const answer = await call(listSites, {}, undefined, { store });
    expect([answer.statusCode, answer.json.code]).toEqual([429, 'rate-limited']);
    expect(answer.headers).toMatchObject({ 'RateLimit-Limit': '600', 'RateLimit-Remaining': '0' });
    expect(answer.headers?.['Retry-After']).toBe(answer.headers?.['RateLimit-Reset']);
    expect(Number(answer.headers?.['Retry-After'])).toBeGreaterThan(0);
  });
});

describe('a use case that fails', () => {
  const failing = (error: unknown) => call(listSites, {}, async () => Promise.reject(error));

  it('with a problem is answered with it and its headers', async () => {
    const answer = await failing(new Problem('rate-limited', 'Wait.', { headers: { 'Retry-After': '7' } }));
    expect([answer.statusCode, answer.json.detail, answer.headers?.['Retry-After']]).toEqual([
      429,
      'Wait.',
      '7',
    ]);
  });

  it('with any other error returns a 500 without details, and logs the error with details', async () => {
    const answer = await failing(new Error('table t-4711 said no'));
    expect([answer.statusCode, answer.json.code]).toEqual([500, 'internal-error']);
    expect(answer.body).not.toContain('4711');
    const line = logged.find((text) => text.includes('t-4711'));
    expect(line).toContain(REQUEST_ID);
  });

  it.each([
    'ThrottlingException',
    'ProvisionedThroughputExceededException',
    'ContentionError',
    'TimeoutError',
  ])('with %s returns a 503 with Retry-After', async (name) => {
    const answer = await failing(Object.assign(new Error('slow down'), { name }));
    expect([answer.statusCode, answer.json.code]).toEqual([503, 'service-unavailable']);
    expect(Number(answer.headers?.['Retry-After'])).toBeGreaterThan(0);
  });
});

describe('metrics', () => {
  /** Returns the names of the metrics in the log. */
  const listMetrics = () =>
    logged.flatMap((line) =>
      line.includes('_aws')
        ? JSON.parse(line)._aws.CloudWatchMetrics.flatMap(({ Metrics }: { Metrics: { Name: string }[] }) =>
            Metrics.map(({ Name }) => Name),
          )
        : [],
    );

  it.each([
    ['a call that succeeds', async () => ({ status: 200, json: {} }) as const, []],
    ['a fault that callers may try again', () => Promise.reject(new Problem('timeout', 'Wait.')), []],
    ['an internal error', () => Promise.reject(new Error('fault')), ['InternalErrors']],
  ])('of %s are only those that an alarm reads', async (_, useCase, expected) => {
    await call(listSites, {}, useCase);
    expect(listMetrics()).toEqual(expected);
  });
});

describe('the log', () => {
  it('has the caller, and the id of a key in the notation of the access log', async () => {
    await call(listSites, {});
    const line = JSON.parse(logged.find((text) => text.includes('"answered"')) ?? '{}');
    expect(line).toMatchObject({ status: 200, actor: 'apikey_1', keyId: 'apikey_1' });
  });

  it('never holds an API key', async () => {
    const key = `key_${'0'.repeat(26)}_${'a'.repeat(30)}`;
    await call(listSites, { headers: { 'X-API-Key': [key] } }, async () => {
      throw new Error(`failed for ${key}`);
    });
    expect(logged.join('\n')).not.toContain(key);
    expect(logged.join('\n')).toContain('failed for [api key]');
  });
});

describe('a call without a key', () => {
  it('is answered without touching a table', async () => {
    const handler = createPublicHandler(getHealth, async () => ({ status: 200, json: { status: 'ok' } }));
    const answer = await handler(gatewayEvent({ resource: '/v1/health' }), lambdaContext);
    expect([answer.statusCode, answer.body]).toEqual([200, '{"status":"ok"}']);
    expect(answer.headers?.['RateLimit-Limit']).toBeUndefined();
  });

  it('ignores query parameters, which monitors add', async () => {
    const handler = createPublicHandler(getHealth, async () => ({ status: 200, json: { status: 'ok' } }));
    const event = gatewayEvent({ resource: '/v1/health', query: { _: ['1', '2'] } });
    expect((await handler(event, lambdaContext)).statusCode).toBe(200);
  });
});
