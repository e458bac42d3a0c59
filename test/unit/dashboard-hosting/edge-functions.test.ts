import { describe, expect, it } from 'vitest';
import { readEdgeCode } from '../../../lib/dashboard/edge-function.ts';
import { type EdgeRequest, runEdgeFunction } from '../../../local/distribution/edge-function.ts';

const request = (part: Partial<EdgeRequest> = {}): EdgeRequest => ({
  method: 'GET',
  uri: '/',
  querystring: {},
  headers: {},
  cookies: {},
  ...part,
});

function run(code: string, part: Partial<EdgeRequest>, ip = '203.0.113.7') {
  const context = {
    distributionDomainName: 'd1.cloudfront.net',
    distributionId: 'D1',
    eventType: 'viewer-request',
    requestId: '1',
  };
  return runEdgeFunction(code, { version: '1.0', context, viewer: { ip }, request: request(part) });
}

describe('the CloudFront function of the static part', () => {
  const code = readEdgeCode('route-navigation');

  it.each([
    ['/', '/index.html'],
    ['/settings/api-keys', '/index.html'],
    ['/settings/api-keys/', '/index.html'],
    ['/no-such-screen', '/index.html'],
    ['/api', '/index.html'],
    ['/v1.2/screen', '/index.html'],
    ['/assets/main-K3QJ2FZB.js', '/assets/main-K3QJ2FZB.js'],
    ['/assets/no-extension', '/assets/no-extension'],
    ['/index.html', '/index.html'],
    ['/favicon.ico', '/favicon.ico'],
    ['/../secret.txt', '/../secret.txt'],
  ])('lets %s request %s', (path, expected) => {
    expect(run(code, { uri: path }).uri).toBe(expected);
  });

  it('changes nothing else', () => {
    const headers = { accept: { value: 'text/html' } };
    expect(run(code, { method: 'HEAD', uri: '/x', headers })).toEqual(
      request({ method: 'HEAD', uri: '/index.html', headers }),
    );
  });
});

describe('the CloudFront function of the API', () => {
  const code = readEdgeCode('pass-viewer-address');

  it.each(['203.0.113.7', '2001:db8::7'])('names the address %s of the viewer', (ip) => {
    expect(run(code, { uri: '/api/v1/sites' }, ip)).toEqual(
      request({ uri: '/api/v1/sites', headers: { 'x-viewer-address': { value: ip } } }),
    );
  });

  it('overwrites an address and removes a secret that the caller sent', () => {
    const forged = {
      'x-viewer-address': { value: '10.0.0.1', multiValue: [{ value: '10.0.0.1' }, { value: '10.0.0.2' }] },
      'x-origin-secret': { value: 'guess' },
    };
    expect(run(code, { headers: forged }).headers).toEqual({ 'x-viewer-address': { value: '203.0.113.7' } });
  });
});

describe('a CloudFront function', () => {
  it.each(['route-navigation', 'pass-viewer-address'] as const)(
    '%s is within the size limit, and uses nothing that the runtime lacks',
    (name) => {
      const code = readEdgeCode(name);
      // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html#limits-functions
      expect(Buffer.byteLength(code)).toBeLessThan(10 * 1024);
      expect(code).not.toMatch(/\b(import|require|class|process|fetch|setTimeout|eval|new Function|\?\.)\b/);
    },
  );

  it.each([
    ['throws', 'function handler() { throw new Error("no") }', 'no'],
    ['returns nothing', 'function handler() {}', 'JSON'],
    ['returns no request', 'function handler() { return { statusCode: 200 } }', 'returned no request'],
    ['does not end', 'function handler() { for (;;); }', 'timed out'],
    ['turns a text into code', 'function handler(event) { return eval("event.request") }', 'Code generation'],
    ['uses Node.js', 'function handler() { return process.env }', 'process is not defined'],
  ])('that %s fails', (_, code, reason) => {
    expect(() => run(code, {})).toThrow(reason);
  });
});
