import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credentials } from '../../../core/sites/credentials.ts';
import { page, type Scanned, scan } from './harness.ts';

/** The requests of a server, with the credentials that were sent. */
interface Asked {
  path: string;
  token: string | undefined;
  authorization: string | undefined;
  cookie: string | undefined;
}

interface Server {
  origin: string;
  port: number;
  asked: Asked[];
  close(): Promise<void>;
}

const HEADER_SECRET = 'header-s3cret-value';
const COOKIE_SECRET = 'cookie-s3cret-value';
const PASSWORD = 'password-s3cret-value';
const basicSecret = `Basic ${Buffer.from(`reader:${PASSWORD}`).toString('base64')}`;

let gate: Server;
let other: Server;
/** URLs that the page `/names` requests. */
let names: string[] = [];

async function start(
  answer: (path: string, request: IncomingMessage) => Answer | undefined,
): Promise<Server> {
  const findRequest: Asked[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const { authorization, cookie, 'x-token': token } = request.headers;
    findRequest.push({ path, token: token as string | undefined, authorization, cookie });
    const {
      status = 200,
      type = 'text/html',
      headers = {},
      body = '',
    } = answer(path, request) ?? { status: 404 };
    response.writeHead(status, { 'Content-Type': type, ...headers });
    response.end(body);
  });
  server.on('upgrade', (request, socket) => {
    const { authorization, cookie, 'x-token': token } = request.headers;
    findRequest.push({ path: request.url ?? '', token: token as string | undefined, authorization, cookie });
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    asked: findRequest,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string;
}

const script = (body: string): Answer => ({ type: 'text/javascript', body });
const to = (location: string): Answer => ({ status: 302, headers: { Location: location } });

beforeAll(async () => {
  other = await start((path) => {
    if (path === '/frame') {
      return {
        body: `<img alt="" src="${gate.origin}/image-from-other"><script>
          fetch('${gate.origin}/fetch-from-other').catch(() => 0);
          fetch('${gate.origin}/post-from-other', { method: 'POST', mode: 'no-cors' }).catch(() => 0);
        </script>`,
      };
    }
    if (path === '/back') return to(`${gate.origin}/image-back`);
    const target = `${gate.origin}/by-other`;
    const frames: Record<string, Answer> = {
      '/hostile': { body: buildHostileFrame(target) },
      '/back-to-site': to(`${target}/redirected`),
      [`/top${new URL(path, 'http://x').search}`]: {
        body: `<a target="_top" referrerpolicy="${path.split('?')[1]}" href="${target}/top-${path.split('?')[1]}">x</a>
          <script>setTimeout(() => document.querySelector('a').click(), 300)</script>`,
      },
      '/self': { body: `<script>location = '${target}/navigated'</script>` },
      '/blanker': {
        body: `<script>
          setTimeout(() => {
            const sibling = parent.frames.sibling;
            sibling.location = 'about:blank';
            setTimeout(() => {
              sibling.document.body.innerHTML = '<img alt="" src="${target}/blank-image">' +
                '<iframe src="${target}/blank-frame"></iframe>';
              sibling.fetch('${target}/blank-fetch', { mode: 'no-cors', credentials: 'include' });
            }, 300);
          }, 300)</script>`,
      },
      '/sockets': {
        body: `<script>
          new WebSocket('${target.replace('http', 'ws')}/socket');
          new Worker('/socket-worker.js'); new SharedWorker('/socket-shared.js');
          navigator.serviceWorker.register('/socket-service.js');</script>`,
      },
      '/socket-worker.js': script(`new WebSocket('${target.replace('http', 'ws')}/socket-of-worker')`),
      '/socket-shared.js': script(`new WebSocket('${target.replace('http', 'ws')}/socket-of-shared-worker')`),
      '/socket-service.js': script(
        `new WebSocket('${target.replace('http', 'ws')}/socket-of-service-worker')`,
      ),
      '/post': {
        body: `<body><form></form><script>
          Object.assign(document.body.firstElementChild, { method: 'post', action: '${target}/posted' }).submit();</script>`,
      },
      '/refresh': { body: `<meta http-equiv="refresh" content="0; url=${target}/refreshed">` },
      '/worker.js': script(`fetch('${target}/in-worker', { mode: 'no-cors' })`),
      '/shared.js': script(
        `fetch('${target}/in-shared-worker', { mode: 'no-cors', referrerPolicy: 'no-referrer' })`,
      ),
      '/service.js': script(
        `self.addEventListener('install', (event) => event.waitUntil(
           fetch('${target}/in-service-worker', { mode: 'no-cors', referrerPolicy: 'no-referrer' })))`,
      ),
    };
    if (frames[path] !== undefined) return frames[path];
    return { headers: { 'Access-Control-Allow-Origin': '*' }, body: 'other' };
  });
  gate = await start((path, request) => {
    const pages: Record<string, Answer> = {
      '/': { body: buildRequestingPage() },
      '/frame': { body: '<!doctype html><title>f</title><img alt="" src="/image-in-frame">' },
      '/out': to(`${other.origin}/after-redirect`),
      '/start-out': to(`${other.origin}/landed`),
      '/worker.js': script(
        `fetch('/fetch-in-worker'); fetch('${other.origin}/fetch-in-worker'); importScripts('/imported.js')`,
      ),
      '/imported.js': script('0'),
      '/shared.js': script(
        `fetch('/fetch-in-shared-worker'); fetch('${other.origin}/fetch-in-shared-worker')`,
      ),
      '/service.js': script(
        `self.addEventListener('install', (event) => event.waitUntil(Promise.all([
           fetch('/fetch-in-service-worker'), fetch('${other.origin}/fetch-in-service-worker')])))`,
      ),
      '/names': { body: page(names.map((name) => `<img alt="" src="${name}">`).join('')) },
      '/page': { body: page('<p>A page</p>') },
      '/second': { body: page('<p>Another</p>') },
      '/rotating': {
        headers: { 'Set-Cookie': 'sid=from-the-server' },
        body: page('<img alt="" src="/after-set">'),
      },
      '/echo': { body: echo(request) },
      '/embedding': { body: buildEmbeddingPage() },
      '/own-sockets': {
        body: page(`<iframe title="x" src="http://localhost:${other.port}/quiet"></iframe><script>
          new WebSocket('${gate.origin.replace('http', 'ws')}/socket-of-page');
          // The page changes until the worker was answered, because a busy machine starts workers late.
          const timer = setInterval(() => document.querySelector('main').append('.'), 100);
          new Worker('/socket-worker.js').onmessage = () => clearInterval(timer);</script>`),
      },
      '/socket-worker.js': script(`
        const socket = new WebSocket('${gate.origin.replace('http', 'ws')}/socket-of-worker');
        socket.onclose = () => postMessage('closed');`),
      '/same-site-sockets': {
        body: page(`<iframe title="x" src="${other.origin}/sockets"></iframe>`),
      },
      '/navigated-by-frame': {
        body: page(
          `<iframe title="x" src="http://localhost:${other.port}/top${new URL(path, gate.origin).search}"></iframe>`,
        ),
      },
      '/moving': {
        body: page(`<iframe title="x" src="http://localhost:${other.port}/quiet"></iframe>
          <script>setTimeout(() => { location = '/page?moved'; }, 300)</script>`),
      },
      '/sandboxed-own': {
        body: '<!doctype html><title>f</title><img alt="" src="/by-other/image-in-sandboxed-own">',
      },
      '/own-frame': { body: '<!doctype html><title>f</title><img alt="" src="/image-in-own-frame">' },
      '/by-other/nested': {
        body: '<!doctype html><title>f</title><img alt="" src="/by-other/image-in-nested">',
      },
    };
    const known = pages[path.split('?')[0] ?? ''];
    return known ?? { body: 'x' };
  });
});
afterAll(async () => {
  await gate?.close();
  await other?.close();
});

/** A page that sends requests of every kind to both servers. */
function buildRequestingPage(): string {
  const here = gate.origin;
  const there = other.origin;
  return page(`
    <img alt="" src="/image"><img alt="" src="${there}/image"><img alt="" src="${there}/back">
    <img alt="" src="http://localhost:${gate.port}/image-by-name">
    <iframe title="a" src="/frame"></iframe><iframe title="b" src="${there}/frame"></iframe>
    <script src="/script.js"></script><link rel="stylesheet" href="/style.css">
    <script>
      fetch('/fetch'); fetch('${there}/fetch'); fetch('/out');
      fetch('/own', { headers: { Authorization: 'Bearer own' } });
      navigator.sendBeacon('/beacon'); navigator.sendBeacon('${there}/beacon');
      const request = new XMLHttpRequest(); request.open('GET', '/synchronous', false); request.send();
      new Worker('/worker.js'); new SharedWorker('/shared.js');
      navigator.serviceWorker.register('/service.js');
      new WebSocket('${here.replace('http', 'ws')}/socket'); new WebSocket('${there.replace('http', 'ws')}/socket');
      new EventSource('/events');
    </script>`);
}

/** A page with frames of its own and of another origin, which is another site: browsers send it no strict cookie. */
function buildEmbeddingPage(): string {
  const there = `http://localhost:${other.port}`;
  const frames = ['hostile', 'self', 'post', 'refresh', 'blanker'].map(
    (name) => `<iframe title="${name}" src="${there}/${name}"></iframe>`,
  );
  const sandboxed = `<img alt="" src="/by-other/sandboxed-image"><iframe title="x" src="/by-other/sandboxed-frame"></iframe>
    <script>fetch("/by-other/sandboxed-fetch", { mode: "no-cors" })</script>`;
  return page(`${frames.join('')}
    <iframe title="sibling" name="sibling" src="${there}/quiet"></iframe>
    <iframe title="sandboxed" sandbox="allow-scripts" srcdoc='${sandboxed}'></iframe>
    <iframe title="sandboxed" sandbox="allow-scripts" src="/sandboxed-own"></iframe>
    <iframe title="own sandbox" sandbox="allow-scripts allow-same-origin" src="/own-frame?sandbox"></iframe>
    <iframe title="own" src="/own-frame"></iframe>
    <iframe title="written" srcdoc='<img alt="" src="/image-in-written-frame">'></iframe>
    <iframe title="blank" id="blank"></iframe>
    <script>blank.contentDocument.body.innerHTML = '<img alt="" src="/image-in-blank-frame">'</script>`);
}

/** A frame of another origin that sends requests of every kind to the site. */
function buildHostileFrame(site: string): string {
  return `<!doctype html><html lang="en"><head><title>x</title><link rel="stylesheet" href="${site}/style.css">
    <link rel="prefetch" href="${site}/prefetch"><script src="${site}/script.js" async></script></head><body>
    <img alt="" src="${site}/image"><img alt="" src="/back-to-site"><object data="${site}/object"></object>
    <iframe title="nested" src="${site}/nested"></iframe><iframe title="blank" id="blank"></iframe><script>
      fetch('${site}/fetch', { mode: 'no-cors', credentials: 'include' });
      fetch('${site}/no-referrer', { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer' });
      navigator.sendBeacon('${site}/beacon');
      new Worker('/worker.js'); new SharedWorker('/shared.js'); navigator.serviceWorker.register('/service.js');
      blank.contentDocument.body.innerHTML = '<img alt="" referrerpolicy="no-referrer" src="${site}/in-blank-frame">';
      window.open('${site}/popup');
    </script></body></html>`;
}

/** A page that shows the credentials that it got in every text that can appear in a result. */
function echo(request: IncomingMessage): string {
  const headers = request.headers as Record<string, string | undefined>;
  const { authorization = '', cookie = '', 'x-token': token = '' } = headers;
  const sent: string[] = [
    authorization,
    cookie,
    token,
    Buffer.from(authorization.slice(6), 'base64').toString(),
  ];
  const all = sent.join(' | ').replaceAll('"', '&quot;');
  const images = sent.map(
    (text) => `<img src="/a.png?e=${encodeURIComponent(text)}" id="i-${text}" data-e="${text}">`,
  );
  return `<!doctype html><html lang="en"><head><title>Sent: ${all}</title></head><body><main><h1>${all}</h1>
    ${images.join('')}<a href="/next?e=${encodeURIComponent(PASSWORD)}">Next</a>
    <a href="/next-clean">Next</a><input value="${all}"></main></body></html>`;
}

const credentials = (): Credentials => ({
  origin: gate.origin,
  headers: { 'X-Token': HEADER_SECRET },
  cookies: [
    { name: 'sid', value: COOKIE_SECRET, path: '/', httpOnly: true },
    { name: 'inner', value: 'inner-s3cret-value', path: '/frame', httpOnly: true },
  ],
  basic: { username: 'reader', password: PASSWORD },
});

const asked = (server: Server, path: string) => server.asked.find((each) => each.path === path);
const all = { token: HEADER_SECRET, authorization: basicSecret, cookie: `sid=${COOKIE_SECRET}` };
const none = { token: undefined, authorization: undefined, cookie: undefined };

/** Pages of the site that are scanned one after the other with its credentials. */
const paths = [
  '/',
  '/embedding',
  '/own-sockets',
  '/same-site-sockets',
  '/navigated-by-frame?no-referrer',
  '/navigated-by-frame?unsafe-url',
  '/moving',
  '/start-out',
  '/rotating',
  '/page',
  '/second',
  '/echo',
];

describe('credentials of a site', () => {
  let scanned: Scanned;
  const resultOf = (path: string) => scanned.results[paths.indexOf(path)];

  beforeAll(async () => {
    scanned = await scan(
      paths.map((path) => gate.origin + path),
      { credentials: credentials(), ruleIds: ['image-alt', 'label', 'region', 'page-has-heading-one'] },
    );
  });

  describe('with a page that sends requests to every origin', () => {
    it('are compatible with a scan of the page', () => {
      expect(['scanned', 'partially-scanned']).toContain(resultOf('/')?.outcome);
    });

    it.each([
      '/',
      '/image',
      '/script.js',
      '/style.css',
      '/fetch',
      '/out',
      '/beacon',
      '/synchronous',
      '/worker.js',
      '/fetch-in-worker',
      '/imported.js',
      '/shared.js',
      '/fetch-in-shared-worker',
      '/service.js',
      '/fetch-in-service-worker',
      '/events',
      '/image-in-frame',
    ])('are sent to their origin: %s', (path) => {
      expect(asked(gate, path)).toEqual({ path, ...all });
    });

    it('are sent to a frame, with the cookie of its path too', () => {
      expect(asked(gate, '/frame')?.cookie?.split('; ').sort()).toEqual([
        'inner=inner-s3cret-value',
        `sid=${COOKIE_SECRET}`,
      ]);
      expect(asked(gate, '/frame')).toMatchObject({ token: HEADER_SECRET, authorization: basicSecret });
    });

    it('do not replace values that the page has set itself', () => {
      expect(asked(gate, '/own')).toMatchObject({ token: HEADER_SECRET, authorization: 'Bearer own' });
    });

    it('are not sent when the redirect of another origin chose the address', () => {
      expect(asked(gate, '/image-back')).toEqual({ path: '/image-back', ...none, cookie: '' });
    });

    it.each([
      '/image',
      '/back',
      '/frame',
      '/fetch',
      '/beacon',
      '/after-redirect',
      '/fetch-in-worker',
      '/fetch-in-shared-worker',
      '/fetch-in-service-worker',
      '/socket',
    ])('are never sent to another port: %s', (path) => {
      expect(asked(other, path)).toEqual({ path, ...none });
      expect(JSON.stringify(other.asked)).not.toMatch(/s3cret|cmVhZGVy/);
    });

    it('are never sent to another name of the same server', () => {
      expect(asked(gate, '/image-by-name')).toEqual({ path: '/image-by-name', ...none });
    });

    it.each(['/image-from-other', '/fetch-from-other', '/post-from-other'])(
      'are not sent for requests of another origin: %s',
      (path) => {
        expect(asked(gate, path)).toEqual({ path, ...none, cookie: '' });
      },
    );
  });

  describe('with a page that embeds another origin', () => {
    it('are compatible with a scan of the page', () => {
      expect(['scanned', 'partially-scanned']).toContain(resultOf('/embedding')?.outcome);
    });

    it.each([
      '/embedding',
      '/own-frame',
      '/own-frame?sandbox',
      '/image-in-own-frame',
      '/image-in-blank-frame',
      '/image-in-written-frame',
    ])('are sent for requests of the site: %s', (path) => {
      expect(asked(gate, path)).toEqual({ path, ...all });
    });

    it.each([
      'image',
      'style.css',
      'script.js',
      'fetch',
      'no-referrer',
      'beacon',
      'prefetch',
      'object',
      'in-blank-frame',
      'in-worker',
      'in-shared-worker',
      'in-service-worker',
      'nested',
      'image-in-nested',
      'navigated',
      'posted',
      'refreshed',
      'redirected',
      'blank-image',
      'blank-frame',
      'blank-fetch',
      'sandboxed-image',
      'sandboxed-frame',
      'sandboxed-fetch',
      'image-in-sandboxed-own',
    ])('are not sent for requests of a frame of another origin, or of a sandboxed one: %s', (name) => {
      const path = `/by-other/${name}`;
      expect(asked(gate, path), JSON.stringify(gate.asked.map((each) => each.path))).toEqual({
        path,
        ...none,
        cookie: '',
      });
    });

    it('are not sent for a window that such a frame opens', () => {
      expect(asked(gate, '/by-other/popup')).toBeUndefined();
    });
  });

  it('are sent with the web sockets of the site and its workers', () => {
    const cookie = `sid=${COOKIE_SECRET}`;
    expect(asked(gate, '/socket-of-page')).toEqual({ path: '/socket-of-page', ...none, cookie });
    expect(asked(gate, '/socket-of-worker')).toEqual({ path: '/socket-of-worker', ...none, cookie });
  });

  it('are not sent with a web socket of a frame of the same site and another port, or of its workers', () => {
    for (const path of ['/sockets', '/socket-worker.js', '/socket-shared.js', '/socket-service.js'])
      expect(asked(other, path), path).toBeDefined();
    expect(gate.asked.filter(({ path }) => path.startsWith('/by-other/socket'))).toEqual([]);
  });

  it.each(['no-referrer', 'unsafe-url'])(
    'are not sent when a frame of another origin navigates the page, with the referrer policy %s',
    (policy) => {
      const path = `/by-other/top-${policy}`;
      expect(asked(gate, path)).toEqual({ path, ...none, cookie: '' });
    },
  );

  it('are sent when a page navigates to another page of the site', () => {
    expect(resultOf('/moving')?.finalUrl).toBe(`${gate.origin}/page?moved`);
    expect(asked(gate, '/page?moved')).toEqual({ path: '/page?moved', ...all });
  });

  it('are not sent when the page itself navigates to another port', () => {
    expect(asked(gate, '/start-out')).toEqual({ path: '/start-out', ...all });
    expect(asked(other, '/landed')).toEqual({ path: '/landed', ...none });
  });

  it('are sent for each page of a chunk, even if the previous page changed them', () => {
    const some = ['/rotating', '/page', '/second'];
    expect(some.map((path) => resultOf(path)?.outcome)).toEqual(['scanned', 'scanned', 'scanned']);
    for (const path of some) expect(asked(gate, path)).toEqual({ path, ...all });
    expect(asked(gate, '/after-set')?.cookie).toBe('sid=from-the-server');
  });

  it('are in no result, for any technique by which the page shows them', () => {
    const result = resultOf('/echo');
    expect(result?.outcome).toBe('scanned');
    expect(result?.title).toBe('Sent: Basic [redacted] | sid=[redacted] | [redacted] | [redacted]');
    const nodes = (result?.findings ?? []).flatMap((finding) => finding.nodes);
    expect(nodes.length).toBeGreaterThanOrEqual(5);
    expect(JSON.stringify(nodes)).toContain('[redacted]');
    const text = JSON.stringify([scanned.results, scanned.links]);
    for (const secret of [HEADER_SECRET, COOKIE_SECRET, PASSWORD, 'reader', basicSecret.slice(6), 's3cret']) {
      expect(text, secret).not.toContain(secret);
    }
  });

  // These scans follow those tests, because they forget the requests.
  it('are never sent to a subdomain of their site', async () => {
    gate.asked.length = 0;
    const own = `http://localhost:${gate.port}`;
    names = [`http://a.localhost:${gate.port}/below`, `http://127.0.0.1:${gate.port}/beside`];
    await scan([`${own}/names`], {
      credentials: { ...credentials(), origin: own },
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    expect(asked(gate, '/names')).toEqual({ path: '/names', ...all });
    expect(asked(gate, '/below')).toEqual({ path: '/below', ...none });
    expect(asked(gate, '/beside')).toEqual({ path: '/beside', ...none });
  });

  it('do not outlive their chunk', async () => {
    gate.asked.length = 0;
    await scan([`${gate.origin}/page`]);
    expect(asked(gate, '/page')).toEqual({ path: '/page', ...none });
  });

  it('are not sent by http unless loopback is allowed', async () => {
    gate.asked.length = 0;
    const egress = { loopbackPorts: 'none' as const, blockedPorts: [], ports: [gate.port] };
    const { results } = await scan([`${gate.origin}/page`], { credentials: credentials(), egress });
    expect(results[0]?.outcome).toBe('blocked-address');
    expect(gate.asked).toEqual([]);
  });
});
