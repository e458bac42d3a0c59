import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, type Site, scan, serve } from '../scanner/harness.ts';

const KEYBOARD_RULE = 'a11y-keyboard-trap';
const ruleIds = ['document-title', KEYBOARD_RULE];

/** Ways in which a page can reach its server, each with the path that the server then counts. */
const effects: Record<string, string> = {
  'a navigation': `location.href = '/count/navigation'`,
  'a navigation that replaces the page': `location.replace('/count/replace')`,
  'the history': 'history.back()',
  'a link': 'link.click()',
  'a link for another window': 'blank.click()',
  'a download': 'download.click()',
  'a form': 'form.submit()',
  'a form with POST': 'post.submit()',
  'a new window': `window.open('/count/window')`,
  'a frame': `inner.src = '/count/frame'`,
  'a new frame': `document.body.append(Object.assign(document.createElement('iframe'), { src: '/count/new-frame' }))`,
  'an image': `new Image().src = '/count/image?logout'`,
  'a script that is no file': `document.head.append(Object.assign(document.createElement('script'), { src: '/count/jsonp?callback=x' }))`,
  'a script of another origin': `document.head.append(Object.assign(document.createElement('script'), { src: otherOrigin + '/count/other.js' }))`,
  fetch: `fetch('/count/fetch')`,
  'fetch with DELETE': `fetch('/count/delete', { method: 'DELETE' })`,
  'fetch that outlives the page': `fetch('/count/keepalive', { keepalive: true, method: 'POST' })`,
  'a request of a file with POST': `fetch('/app.js?post', { method: 'POST' })`,
  XMLHttpRequest: `const x = new XMLHttpRequest(); x.open('GET', '/count/xhr'); x.send()`,
  'a beacon': `navigator.sendBeacon('/count/beacon', 'left')`,
  'an event source': `new EventSource('/count/events')`,
  'a worker': `new Worker('/count/worker.js?1')`,
  'a fetch of a worker': `worker.postMessage('/count/of-worker')`,
  'a fetch of a service worker': `navigator.serviceWorker.ready.then((r) => r.active.postMessage('/count/of-service-worker'))`,
  'a new web socket': `new WebSocket(location.origin.replace('http', 'ws') + '/count/socket')`,
  'a link that pings': 'ping.click()',
  'a download of data': `Object.assign(document.createElement('a'), { download: 'data.txt', href: URL.createObjectURL(new Blob(['x'])) }).click()`,
  'the history of the navigation API': `navigation.navigate('/count/navigation-api')`,
  'a refresh': `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0; url=/count/refresh">')`,
  'a script address': `location.href = 'javascript:void fetch("/count/script-address")'`,
  'a submission to a frame': `post.target = 'named'; post.action = '/count/to-frame'; post.requestSubmit()`,
  'a frame around a document': `document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="&lt;img src=/count/in-frame&gt;"></iframe>')`,
  'a link of a frame': `inner.contentDocument.querySelector('a').click()`,
  'an image by style': `document.body.style.background = 'url(/count/style)'`,
  'an image with a new address': `logo.src = '/count/logo?logout'`,
  'an embedded document': `document.body.insertAdjacentHTML('beforeend', '<object data="/count/object"></object><embed src="/count/embed">')`,
  'a video': `document.body.append(Object.assign(document.createElement('video'), { src: '/count/video', preload: 'auto' }))`,
  'a page loaded in advance': `document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: '/count/prefetch' }))`,
  'a page loaded by rules': `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: '{"prefetch":[{"source":"list","urls":["/count/rules"]}],"prerender":[{"source":"list","urls":["/count/prerender"]}]}' }))`,
  'a shared worker': `new SharedWorker('/count/shared.js?1')`,
  'a message on an open web socket': `if (socket.readyState === 1) socket.send('delete everything')`,
};

/** Each element has an effect when it gets the focus, and a key that does the same. */
const elements = Object.values(effects)
  .map((script) => `<button onfocus="${script.replaceAll('"', '&quot;')}">Effect</button>`)
  .join('\n');

const content = page(
  `<script src="/app.js"></script>
  <a id="link" href="/count/link">Link</a><a id="blank" target="_blank" href="/count/blank">Window</a>
  <a id="download" download href="/count/download">Download</a>
  <form id="form" action="/count/form"><input name="a" aria-label="A"></form>
  <form id="post" method="post" action="/count/post"><input name="a" aria-label="A"></form>
  <iframe id="inner" name="named" title="Inner" src="/inner"></iframe><img id="logo" alt="Logo" src="/logo.svg">
  <a id="ping" ping="/count/ping" href="#ping">Ping</a>
  <script>
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/live');
    const worker = new Worker('/worker.js');
    navigator.serviceWorker.register('/service-worker.js');
    const otherOrigin = location.origin.replace('127.0.0.1', 'localhost');
    document.cookie = 'load=1';
    for (const type of ['pagehide', 'visibilitychange', 'unload', 'beforeunload']) addEventListener(type, () => {
      navigator.sendBeacon('/count/' + type);
      fetch('/count/' + type, { method: 'POST', keepalive: true });
    });
    let late = 0, hasFired = false;
    addEventListener('keydown', () => {
      // The walk still goes on at the tenth key.
      if (late === 10 && hasFired)
        document.head.append(Object.assign(document.createElement('script'), { src: '/timer.js' }));
      if (late++ > 0) return;
      setTimeout(() => { hasFired = true; fetch('/count/late'); location.href = '/count/late-navigation' }, 50);
      document.head.append(Object.assign(document.createElement('script'), { src: '/chunk.js' }));
      document.cookie = 'written=1; path=/; max-age=9999';
      localStorage.setItem('written', '1');
      sessionStorage.setItem('written', '1');
      indexedDB.open('written', 1);
      caches.open('written').then((cache) => cache.put('/x', new Response('x')));
      navigator.storage.getDirectory().then((folder) => folder.getFileHandle('written', { create: true }));
    });
  </script>${elements}`,
);

/** The same page, whose effects that keep it open happen by themselves. */
const early = content.replace(
  '</main>',
  `<script>socket.onopen = () => { for (const element of document.querySelectorAll('[onfocus]')) {
    if (!/location|history|click|ubmit|window|navigation|refresh/.test(element.getAttribute('onfocus'))) element.onfocus();
  } socket.send('early') }</script></main>`,
);

/** The same page, whose effects happen in a window of another size, and after some time. */
const later = content.replace(
  '</main>',
  `<script>const all = () => { for (const element of document.querySelectorAll('[onfocus]')) element.onfocus() };
  addEventListener('resize', all); setTimeout(all, 30000);</script></main>`,
);

/** The same page, whose effects happen when its session ends. */
const limited = content.replace(
  '</main>',
  `<script>const endSession = () => { socket.send('expired');
    for (const element of document.querySelectorAll('[onfocus]')) element.onfocus() };
  setTimeout(endSession, 900000);</script></main>`,
);

/**
 * Shows what the page before it stored. Chromium answers in real time, which can be later than all that the page
 * waits for in virtual time. So it sends requests until then, during which virtual time stands still.
 */
const afterwards = page(`<p id="stored">?</p><button>One</button><script>
  let isShown = false;
  const show = (stored) => fetch('/stored?' + encodeURIComponent(JSON.stringify(stored))).then(() => { isShown = true });
  const files = async () => Array.fromAsync((await navigator.storage.getDirectory()).keys());
  Promise.all([indexedDB.databases(), caches.keys(), navigator.serviceWorker.getRegistrations(), files()]).then((found) => {
    const lengths = found.map(({ length }) => length);
    return show([document.cookie, localStorage.length, sessionStorage.length, ...lengths]);
  }).catch((error) => show(String(error)));
  (async () => { while (!isShown) await fetch('/wait') })();</script>`);

let site: Site;
let workDir: string;
const counted: string[] = [];
const messages: string[] = [];
let socketServer: { port: number; close(): void };

beforeAll(async () => {
  const script = { 'Content-Type': 'text/javascript' };
  const worker = `onmessage = ({ data }) => { fetch(data); fetch(data + '/post', { method: 'POST' }) }`;
  const pages: Parameters<typeof serve>[0] = {
    '/': content,
    '/early': early,
    '/later': later,
    '/limited': limited,
    '/afterwards': afterwards,
    '/inner':
      '<!doctype html><html lang="en"><title>Inner</title><button>Inner</button><a href="/count/inner">Link</a>',
    '/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  for (const [path, text] of Object.entries({
    '/app.js': 'var app = 1',
    '/chunk.js': 'var chunk = 1',
    '/timer.js': 'var timer = 1',
    '/worker.js': worker,
    '/service-worker.js': worker,
  })) {
    pages[path] = (request, response) => {
      if (request.method !== 'GET') counted.push(`${request.method} ${request.url}`);
      response.writeHead(200, script).end(text);
    };
  }
  pages['/wait'] = (_request, response) => setTimeout(() => response.end(), 20);
  site = await serve(pages);
  workDir = await mkdtemp(join(tmpdir(), 'safe-mode-'));
  socketServer = await serveSockets();
});
afterAll(async () => {
  socketServer.close();
  await rm(workDir, { recursive: true, force: true });
  await site.close();
});

/** Forwards connections to the site, and reads the messages of web sockets. */
async function serveSockets(): Promise<{ port: number; close(): void }> {
  const { createHash } = await import('node:crypto');
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    if (url.startsWith('/count')) counted.push(`${request.method} ${url}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { method = 'GET' } = request;
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
      const answer = await fetch(site.url(url), { method, ...body });
      const type = answer.headers.get('content-type') ?? 'text/html';
      response
        .writeHead(answer.status, { 'Content-Type': type })
        .end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  server.on('upgrade', (request, socket: Socket) => {
    sockets.add(socket);
    if (request.url?.startsWith('/count')) counted.push(`socket ${request.url}`);
    const key = request.headers['sec-websocket-key'];
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on('data', (data) => messages.push(data.toString('hex')));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('while the scanner interacts with a page', () => {
  it('nothing reaches the server except files of the page, and nothing that the page stores is left', async () => {
    const start = `http://127.0.0.1:${socketServer.port}`;
    const { results } = await scan([`${start}/`, `${start}/afterwards`], { ruleIds, workDir });
    // The link to a part of the page moves the focus back again and again, but Shift+Tab leaves these elements.
    expect(results[0]?.rules).toContainEqual({ ruleId: KEYBOARD_RULE, result: 'passed' });
    expect(results[0]?.finalUrl).toBe(`${start}/`);
    expect(results.map(({ outcome }) => outcome)).toEqual(['scanned', 'scanned']);
    expect(counted).toEqual([]);
    // The frames of a closing handshake have another opcode than a message.
    expect(messages.filter((hex) => hex.startsWith('81'))).toEqual([]);
    expect(site.requests.filter((path) => path.startsWith('/chunk'))).toEqual(['/chunk.js']);
    const stored = site.requests.find((path) => path.startsWith('/stored'));
    expect(JSON.parse(decodeURIComponent(stored?.split('?')[1] ?? 'null'))).toEqual(['', 0, 0, 0, 0, 0, 0]);
    expect(site.requests).toContain('/timer.js');
    const left = await readdir(workDir, { recursive: true });
    expect(left.filter((name) => /data|download|crdownload/.test(name))).toEqual([]);
  });

  it('nothing reaches the server if the window changes or time passes', async () => {
    const start = `http://127.0.0.1:${socketServer.port}`;
    const acting = ['a11y-reflow', 'a11y-timed-redirect'];
    const { results } = await scan([`${start}/later`], { ruleIds: ['document-title', ...acting] });
    const ended = results[0]?.rules.filter(({ result }) => result !== 'not-run');
    expect(ended?.map(({ ruleId }) => ruleId).sort()).toEqual([...acting, 'document-title']);
    expect(results[0]?.findings.map(({ ruleId, kind }) => [ruleId, kind])).toEqual([
      ['a11y-timed-redirect', 'violation'],
    ]);
    expect(counted).toEqual([]);
  });

  it('nothing reaches the server if hours pass after a second load', async () => {
    const start = `http://127.0.0.1:${socketServer.port}`;
    const { length } = site.requests;
    messages.length = 0;
    const check = 'a11y-time-limit';
    const { results } = await scan([`${start}/limited`], { ruleIds: ['document-title', check] });
    expect(results[0]?.findings.find(({ ruleId }) => ruleId === check)?.nodes).toHaveLength(1);
    expect(site.requests.slice(length).filter((path) => path === '/limited')).toHaveLength(2);
    expect(counted).toEqual([]);
    expect(messages.filter((hex) => hex.startsWith('81'))).toEqual([]);
  });

  it('the same page reaches the server if it does the same while it loads', async () => {
    counted.length = 0;
    const start = `http://127.0.0.1:${socketServer.port}`;
    await scan([`${start}/early`], { ruleIds: ['document-title'] });
    const reached = [
      'image',
      'fetch',
      'delete',
      'keepalive',
      'xhr',
      'beacon',
      'events',
      'of-worker',
      'logo',
      'in-frame',
      'style',
      'object',
      'video',
      'shared.js',
      'frame',
    ];
    const paths = counted.map((line) => line.split('/count/')[1]?.split(/[/?]/)[0]);
    expect(reached.filter((path) => !paths.includes(path))).toEqual([]);
    expect(messages.some((hex) => hex.startsWith('81'))).toBe(true);
  });

  it('the browser loads no pages in advance that rules of the page name', async () => {
    const add = (rules: object) =>
      `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: '${JSON.stringify(rules)}' }))`;
    const effect = (rules: object) =>
      `<button onfocus="${add(rules).replaceAll('"', '&quot;')}">Effect</button>`;
    const list = (url: string) => [{ source: 'list', urls: [url], eagerness: 'immediate' }];
    const ofLinks = [{ where: { href_matches: '/*' }, eagerness: 'moderate' }];
    const pages = await serve({
      '/keys': page(effect({ prefetch: list('/prefetched') }) + effect({ prerender: list('/prerendered') })),
      '/pointer': page(`<script type="speculationrules">{"prefetch":${JSON.stringify(ofLinks)}}</script>
        <script type="speculationrules">{"prerender":${JSON.stringify(ofLinks)}}</script>
        <style>a span { display: none } a:hover span { display: inline }</style>
        <a href="/pointed-at">Log out<span> of this page</span></a>`),
      '/goes': page(`<script>${add({ prefetch: list('/target') })}
        setTimeout(() => { location.href = '/target' }, 100)</script>`),
      '/target': page('<p>The target</p>'),
    });
    const urls = ['/keys', '/pointer', '/goes'].map((path) => pages.url(path));
    const { results } = await scan(urls, { ruleIds: [...ruleIds, 'a11y-hover-content'] });
    await pages.close();
    expect(results.map(({ outcome }) => outcome)).toEqual(['scanned', 'scanned', 'scanned']);
    expect(pages.requests).toEqual(['/keys', '/pointer', '/goes', '/target']);
  });
});
