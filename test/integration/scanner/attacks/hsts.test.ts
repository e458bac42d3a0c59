import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBrowserArguments } from '../../../../scanner/browser/arguments.ts';
import { clearBrowserState } from '../../../../scanner/browser/clear-browser-state.ts';
import { provideChromium } from '../../../../scanner/chromium-pack/locate.ts';
import { selfSigned } from '../../../support/self-signed.ts';

/** Requests that arrived, unencrypted or encrypted. */
const arrived: string[] = [];
const certificate = selfSigned('hsts.test');
const site = createHttpsServer(certificate, (request, response) => {
  arrived.push(`https ${request.url}`);
  response.writeHead(200, { 'Strict-Transport-Security': 'max-age=99999', 'Content-Type': 'text/html' });
  response.end('<!doctype html><title>x</title>');
});
/** Answers unencrypted requests itself and connects every tunnel to the site. */
const proxy = createHttpServer((request, response) => {
  arrived.push(`http ${URL.parse(request.url ?? '')?.pathname}`);
  response.end('<!doctype html><title>x</title>');
});
proxy.on('connect', (_request, client, head) => {
  const server = connect(portOf(site), '127.0.0.1', () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    server.write(head);
    client.pipe(server).pipe(client);
  });
  for (const end of [client, server]) end.on('error', () => end.destroy());
});
let folder: string;
let browser: Browser;

beforeAll(async () => {
  for (const server of [site, proxy]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  folder = await mkdtemp(join(tmpdir(), 'hsts-'));
  const chromium = await provideChromium();
  const publicKey = new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' });
  const digest = createHash('sha256').update(publicKey).digest('base64');
  // The only difference to the scanner's browser: only a trusted certificate may set Strict-Transport-Security.
  const trust = `--ignore-certificate-errors-spki-list=${digest}`;
  browser = await puppeteer.launch({
    executablePath: chromium.executable,
    headless: 'shell',
    pipe: true,
    args: [...buildBrowserArguments(`127.0.0.1:${portOf(proxy)}`, 'test'), trust],
    userDataDir: join(folder, 'profile'),
    env: {
      LD_LIBRARY_PATH: chromium.libraries,
      FONTCONFIG_PATH: chromium.fontConfig,
      HOME: folder,
      TMPDIR: folder,
    },
  });
});
afterAll(async () => {
  await browser.close();
  for (const server of [site, proxy]) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('the HSTS header of a page does not outlive the page', async () => {
  await visit('https://hsts.test/asks');
  await visit('http://hsts.test/before');
  expect(await clearBrowserState(browser)).toBe(true);
  await visit('http://hsts.test/after');
  expect(arrived).toEqual(['https /asks', 'https /before', 'http /after']);
});

async function visit(url: string): Promise<void> {
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  await session.send('Page.enable');
  const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve));
  await session.send('Page.navigate', { url });
  await loaded;
  await page.close();
}

function portOf(server: Server | typeof site): number {
  return (server.address() as AddressInfo).port;
}
