import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pageSettingsDefault } from '../../../../core/scans/page-settings.ts';
import { launchBrowser, type RunningBrowser } from '../../../../scanner/browser/browser.ts';
import { openTab } from '../../../../scanner/browser/tab.ts';
import { findVerified } from '../../../support/find-verified.ts';
import {
  formatLoopbackAddress,
  listGroupMembers,
  listOpenSockets,
  type OpenSocket,
  readEnvironment,
} from './processes.ts';

/**
 * Remote address of the socket by which Chromium checks for IPv6: it connects a datagram socket to
 * [2001:4860:4860::8888]:443, which sends nothing. This is that address in /proc/net/udp6.
 */
const IPV6_PROBE = '60480120000060480000000088880000:01BB';

/** A script that uses everything that could bypass a proxy. */
const BYPASS_SCRIPT = `<link rel="dns-prefetch" href="//prefetched.test"><script>
  const c = new RTCPeerConnection({ iceServers: [{ urls: ['stun:127.0.0.1:9', 'stun:name.test:9', 'turn:127.0.0.1:9?transport=tcp'], username: 'a', credential: 'b' }] });
  c.createDataChannel('x'); c.createOffer().then((offer) => c.setLocalDescription(offer));
const candidates = []; c.onicecandidate = ({ candidate }) => { if (candidate) candidates.push(candidate.candidate); else document.title = 'gathered ' + candidates.length };
  new WebTransport('https://127.0.0.1:9/').ready.catch(() => {});
</script>`;

/** Milliseconds in which the sockets of the browser are listed after it has loaded a page. */
const SAMPLED_MS = 1_500;

/**
 * Adds tests that a browser requests nothing by itself, and connects to its proxy only.
 * @param idleMs how long it runs before it opens a page
 */
export function testQuietBrowser(idleMs: number): void {
  describe('a browser behind the egress proxy', () => {
    let running: RunningBrowser;
    let folder: string;
    let leader: number;
    /** First line of every request to the proxy. */
    const requests: string[] = [];
    const network = createHttpServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(`<!doctype html><title>x</title>${request.url?.includes('talks') ? BYPASS_SCRIPT : ''}`);
    });
    network.on('connect', (request, socket) => {
      requests.push(`CONNECT ${request.url}`);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const sockets: OpenSocket[] = [];
    /** The requests and sockets before the page that tries to bypass the proxy. */
    const earlyRequests: string[] = [];
    let earlySockets: OpenSocket[] = [];
    let title: string;
    let proxyPort: number;

    beforeAll(async () => {
      await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
      proxyPort = (network.address() as AddressInfo).port;
      folder = await mkdtemp(join(tmpdir(), 'alone-'));
      running = await launchBrowser(await findVerified(), folder, `127.0.0.1:${proxyPort}`);
      leader = running.browser.process()?.pid ?? 0;
      const sampling = setInterval(() => sockets.push(...listOpenSockets(leader)), 250);
      await pause(idleMs);
      const tab = await openTab(running.browser, pageSettingsDefault.viewport);
      await tab.session.send('Page.enable');
      const visit = async (url: string) => {
        const loaded = new Promise((resolve) => tab.session.once('Page.loadEventFired', resolve));
        await tab.session.send('Page.navigate', { url });
        await loaded;
      };
      await visit('http://empty.test/');
      await pause(SAMPLED_MS);
      earlyRequests.push(...requests);
      earlySockets = [...sockets];
      await visit('http://talks.test/');
      await vi.waitFor(
        async () => {
          const { result } = await tab.session.send('Runtime.evaluate', { expression: 'document.title' });
          title = result.value;
          expect(title).toMatch(/^gathered/);
        },
        { timeout: 60_000 },
      );
      await pause(SAMPLED_MS);
      clearInterval(sampling);
    });
    afterAll(async () => {
      await running?.kill();
      network.closeAllConnections();
      network.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('requests only the page that it opens', () => {
      expect(earlyRequests).toEqual(['GET http://empty.test/']);
    });

    it('has no sockets except those to its proxy', () => {
      const elsewhere = earlySockets.filter(({ remote }) => remote !== formatLoopbackAddress(proxyPort));
      expect(earlySockets.length).toBeGreaterThan(elsewhere.length);
      expect(elsewhere.filter(({ remote }) => remote !== IPV6_PROBE)).toEqual([]);
    });

    it('opens no connection for a page that tries to bypass the proxy, and shows it no address of the machine', () => {
      expect(title).toBe('gathered 0');
      const late = sockets.slice(earlySockets.length);
      // WebRTC binds sockets that it then may not use; connections.all.test.ts shows that nothing leaves them.
      const connected = late.filter(({ remote }) => !/^0+:0000$/.test(remote));
      expect(
        connected.filter(({ remote }) => ![formatLoopbackAddress(proxyPort), IPV6_PROBE].includes(remote)),
      ).toEqual([]);
      // Port 5353: names of the local network by multicast (RFC 6762).
      expect(late.filter(({ local }) => local.endsWith(':14E9'))).toEqual([]);
    });

    it('has six variables in the environment of every process, none of them ours', () => {
      const members = listGroupMembers(leader);
      expect(members).toContain(leader);
      for (const pid of members) {
        const environment = readEnvironment(pid);
        expect(Object.keys(environment).sort()).toEqual(
          ['FONTCONFIG_PATH', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ'].sort(),
        );
        expect(environment).toMatchObject({ HOME: folder, LANG: 'en_US.UTF-8', TZ: 'UTC' });
        expect(environment.TMPDIR?.startsWith(folder)).toBe(true);
      }
    });
  });
}
