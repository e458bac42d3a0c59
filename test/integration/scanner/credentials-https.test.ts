import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import type { Credentials } from '../../../core/sites/credentials.ts';
import { launchBrowser } from '../../../scanner/browser/browser.ts';
import { openTab } from '../../../scanner/browser/tab.ts';
import { applyCredentials, getCredentialFeatures } from '../../../scanner/credentials/credentials.ts';
import { startEgressProxy } from '../../../scanner/egress/proxy.ts';
import { findVerified } from '../../support/find-verified.ts';
import { selfSigned } from '../../support/self-signed.ts';

/** The requests that three servers of one host got: by https, by https on another port, by http. */
const sent = new Map<string, { token: unknown; authorization: unknown; cookies: string[] }>();
const servers: Server[] = [];
const origins: string[] = [];

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { host, authorization, cookie = '', 'x-token': token } = request.headers;
  sent.set(`${host}${request.url}`, { token, authorization, cookies: cookie.split('; ').sort() });
  response.writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' });
  response.end(
    request.url === '/'
      ? `<!doctype html><title>x</title>${origins.map((origin) => `<img src="${origin}/image">`).join('')}`
      : 'x',
  );
}

beforeAll(async () => {
  const certificate = selfSigned('localhost');
  servers.push(createHttps(certificate, answer), createHttps(certificate, answer), createHttp(answer));
  for (const [index, server] of servers.entries()) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origins.push(`http${index < 2 ? 's' : ''}://localhost:${(server.address() as AddressInfo).port}`);
  }
});
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

describe('credentials of an https site', () => {
  it('are sent to its scheme, host and port only, with cookies that only https can set', async () => {
    const [origin = '', otherPort = '', http = ''] = origins;
    const credentials: Credentials = {
      origin,
      headers: { 'X-Token': 'secret' },
      cookies: [
        { name: '__Host-sid', value: 'secret', path: '/', httpOnly: true },
        { name: 'plain', value: 'secret', path: '/', httpOnly: false },
      ],
      basic: { username: 'me', password: 'secret' },
    };
    const directory = await mkdtemp(join(tmpdir(), 'gate-'));
    const proxy = await startEgressProxy({ loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] });
    const launched = { ...pageSettingsDefault, features: getCredentialFeatures(credentials) };
    const browser = await launchBrowser(await findVerified(), directory, proxy.address, launched);
    try {
      const applied = await applyCredentials(browser.browser, credentials);
      const { session } = await openTab(browser.browser, pageSettingsDefault.viewport);
      // The certificate of the test has no trusted issuer.
      await session.send('Security.setIgnoreCertificateErrors', { ignore: true });
      const [{ frameTree }] = await Promise.all([
        session.send('Page.getFrameTree'),
        session.send('Page.enable'),
        session.send('Network.enable'),
      ]);
      await applied.watchTab(session, frameTree.frame.id);
      const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve));
      await session.send('Page.navigate', { url: `${origin}/` });
      await loaded;
    } finally {
      await browser.kill();
      await proxy.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    }
    const at = (base: string, path: string) => sent.get(`${new URL(base).host}${path}`);
    const all = {
      token: 'secret',
      authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
      cookies: ['__Host-sid=secret', 'plain=secret'],
    };
    const none = { token: undefined, authorization: undefined, cookies: [''] };
    expect(at(origin, '/')).toEqual(all);
    expect(at(origin, '/image')).toEqual(all);
    expect(at(otherPort, '/image')).toEqual(none);
    expect(at(http, '/image')).toEqual(none);
  });
});
