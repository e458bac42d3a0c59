import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageSettingsDefault } from '../../../../core/scans/page-settings.ts';
import { launchBrowser, type RunningBrowser } from '../../../../scanner/browser/browser.ts';
import { openTab } from '../../../../scanner/browser/tab.ts';
import { provideChromium } from '../../../../scanner/chromium-pack/locate.ts';
import { selfSigned } from '../../../support/self-signed.ts';
import { page, scan } from '../harness.ts';
import { environmentOf, groupMembers, loopback, type OpenSocket, openSockets } from './processes.ts';

/**
 * Whether there is a way out over IPv6 Chromium asks of the kernel, by connecting a datagram socket to
 * [2001:4860:4860::8888]:443, which sends nothing. This is that address in /proc/net/udp6.
 */
const IPV6_PROBE = '60480120000060480000000088880000:01BB';

/** A script that uses all that would speak past a proxy. */
const TALKING = `<link rel="dns-prefetch" href="//prefetched.test"><script>
  const c = new RTCPeerConnection({ iceServers: [{ urls: ['stun:127.0.0.1:9', 'stun:name.test:9', 'turn:127.0.0.1:9?transport=tcp'], username: 'a', credential: 'b' }] });
  c.createDataChannel('x'); c.createOffer().then((offer) => c.setLocalDescription(offer));
const candidates = []; c.onicecandidate = ({ candidate }) => { if (candidate) candidates.push(candidate.candidate); else document.title = 'gathered ' + candidates.length };
  new WebTransport('https://127.0.0.1:9/').ready.catch(() => {});
</script>`;

describe('a browser left to itself', () => {
  let running: RunningBrowser;
  let folder: string;
  let leader: number;
  /** First line of everything that the proxy was asked for. */
  const asked: string[] = [];
  const network = createHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><title>x</title>${request.url?.includes('talks') ? TALKING : ''}`);
  });
  network.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const sockets: OpenSocket[] = [];
  /** What had been asked for, and was open, before the page that talks. */
  const alone: string[] = [];
  let early: OpenSocket[] = [];
  let title: string;
  let proxyPort: number;

  beforeAll(async () => {
    await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
    proxyPort = (network.address() as AddressInfo).port;
    folder = await mkdtemp(join(tmpdir(), 'alone-'));
    running = await launchBrowser(await provideChromium(), folder, `127.0.0.1:${proxyPort}`);
    leader = running.browser.process()?.pid ?? 0;
    const sampling = setInterval(() => sockets.push(...openSockets(leader)), 250);
    await pause(10_000);
    const tab = await openTab(running.browser, pageSettingsDefault.viewport);
    await tab.session.send('Page.enable');
    const visit = async (url: string) => {
      const loaded = new Promise((resolve) => tab.session.once('Page.loadEventFired', resolve));
      await tab.session.send('Page.navigate', { url });
      await loaded;
      await pause(1_500);
    };
    await visit('http://empty.test/');
    alone.push(...asked);
    early = [...sockets];
    await visit('http://talks.test/');
    const { result } = await tab.session.send('Runtime.evaluate', { expression: 'document.title' });
    title = result.value;
    clearInterval(sampling);
  });
  afterAll(async () => {
    await running.kill();
    network.closeAllConnections();
    network.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('asks for nothing but the page it is sent to', () => {
    expect(alone).toEqual(['GET http://empty.test/']);
  });

  it('has no socket but those to its proxy', () => {
    const elsewhere = early.filter(({ remote }) => remote !== loopback(proxyPort));
    expect(early.length).toBeGreaterThan(elsewhere.length);
    expect(elsewhere.filter(({ remote }) => remote !== IPV6_PROBE)).toEqual([]);
  });

  it('connects nowhere for a page that tries all that goes past proxies, nor tells it an address of ours', () => {
    expect(title).toBe('gathered 0');
    const late = sockets.slice(early.length);
    // WebRTC binds sockets that it then may not use; that nothing leaves them is shown in connections.test.ts.
    const connected = late.filter(({ remote }) => !/^0+:0000$/.test(remote));
    expect(connected.filter(({ remote }) => ![loopback(proxyPort), IPV6_PROBE].includes(remote))).toEqual([]);
    // Port 5353: names of the local network by multicast (RFC 6762).
    expect(late.filter(({ local }) => local.endsWith(':14E9'))).toEqual([]);
  });

  it('holds six variables in the environment of every process, none of them ours', () => {
    const members = groupMembers(leader);
    expect(members).toContain(leader);
    for (const pid of members) {
      const environment = environmentOf(pid);
      expect(Object.keys(environment).sort()).toEqual(
        ['FONTCONFIG_PATH', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ'].sort(),
      );
      expect(environment).toMatchObject({ HOME: folder, LANG: 'en_US.UTF-8', TZ: 'UTC' });
      expect(environment.TMPDIR?.startsWith(folder)).toBe(true);
    }
  });
});

describe('a certificate that says where more of it can be had', () => {
  /** What reached the authority that the certificate names. */
  const heard: string[] = [];
  const authority = createServer((socket) => {
    heard.push('connection');
    socket.destroy();
  });
  /** Servers whose handshakes got as far as their certificate. */
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

  it('has it asked for by way of the proxy, which refuses (AIA; OCSP and CRL the same, or not at all)', async () => {
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
