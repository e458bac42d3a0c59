import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, type Site, scan, serve } from '../harness.ts';

/** Every storage in which a page can leave data for a later page, and how that page would read it. */
const LEAVES = `
  document.cookie = 'secret=1; max-age=9999; path=/';
  localStorage.setItem('secret', '1');
  sessionStorage.setItem('secret', '1');
  window.name = 'secret';
  history.replaceState('secret', '');
  const request = indexedDB.open('secret', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('secret');
  await new Promise((done) => { request.onsuccess = done });
  await (await caches.open('secret')).put('/kept', new Response('secret'));
  const folder = await navigator.storage.getDirectory();
  await folder.getFileHandle('secret', { create: true });
  await navigator.serviceWorker.register('/worker.js');
  await navigator.serviceWorker.ready;
  const shared = new SharedWorker('/shared.js', 'secret');
  const held = await new Promise((done) => { shared.port.onmessage = ({ data }) => done(data); shared.port.postMessage('keep') });
  for (const path of ['/etag', '/kept-long']) await (await fetch(path)).text();`;

const FINDS = `
  const found = [];
  const note = (what, there) => { if (there) found.push(what) };
  note('cookie', document.cookie !== '');
  note('localStorage', localStorage.length > 0);
  note('sessionStorage', sessionStorage.length > 0);
  note('window.name', window.name !== '');
  note('history', history.state !== null);
  note('indexedDB', (await indexedDB.databases()).length > 0);
  note('caches', (await caches.keys()).length > 0);
  const names = []; for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
  note('file system', names.length > 0);
  note('service worker', (await navigator.serviceWorker.getRegistrations()).length > 0 || navigator.serviceWorker.controller !== null);
  const shared = new SharedWorker('/shared.js', 'secret');
  const held = await new Promise((done) => { shared.port.onmessage = ({ data }) => done(data); shared.port.postMessage('ask') });
  note('shared worker', held !== 'nothing');
  note('opener', window.opener !== null);
  for (const path of ['/etag', '/kept-long']) await (await fetch(path)).text();`;

/** A page that keeps a request open until its script has reported, because storage takes real time. */
const module = (code: string, report: string) =>
  `<script type="module">let busy = true; (async () => { while (busy) await fetch('/tick') })();
   ${code}; await fetch('${report}'); busy = false;</script>`;

/** Requests for the two files that a cache would store, with the validators that the browser sent. */
const fetched: string[] = [];
const seen: string[] = [];
/** Names of the headers of requests for pages. */
const headers = new Set<string>();
let site: Site;
let other: Site;

beforeAll(async () => {
  const keeper = (answer: Record<string, string>) =>
    ((request, response) => {
      const { 'if-none-match': etag, 'if-modified-since': since, cookie } = request.headers;
      fetched.push(`${request.url} ${etag ?? since ?? 'afresh'}${cookie === undefined ? '' : ` ${cookie}`}`);
      response.writeHead(200, { 'Content-Type': 'text/plain', ...answer }).end('x');
    }) satisfies Parameters<typeof serve>[0][string];
  const script = (text: string) =>
    ((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(text);
    }) satisfies Parameters<typeof serve>[0][string];
  const pages: Parameters<typeof serve>[0] = {
    '/leaves': (request, response) => {
      for (const name of Object.keys(request.headers)) headers.add(name);
      response.writeHead(200, {
        'Content-Type': 'text/html',
        'Set-Cookie': ['http=1; Max-Age=9999; Path=/; HttpOnly', 'part=1; Path=/; SameSite=Strict'],
      });
      response.end(page(module(LEAVES, '/left')));
    },
    '/finds': page(module(FINDS, `/seen?' + found.join(',') + '`)),
    '/tick': (_request, response) => {
      setTimeout(() => response.end(), 20);
    },
    '/left': '',
    '/seen': (request, response) => {
      seen.push(decodeURIComponent(request.url?.split('?')[1] ?? ''));
      response.end();
    },
    '/etag': keeper({ ETag: '"mark"', 'Cache-Control': 'no-cache' }),
    '/kept-long': keeper({
      'Cache-Control': 'max-age=9999, immutable',
      'Last-Modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
    }),
    '/worker.js': script(`addEventListener('fetch', () => {})`),
    '/shared.js': script(
      `let held = 'nothing'; onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => { if (data === 'keep') held = 'secret'; port.postMessage(held) } }`,
    ),
  };
  site = await serve(pages);
  other = await serve({
    ...pages,
    '/leaves-in-frame': page(`<iframe title="f" src="${site.url('/leaves')}"></iframe>`),
    '/finds-in-frame': page(`<iframe title="f" src="${site.url('/finds')}"></iframe>`),
  });
});
afterAll(async () => {
  await Promise.all([site.close(), other.close()]);
});

describe('a page in a browser that scanned another page before', () => {
  it('reads no data of the other page, neither on its origin nor in a frame', async () => {
    const { results } = await scan([
      site.url('/leaves'),
      site.url('/finds'),
      other.url('/leaves-in-frame'),
      other.url('/finds-in-frame'),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(4).fill('scanned'));
    expect(site.requests.filter((path) => path === '/left')).toHaveLength(2);
    expect(seen).toEqual(['', '']);
    const afresh = ['/etag afresh', '/kept-long afresh'];
    // The pages that leave data send their own cookies; the test is that no later page has them.
    expect(fetched.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
      Array(4).fill(afresh).flat(),
    );
    expect(fetched.filter((line) => line.includes('secret=1'))).toHaveLength(4);
  });

  it('gets no header that names the scanner, its user or its purpose: requests have the headers of any browser', () => {
    const ofBrowsers =
      /^(accept(-encoding|-language)?|connection|host|referer|sec-[a-z-]+|upgrade-insecure-requests|user-agent|cookie)$/;
    expect(headers.size).toBeGreaterThan(4);
    expect([...headers].filter((name) => !ofBrowsers.test(name))).toEqual([]);
  });
});
