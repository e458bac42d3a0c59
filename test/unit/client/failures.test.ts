import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { toCliError } from '../../../cli/service/to-cli-error.ts';
import { toFault } from '../../../client/connection-fault.ts';
import { ApiError, ConnectionError, createClient, InvalidOptionError } from '../../../client/index.ts';
import { selfSigned } from '../../support/self-signed.ts';
import {
  clientOf,
  json,
  page,
  problem,
  type Reply,
  scriptedServer,
  testKey,
  tinyPace,
} from './scripted-server.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(...script: Reply[]) {
  const server = await scriptedServer(...script);
  closers.push(server.close);
  return server;
}

/** Returns the error that `listSites` throws. */
async function failure(apiUrl: string, options: Parameters<typeof clientOf>[1] = {}): Promise<unknown> {
  const error = await clientOf(apiUrl, options)
    .client.listSites()
    .catch((thrown) => thrown);
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('secret-that-nobody');
  return error;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

const DAY_MS = 86_400_000;

describe('a missing response is reported with its cause', () => {
  it('if the host does not exist', async () => {
    const error = await failure('https://x.invalid/api/v1');
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      kind: 'dns',
      message: expect.stringContaining('The host x.invalid cannot be found'),
    });
  });

  it.each([
    ['EAI_AGAIN', 'dns', 'cannot be found (EAI_AGAIN)'],
    ['ENETUNREACH', 'other', 'No response from scans.example (ENETUNREACH)'],
    ['EHOSTUNREACH', 'other', 'No response from scans.example (EHOSTUNREACH)'],
  ])('if the machine has no network (%s), with the settings that a proxy needs', (code, kind, part) => {
    const cause = Object.assign(new Error('connect'), { code });
    const { error } = toFault(new TypeError('fetch failed', { cause }), 'https://scans.example/api/v1');
    expect(error).toMatchObject({ kind, message: expect.stringContaining(part) });
    expect(error.message).toContain('NODE_USE_ENV_PROXY=1');
    expect(toCliError(error)).toMatchObject({ exitStatus: 'service', code: kind });
  });

  it('if nothing listens at the port', async () => {
    const server = await scriptedServer();
    await server.close();
    expect(await failure(server.apiUrl)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(`Nothing accepts connections at ${new URL(server.origin).host}`),
    });
  });

  it('if the server speaks another protocol', async () => {
    const server = createTcpServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('220 mail ready\r\n'),
    );
    const port = await listen(server);
    expect(await failure(`http://127.0.0.1:${port}/v1`)).toMatchObject({ kind: 'not-the-api' });
  });

  it('if it does not arrive in time', async () => {
    const { apiUrl, origin } = await start(() => undefined);
    const pace = { ...tinyPace, attempts: 1, requestTimeout: 50 };
    expect(await failure(apiUrl, { pace })).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining(`${origin} did not respond for 0.05 s`),
    });
  });
});

describe('a TLS error', () => {
  async function startTls(valid: { from: number; to: number }): Promise<{ apiUrl: string; cert: string }> {
    const pair = selfSigned('localhost', undefined, valid);
    const port = await listen(createTlsServer(pair));
    return { apiUrl: `https://localhost:${port}/v1`, cert: pair.cert };
  }

  it('of an untrusted certificate ends the call at once, and the message says how to trust another authority', async () => {
    const { apiUrl } = await startTls({ from: Date.now() - DAY_MS, to: Date.now() + DAY_MS });
    const { client, retries } = clientOf(apiUrl);
    await expect(client.listSites()).rejects.toMatchObject({
      kind: 'tls',
      message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(retries).toEqual([]);
  });

  it.each([
    ['not valid yet', 'is not valid yet', { from: Date.now() + DAY_MS, to: Date.now() + 2 * DAY_MS }],
    ['no longer valid', 'has expired', { from: Date.now() - 2 * DAY_MS, to: Date.now() - DAY_MS }],
  ])('of a certificate that is %s suggests to check the clock', async (_, text, valid) => {
    const { apiUrl, cert } = await startTls(valid);
    const before = getCACertificates('default');
    setDefaultCACertificates([cert]);
    closers.push(() => setDefaultCACertificates(before));
    expect(await failure(apiUrl)).toMatchObject({
      kind: 'clock',
      message: expect.stringMatching(
        new RegExp(`By this machine's clock, 20.*${text}.*If the clock is wrong`),
      ),
    });
  });
});

describe('a response that is not from the service is rejected', () => {
  it.each<[string, Reply, string]>([
    ['a login page', page(200, '<html><title> Log\nin </title>'), '200 (text/html): “Log in”'],
    [
      'a page with control characters',
      page(403, '<title>No\u001b[2J\u202e!</title>'),
      '403 (text/html): “No [2J !”',
    ],
    ['a page that does not exist', page(404, 'no such page'), '404 (text/html): “no such page”'],
    [
      'JSON of a gateway',
      json(403, { message: 'Forbidden' }),
      '403 (application/problem+json): “{"message":"Forbidden"}”',
    ],
    [
      'JSON of another service',
      json(200, { hello: 'world' }),
      'responded with JSON that is not from the service',
    ],
    ['JSON that is not an object', json(200, 'hello'), '200 (application/json): “"hello"”'],
    ['a proxy that fails', page(502, '<title>Bad Gateway</title>'), 'or a proxy in front of it, failed'],
    ['a problem of another service', json(403, { title: 'No', code: 7 }), '403'],
  ])('if it is %s', async (_, reply, text) => {
    const { apiUrl } = await start(reply);
    const error = await failure(apiUrl);
    expect(error).toMatchObject({ kind: 'not-the-api' });
    expect((error as Error).message.replaceAll("'", '’')).toContain(text);
  });

  it.each([203, 204, 206])('if it has a status that the service never sends: %i', async (status) => {
    const { apiUrl } = await start((response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(status === 204 ? undefined : '{"items":[],"nextCursor":null}');
    });
    expect(await failure(apiUrl)).toMatchObject({ kind: 'not-the-api' });
  });

  it('if a scan or a list of rule sets has missing members', async () => {
    const { apiUrl } = await start(json(200, { id: 'scan_1', progress: null, items: {} }));
    const { client } = clientOf(apiUrl);
    for (const call of [client.getScan('scan_1'), client.cancelScan('scan_1'), client.listRuleSets()]) {
      await expect(call).rejects.toMatchObject({ kind: 'not-the-api' });
    }
  });

  it('if a list never ends', async () => {
    const { apiUrl, seen } = await start(json(200, { items: [], nextCursor: 'again' }));
    await expect(clientOf(apiUrl).client.allSites()).rejects.toMatchObject({ kind: 'not-the-api' });
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/v1/sites?limit=100',
      '/api/v1/sites?limit=100&cursor=again',
    ]);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'with %i is not followed, so that the key is not sent elsewhere',
    async (status) => {
      const other = await start(json(200, { items: [], nextCursor: null }));
      const { apiUrl } = await start((response) =>
        response.writeHead(status, { Location: `${other.origin}/secret-path?token=1` }).end(),
      );
      const error = await failure(apiUrl);
      expect(error).toMatchObject({
        kind: 'redirected',
        message: expect.stringContaining(`(${status}) to ${other.origin}.`),
      });
      expect((error as Error).message).not.toContain('token');
      expect(other.seen).toEqual([]);
    },
  );
});

describe('a problem of the service', () => {
  it('is thrown with all its members', async () => {
    const errors = [{ path: 'config.rules[0]', message: 'must be one of wcag-a', allowed: ['wcag-a'] }];
    const body = {
      title: 'Invalid request',
      detail: 'config.rules[0] must be one of wcag-a.',
      code: 'invalid-request',
      errors,
    };
    const { apiUrl } = await start(json(422, body));
    const error = await failure(apiUrl);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      ...body,
      message: body.detail,
      requestId: 'request-1',
      retryAfterMs: null,
    });
  });

  it('with a code that this version does not know is thrown too', async () => {
    const { apiUrl } = await start(problem(418, 'teapot'));
    expect(await failure(apiUrl)).toMatchObject({ name: 'ApiError', status: 418, code: 'teapot' });
  });
});

describe('an error message that would repeat the key', () => {
  it.each([
    ['a problem', json(403, { title: testKey, detail: `No such key: ${testKey}.`, code: 'key-unknown' })],
    ['a gateway', json(400, { headers: { 'x-api-key': testKey } })],
    ['a page', page(200, `<title>You sent ${testKey}</title>`)],
  ])('in %s is thrown without the key', async (_, reply) => {
    const { apiUrl, seen } = await start(reply);
    expect(await failure(apiUrl)).toMatchObject({ message: expect.stringContaining('…') });
    expect(seen[0]?.headers['x-api-key']).toBe(testKey);
  });
});

describe('no request is sent', () => {
  it.each([
    ['with a line break', `${testKey}\n`],
    ['that is empty', ''],
    ['with letters that no key has', 'kéy'],
  ])('with a key %s, and the key is not repeated', async (_, key) => {
    const { apiUrl, seen } = await start(json(200, {}));
    const error = await failure(apiUrl, { apiKey: () => key });
    expect(error).toBeInstanceOf(InvalidOptionError);
    expect(error).toMatchObject({ option: 'apiKey' });
    expect(seen).toEqual([]);
  });

  it.each(['..', '.', '', 'a/b', 'a?b', 'site 1', 'a%2fb'])('if the id is %j', async (id) => {
    const { apiUrl, seen } = await start(json(200, {}));
    await expect(clientOf(apiUrl).client.getScan(id)).rejects.toMatchObject({ option: 'id' });
    await expect(clientOf(apiUrl).client.updateSuppression('site_1', id, {})).rejects.toMatchObject({
      option: 'id',
    });
    await expect(clientOf(apiUrl).client.triggerScan(id, { rules: ['wcag-aa'] })).rejects.toMatchObject({
      option: 'id',
    });
    expect(seen).toEqual([]);
  });

  it.each(['', ' a', 'a\n', 'é', 'a'.repeat(256)])('if the idempotency key is %j', async (idempotencyKey) => {
    const { apiUrl, seen } = await start(json(202, {}));
    const call = clientOf(apiUrl).client.triggerScan('site_1', { rules: ['wcag-aa'] }, { idempotencyKey });
    await expect(call).rejects.toMatchObject({ option: 'idempotencyKey' });
    expect(seen).toEqual([]);
  });

  it.each([
    'http://api.example.com/v1',
    'http://127.0.0.1.example.com/v1',
    'http://localhost.example.com/v1',
    'http://a.localhost/v1',
    'http://10.0.0.1/v1',
    'ftp://api.example.com/v1',
    'api.example.com/v1',
    'https://',
    'https://user:secret@api.example.com/v1',
    'https://api.example.com/v1?a=1',
    'https://api.example.com/v1#a',
    '',
  ])('if the API URL is %s', (apiUrl) => {
    const create = () => createClient({ apiUrl, apiKey: () => testKey });
    expect(create).toThrow(InvalidOptionError);
    expect(create).not.toThrow('secret');
  });

  it.each([
    ['https://api.example.com/api/v1/', 'https://api.example.com/api/v1'],
    ['HTTPS://API.example.com/v1//', 'https://api.example.com/v1'],
    ['http://localhost:3000/v1', 'http://localhost:3000/v1'],
    ['http://127.1.2.3/v1', 'http://127.1.2.3/v1'],
    ['http://[::1]:3000/v1', 'http://[::1]:3000/v1'],
  ])('but %s is accepted as a URL of the API', (given, apiUrl) => {
    expect(createClient({ apiUrl: given, apiKey: () => testKey }).apiUrl).toBe(apiUrl);
  });
});
