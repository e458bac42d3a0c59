import { createServer } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { readEdgeCode } from '../../../lib/dashboard/edge-function.ts';
import { createBucketOrigin } from '../../../local/distribution/bucket-origin.ts';
import { createDistribution } from '../../../local/distribution/distribution.ts';
import { type GatewayRequest, getHeaderValues } from '../../../local/gateway/request.ts';
import type { WireResponse } from '../../../local/gateway/response.ts';
import { InProcessAgent } from '../../../local/stand-ins/agents.ts';
import type { Behavior, Distribution } from '../../../local/template/distribution.ts';

const objects: Record<string, { type: string; body: string }> = {
  '/bucket/index.html': { type: 'text/html; charset=utf-8', body: '<title>Dashboard</title>' },
  '/bucket/assets/main-K3QJ2FZB.js': { type: 'text/javascript; charset=utf-8', body: 'export {};' },
  '/other/secret.json': { type: 'application/json', body: '{}' },
};

/** S3 as the stand-in serves it. */
const s3 = createServer((request, response) => {
  const found = objects[request.url ?? ''];
  if (!found) return void response.writeHead(404, { 'Content-Type': 'application/xml' }).end('<Error/>');
  response.setHeader('Content-Type', found.type);
  response.setHeader('ETag', '"1"');
  if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined) return void response.end(request.method === 'HEAD' ? undefined : found.body);
  response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${found.body.length}` });
  response.end(found.body.slice(Number(from), Number(to) + 1));
});

const files: Behavior = {
  pathPattern: '*',
  allowedMethods: ['GET', 'HEAD'],
  origin: { domainName: 'bucket.s3.amazonaws.com', isBucket: true, customHeaders: {} },
  viewerRequestCode: readEdgeCode('route-navigation'),
  responseHeaders: [
    { name: 'Content-Security-Policy', value: "default-src 'none'", override: true },
    { name: 'X-Kept', value: 'policy', override: false },
  ],
  forwardsViewerHeaders: false,
};
const api: Behavior = {
  pathPattern: '/api/*',
  allowedMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
  origin: {
    domainName: 'api.example',
    isBucket: false,
    customHeaders: { 'X-Origin-Secret': 'the secret' },
  },
  viewerRequestCode: readEdgeCode('pass-viewer-address'),
  responseHeaders: [{ name: 'X-Kept', value: 'policy', override: false }],
  forwardsViewerHeaders: true,
};
const template: Distribution = {
  logicalId: 'Distribution',
  id: 'D1',
  domainName: 'd1.cloudfront.net',
  defaultRootObject: 'index.html',
  behaviors: [api, files],
};

const callApi = vi.fn<(request: GatewayRequest) => Promise<WireResponse>>(async () => ({
  statusCode: 404,
  headers: [
    ['Content-Type', 'application/problem+json'],
    ['x-kept', 'origin'],
  ],
  body: Buffer.from('{"code":"route-not-found"}'),
}));

async function send(path: string, part: Partial<GatewayRequest> = {}, mayList = true) {
  const answer = createDistribution(template, {
    callApi,
    findBucket: () => createBucketOrigin(new InProcessAgent(s3), 'bucket', mayList),
    report: () => undefined,
  });
  const { statusCode, headers, body } = await answer({
    requestId: '1',
    httpMethod: 'GET',
    path,
    query: '',
    rawHeaders: [],
    body: Buffer.alloc(0),
    sourceIp: '127.0.0.1',
    host: 'localhost:1',
    protocol: 'http',
    receivedAt: new Date(),
    apiId: 'api',
    stage: 'api',
    ...part,
  });
  const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  return { status: statusCode, headers: named, text: body.toString() };
}

describe('the emulated distribution', () => {
  it('answers every screen with the page, and with the headers of the policy', async () => {
    for (const path of ['/', '/settings/api-keys', '/no-such-screen']) {
      const { status, headers, text } = await send(path);
      expect([status, text], path).toEqual([200, '<title>Dashboard</title>']);
      expect(headers, path).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
        'x-kept': 'policy',
      });
    }
  });

  it('answers a missing file with 404, never with the page, and with the headers of the policy', async () => {
    const { status, headers, text } = await send('/assets/main-OLDHASH1.js');
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'content-type': 'application/xml',
      'content-security-policy': "default-src 'none'",
    });
    expect(text).not.toContain('Dashboard');
  });

  it('does not find out that a file is missing without the permission to list the bucket', async () => {
    expect((await send('/assets/main-OLDHASH1.js', {}, false)).status).toBe(403);
  });

  it('reads no other bucket', async () => {
    for (const path of [
      '/../other/secret.json',
      '/%2e%2e/other/secret.json',
      '/assets/../../other/secret.json',
    ])
      expect((await send(path)).status, path).toBe(404);
  });

  it('answers conditional requests, ranges and HEAD as S3 does', async () => {
    const file = '/assets/main-K3QJ2FZB.js';
    expect(await send(file, { rawHeaders: ['If-None-Match', '"1"'] })).toMatchObject({
      status: 304,
      text: '',
    });
    expect(await send(file, { rawHeaders: ['Range', 'bytes=0-5'] })).toMatchObject({
      status: 206,
      text: 'export',
    });
    expect(await send(file, { httpMethod: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  it('refuses methods that the static part does not allow', async () => {
    for (const httpMethod of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await send('/', { httpMethod })).status, httpMethod).toBe(403);
  });

  it('passes the answer of the API on: its 404 stays, and headers that it sets win unless the policy overrides', async () => {
    const { status, headers, text } = await send('/api/v1/nothing');
    expect([status, text]).toEqual([404, '{"code":"route-not-found"}']);
    expect(headers['x-kept']).toBe('origin');
  });

  it('names the viewer and itself to the API, whatever the caller claims', async () => {
    const rawHeaders = [
      'X-Viewer-Address',
      '10.0.0.1',
      'x-origin-secret',
      'guess',
      'Cookie',
      'a=1; b=2',
      'X-API-Key',
      'k',
    ];
    await send('/api/v1/sites', { httpMethod: 'POST', rawHeaders, sourceIp: '198.51.100.4' });
    const request = callApi.mock.lastCall?.[0] as GatewayRequest;
    const values = (name: string) => getHeaderValues(request, name);
    expect(values('X-Viewer-Address')).toEqual(['198.51.100.4']);
    expect(values('X-Origin-Secret')).toEqual(['the secret']);
    expect([values('Cookie'), values('X-API-Key')]).toEqual([['a=1; b=2'], ['k']]);
    expect([request.httpMethod, request.path]).toEqual(['POST', '/api/v1/sites']);
  });
});
