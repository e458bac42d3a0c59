import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../../../support/self-signed.ts';
import { page, scan } from '../harness.ts';
import { testQuietBrowser } from './quiet-browser.ts';

testQuietBrowser(1_000);

describe('a certificate with a URL for its issuer', () => {
  /** Requests that reached the authority that the certificate names. */
  const heard: string[] = [];
  const authority = createServer((socket) => {
    heard.push('connection');
    socket.destroy();
  });
  /** Number of handshakes that reached the certificate. */
  let handshakes = 0;
  let secure: ReturnType<typeof createServer>;

  beforeAll(async () => {
    await listen(authority);
    const { port } = authority.address() as AddressInfo;
    const certificate = selfSigned('127.0.0.1', {
      issuedBy: 'an unknown authority',
      at: `http://127.0.0.1:${port}/`,
    });
    const context = createSecureContext({ ...certificate });
    secure = createServer((socket: Socket) => {
      handshakes += 1;
      socket.on('error', () => socket.destroy());
      const tls = new TLSSocket(socket, { isServer: true, secureContext: context });
      tls.on('error', () => tls.destroy());
    });
    await listen(secure);
  });
  afterAll(() => {
    authority.close();
    secure.close();
  });

  it('causes requests only through the proxy, which refuses them (AIA; OCSP and CRL use the proxy too, or are not requested)', async () => {
    const { port } = secure.address() as AddressInfo;
    const refused: number[] = [];
    const home = createHttpServer((_request, response) => {
      response.end(page(`<img alt="" src="https://127.0.0.1:${port}/">`));
    });
    await listen(home);
    const homePort = (home.address() as AddressInfo).port;
    const { results } = await scan([`https://127.0.0.1:${port}/`, `http://127.0.0.1:${homePort}/`], {
      egress: { loopbackPorts: [port, homePort], blockedPorts: [], ports: [443] },
      onRefused: ({ port: to }) => refused.push(to),
    });
    home.closeAllConnections();
    home.close();
    expect(results.map(({ outcome }) => outcome)).toEqual(['tls-error', 'scanned']);
    expect(handshakes).toBeGreaterThanOrEqual(2);
    expect(heard).toEqual([]);
    expect(new Set(refused)).toEqual(new Set([(authority.address() as AddressInfo).port]));
  });
});

function listen(server: { listen(port: number, host: string, done: () => void): unknown }): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
