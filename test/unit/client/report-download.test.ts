import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { ConnectionError } from '../../../client/index.ts';
import {
  clientOf,
  json,
  page,
  problem,
  type Reply,
  type ScriptedServer,
  scan,
  scriptedServer,
  testKey,
} from './scripted-server.ts';

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(...script: Reply[]): Promise<ScriptedServer> {
  const server = await scriptedServer(...script);
  servers.push(server);
  return server;
}

const report = JSON.stringify({ schemaVersion: '1.3', text: 'ü'.repeat(200_000) });
const whole: Reply = (response) => {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(report),
  });
  response.end(report);
};
/** Announces the complete length, sends the given number of bytes, and breaks off. */
const first =
  (bytes: number, text = report): Reply =>
  (response) => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.write(Buffer.from(text).subarray(0, bytes), () =>
      setTimeout(() => response.socket?.destroy(), 10),
    );
  };

/** An API that links to a scripted bucket; each link is new. */
async function api(...script: Reply[]) {
  const bucket = await start(...script);
  let links = 0;
  const link: Reply = (response, request) =>
    json(200, {
      url: `${bucket.origin}/reports/1?signature=${++links}`,
      expiresAt: '2026-11-22T10:05:00.000Z',
    })(response, request);
  const server = await start(link);
  return { bucket, server, ...clientOf(server.apiUrl) };
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

const shaOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a report', () => {
  it('is downloaded through a link, to which the key is not sent', async () => {
    const { client, bucket, server } = await api(whole);
    expect(shaOf(await read(client.reportChunks('scan_1', 'json')))).toBe(shaOf(report));
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/v1/scans/scan_1/report?format=json&delivery=link',
    ]);
    expect(server.seen[0]?.headers['x-api-key']).toBe(testKey);
    expect(bucket.seen.map(({ url }) => url)).toEqual(['/reports/1?signature=1']);
    expect(JSON.stringify(bucket.seen)).not.toContain(testKey);
  });

  it('is polled while it is not ready', async () => {
    const bucket = await start(whole);
    const notReady = json(202, scan, { 'Retry-After': '0' });
    const { apiUrl, seen } = await start(
      notReady,
      notReady,
      json(200, { url: `${bucket.origin}/r`, expiresAt: '' }),
    );
    const { client } = clientOf(apiUrl);
    expect((await client.getReport('scan_1')).schemaVersion).toBe('1.3');
    expect(seen).toHaveLength(3);
  });

  it.each([
    ['before its first byte', [first(0)]],
    ['in its middle', [first(1_001)]],
    ['in its middle, twice, the second time earlier', [first(300_001), first(100_000)]],
  ])('that breaks off %s resumes at its position, through a new link', async (_, faults) => {
    const { client, bucket, retries } = await api(...faults, whole);
    expect(shaOf(await read(client.reportChunks('scan_1')))).toBe(shaOf(report));
    expect(bucket.seen.map(({ url }) => url)).toEqual(
      faults.concat(whole).map((_, at) => `/reports/1?signature=${at + 1}`),
    );
    expect(retries.map(({ url }) => url)).toEqual(faults.map(() => `${bucket.origin}/reports/1`));
  });

  it('that changed after it broke off is not combined from both versions', async () => {
    const { client } = await api(first(1_000, report.replaceAll('ü', 'ä')), whole);
    await expect(read(client.reportChunks('scan_1'))).rejects.toMatchObject({ kind: 'cut-off' });
  });

  it('that breaks off each time fails after the maximum number of attempts', async () => {
    const { client, bucket } = await api(first(1_000));
    await expect(client.getReport('scan_1')).rejects.toMatchObject({ kind: 'cut-off' });
    expect(bucket.seen).toHaveLength(3);
  });

  it('with truncated JSON is rejected even if the transfer seems complete', async () => {
    const { client } = await api((response) => response.end('{"schemaVersion":"1.3"'));
    await expect(client.getReport('scan_1')).rejects.toMatchObject({ kind: 'cut-off' });
  });

  it('ends its transfer if the caller stops reading', async () => {
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const { client } = await api((response) => {
      response.on('close', isClosed);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{');
    });
    for await (const chunk of client.reportChunks('scan_1')) {
      expect(Buffer.from(chunk).toString()).toBe('{');
      break;
    }
    await closed;
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const { client } = await api((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{');
    });
    const reason = new Error('enough');
    const chunks = client.reportChunks('scan_1', 'json', { signal: controller.signal });
    const download = (async () => {
      for await (const _ of chunks) controller.abort(reason);
    })();
    await expect(download).rejects.toBe(reason);
  });
});

describe('a link', () => {
  const expired: Reply = (response) => {
    response.writeHead(403, { 'Content-Type': 'application/xml' });
    response.end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>');
  };

  it('that has expired is requested again', async () => {
    const { client, bucket } = await api(expired, whole);
    expect((await client.getReport('scan_1')).schemaVersion).toBe('1.3');
    expect(bucket.seen.map(({ url }) => url)).toEqual(['/reports/1?signature=1', '/reports/1?signature=2']);
  });

  it('that is always refused fails after the maximum number of attempts', async () => {
    const { client, bucket } = await api(expired);
    const error = await client.getReport('scan_1').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain('returned 403, and so did a new link');
    expect(error.message).not.toContain('signature');
    expect(bucket.seen).toHaveLength(3);
  });

  it('that redirects is not followed further', async () => {
    const other = await start(whole);
    const { client } = await api((response) => response.writeHead(302, { Location: other.origin }).end());
    await expect(client.getReport('scan_1')).rejects.toMatchObject({ kind: 'redirected' });
    expect(other.seen).toEqual([]);
  });

  it('that returns an HTML page is reported as not a report', async () => {
    const { client } = await api(page(200, '<title>Log in</title>'));
    await expect(read(client.reportChunks('scan_1', 'sarif'))).rejects.toMatchObject({ kind: 'not-the-api' });
  });

  it.each([
    'http://bucket.example/r',
    'http://10.0.0.1/r',
    'file:///etc/passwd',
    'https://user:secret@bucket.example/r',
    'r',
    '',
  ])('to %j is not followed', async (url) => {
    const { apiUrl } = await start(json(200, { url, expiresAt: '' }));
    await expect(clientOf(apiUrl).client.getReport('scan_1')).rejects.toMatchObject({ kind: 'not-the-api' });
  });

  it('to this machine is not followed if the API is elsewhere', async () => {
    const bucket = await start(whole);
    const answer = JSON.stringify({ url: `${bucket.origin}/r`, expiresAt: '' });
    const fetch = async () => new Response(answer, { headers: { 'Content-Type': 'application/json' } });
    const { client } = clientOf('https://api.example.com/v1', { fetch });
    await expect(client.getReport('scan_1')).rejects.toMatchObject({ kind: 'not-the-api' });
    expect(bucket.seen).toEqual([]);
  });

  it('of a scan without a report ends with the problem', async () => {
    const { apiUrl } = await start(problem(409, 'nothing-to-report'));
    await expect(clientOf(apiUrl).client.getReport('scan_1')).rejects.toMatchObject({
      code: 'nothing-to-report',
    });
  });
});
