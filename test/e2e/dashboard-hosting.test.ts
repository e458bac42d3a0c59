import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClientOptions } from '../../local/stand-ins/provision.ts';
import { resolveLocalhost } from '../support/resolve-localhost.ts';
import { sharedService, type TestService } from '../support/service.ts';

let service: TestService;
let origin: string;
let provider: string;
afterAll(resolveLocalhost());
beforeAll(async () => {
  service = await sharedService();
  const { port } = service.runtime;
  origin = service.runtime.dashboardUrl;
  provider = `http://127.0.0.1:${port}`;
});

const get = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });

describe('the dashboard and the API on one port', () => {
  it('answer every screen with the page, never stored, with the headers of the template', async () => {
    for (const path of ['/', '/settings/api-keys', '/no-such-screen']) {
      const response = await get(origin + path);
      expect(response.status, path).toBe(200);
      const { headers } = response;
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      const csp = headers.get('content-security-policy') ?? '';
      expect(csp).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
      expect(csp).toContain(`img-src 'self' data: ${service.runtime.endpoints.s3};`);
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex');
    }
  });

  it('serve each file that the page names, immutable, and 404 for a file of an earlier version', async () => {
    const page = await (await get(`${origin}/`)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      const response = await get(origin + path);
      expect([response.status, response.headers.get('cache-control')], path).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      await response.arrayBuffer();
    }
    const missing = await get(`${origin}/assets/main-OLDHASH1.js`);
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/xml']);
  });

  it('keep the answers of the API, which run nothing in a browser', async () => {
    for (const [path, status, type] of [
      ['/health', 200, 'application/json'],
      ['/sites', 401, 'application/problem+json'],
      ['/nothing', 404, 'application/problem+json'],
    ] as const) {
      const response = await get(`${origin}/api/v1${path}`);
      expect([response.status, response.headers.get('content-type')], path).toEqual([status, type]);
      expect(response.headers.get('content-security-policy'), path).toMatch(/(^|; )sandbox$/);
    }
    expect((await get(`${origin}/`, { method: 'POST' })).status).toBe(403);
  });

  it('are one service also on localhost, for programs: screens lead to the host of the dashboard', async () => {
    const local = `http://localhost:${service.runtime.port}`;
    expect((await get(`${local}/api/v1/health`)).status).toBe(200);
    const { status, headers } = await get(`${local}/settings/api-keys?account=one`);
    expect([status, headers.get('location')]).toEqual([302, `${origin}/settings/api-keys?account=one`]);
  });

  it('answer no other host, so that no other site can reach them by its name', async () => {
    const { port } = service.runtime;
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) =>
      request(
        { port, host: '127.0.0.1', path: '/', headers: { Host: `attacker.example:${port}` } },
        (response) => resolve(response.resume().statusCode),
      )
        .once('error', reject)
        .end(),
    );
    expect(status).toBe(421);
  });
});

describe('the sign-in on one machine', () => {
  it('has the provider on another site, with the addresses of this machine in the parameter', async () => {
    const client = new SSMClient(
      getClientOptions(service.runtime.endpoints.ssm, service.runtime.credentials),
    );
    const { Parameter } = await client.send(new GetParameterCommand({ Name: '/a11y-scan/dev/sign-in' }));
    const value = JSON.parse(Parameter?.Value ?? '');
    expect(value).toMatchObject({
      origin,
      issuer: provider,
      signOut: { kind: 'cognito', url: `${provider}/logout` },
    });
    const metadata = (await (await get(`${provider}/.well-known/openid-configuration`)).json()) as {
      issuer: string;
    };
    expect(metadata.issuer).toBe(provider);
    client.destroy();
  });

  it('signs a person in: by the page of the provider back to the dashboard, with a session for the API', async () => {
    const jar = new Map<string, string>();
    const open = async (url: string, init: RequestInit = {}) => {
      const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
      const response = await get(url, { ...init, headers: { ...init.headers, cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        jar.set(name, value);
      }
      return { status: response.status, location: response.headers.get('location') ?? '', url, response };
    };
    const begun = await open(`${origin}/api/v1/sign-in?return=/settings/api-keys`, {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(begun.location).toMatch(new RegExp(`^${provider}/auth\\?`));
    const page = new URL((await open(begun.location)).location, provider).href;
    const body = new URLSearchParams({ email: 'ada@example.com' });
    const resumed = await open(page, { method: 'POST', body });
    const returned = await open(resumed.location);
    expect(returned.location).toContain(`${origin}/api/v1/sign-in/callback?`);
    const finished = await open(returned.location, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect([finished.status, finished.location]).toEqual([302, '/settings/api-keys']);
    const me = await open(`${origin}/api/v1/me`, { headers: { 'A11y-Account': 'none' } });
    expect(await me.response.json()).toMatchObject({ person: { email: 'ada@example.com' }, accounts: [] });
    const signedOut = await open(`${origin}/api/v1/sign-out`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', 'A11y-Account': 'none' },
    });
    const { providerSignOutUrl } = (await signedOut.response.json()) as { providerSignOutUrl: string };
    expect((await open(providerSignOutUrl)).location).toBe(`${origin}/signed-out`);
    expect((await open(`${origin}/api/v1/me`, { headers: { 'A11y-Account': 'none' } })).status).toBe(401);
  });
});
