import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deferral } from '../../../core/scans/chunk.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { page, type Site, scan, serve } from './harness.ts';

let site: Site;
let other: Site;
const servers: { close(): unknown }[] = [];

const redirect = (to: () => string) => (_request: unknown, response: import('node:http').ServerResponse) => {
  response.writeHead(302, { Location: to() });
  response.end();
};

beforeAll(async () => {
  other = await serve({ '/': page('<p>Other</p>') });
  site = await serve({
    '/good': page('<p>Text</p>'),
    '/moved': redirect(() => '/good'),
    '/away': redirect(() => other.url('/')),
    '/script-away': page(
      `<p>x</p><script>location.href = 'http://localhost:' + location.port + '/good'</script>`,
    ),
    '/refresh': page('<p>x</p>', '<meta http-equiv="refresh" content="1; url=/good">'),
    '/loop': redirect(() => '/loop'),
    '/error': (_request, response) => {
      response.writeHead(503, { 'Content-Type': 'text/html' });
      response.end(page('<img src="a.png">'));
    },
    '/error-empty': (_request, response) => {
      response.writeHead(500);
      response.end();
    },
    '/slow-down': (_request, response) => {
      response.writeHead(429, { 'Content-Type': 'text/html', 'Retry-After': '7' });
      response.end(page('<p>Slow down</p>'));
    },
    '/maintenance': (_request, response) => {
      response.writeHead(503, { 'Content-Type': 'text/html', 'Retry-After': '120' });
      response.end(page('<p>Back soon</p>'));
    },
    '/limited-image': page('<p>Text</p><img src="/slow-down" alt="A">'),
    '/credentials': (_request, response) => {
      response.writeHead(401, { 'Content-Type': 'text/html', 'WWW-Authenticate': 'Basic realm="x"' });
      response.end(page('<p>Who are you?</p>'));
    },
    '/refused': (_request, response) => {
      response.writeHead(403, { 'Content-Type': 'text/html', Server: 'AkamaiGHost' });
      response.end(
        '<html><head><title>Access Denied</title></head><body><h1>Access Denied</h1></body></html>',
      );
    },
    '/interstitial': page('<p>Please stand by</p><div id="px-captcha"></div>'),
    '/contact': page(
      `<h2>Contact</h2><form><label>Text <textarea></textarea></label><div class="g-recaptcha"></div></form>`,
    ),
    '/app': page(`<div id="out"></div><script>
      setTimeout(() => { history.pushState({}, '', '/signin');
        out.innerHTML = '<form><label>Password <input type="password"></label></form>'; }, 500);
    </script>`),
    '/orders': `<!doctype html><html lang="en"><title>Log in</title><body><form><label>Name <input></label>
      <label>Password <input type="password"></label><button>Log in</button></form></body></html>`,
    '/portal': redirect(() => `http://localhost:${other.port}/sso/start`),
    '/challenge': (_request, response) => {
      response.writeHead(403, { 'Content-Type': 'text/html', 'cf-mitigated': 'challenge' });
      response.end(page('<p>Just a moment...</p>'));
    },
    '/json': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('{}');
    },
    '/pdf': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/pdf' });
      response.end('%PDF-1.4');
    },
    '/download': (_request, response) => {
      response.writeHead(200, {
        'Content-Type': 'text/html',
        'Content-Disposition': 'attachment; filename=a.html',
      });
      response.end(page('<p>x</p>'));
    },
    '/none': (_request, response) => {
      response.writeHead(204);
      response.end();
    },
    '/blank':
      '<!doctype html><html lang="en"><title>Blank</title><body><div></div><script>1</script></body></html>',
    '/zero': '',
    '/members': redirect(() => '/login'),
    '/login': page('<form><label>Password <input type="password"></label></form>'),
    '/hang-up': (request) => request.socket.end(),
    '/huge': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      // A comment, because elements take the browser seconds; huge-pages.all.test.ts has many of them.
      response.write(`${page('<p>Text</p>')}<!--`);
      const chunk = Buffer.from('text '.repeat(200_000));
      let sent = 0;
      const more = () => {
        while (sent < 50) {
          sent += 1;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    },
  });
});
afterAll(async () => {
  await site.close();
  await other.close();
  for (const server of servers) server.close();
});

const outcomes = (results: PageResult[]) =>
  results.map(({ requestedUrl, outcome, detail }) => [new URL(requestedUrl).pathname, outcome, detail]);

/** Starts a raw server on a loopback port; `onConnection` handles each connection. */
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const SAME_SITE = 'If that is the same site, scan it at that address.';

/** Paths that lead to a page of the site. */
const asked = ['/moved', '/refresh', '/login', '/contact'];
/** Paths whose response is not the requested page. */
const elsewhere = [
  '/away',
  '/script-away',
  '/loop',
  '/error',
  '/error-empty',
  '/missing',
  '/challenge',
  '/refused',
  '/interstitial',
  '/credentials',
  '/app',
  '/orders',
  '/portal',
  '/json',
  '/pdf',
  '/download',
  '/none',
  '/blank',
  '/zero',
  '/members',
  '/hang-up',
];

describe('the outcome of a page', () => {
  /** Addresses that are scanned one after the other, without a setting. */
  let urls: string[];
  let unreachable: string[];
  /** Chromium opens no URL of more than 2 MB. */
  let tooLong: string;
  let together: PageResult[];
  let deferred: Deferral[];
  const resultsOf = (some: string[]) =>
    some.map((url) => together[urls.indexOf(url)] ?? expect.unreachable(url.slice(0, 100)));

  beforeAll(async () => {
    const tls = createTlsServer(selfSigned('localhost'));
    const tlsPort = await listen(tls);
    const garbage = await listen(createTcpServer((socket) => socket.end('this is not HTTP\r\n\r\n')));
    const closed = createTcpServer();
    const closedPort = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    unreachable = [
      'http://unknown.invalid/',
      `http://127.0.0.1:${closedPort}/`,
      `https://127.0.0.1:${closedPort}/`,
      `https://localhost:${tlsPort}/`,
      `http://127.0.0.1:${garbage}/`,
    ];
    const paths = [...asked, ...elsewhere, '/limited-image', '/huge', '/good'];
    tooLong = site.url(`/${'a'.repeat(2_100_000)}`);
    urls = [...paths.map(site.url), ...unreachable, tooLong, 'http://0xffffffffff/'];
    ({ results: together, deferred } = await scan(urls));
  });

  it('is scanned after a redirect on the site, and for a requested login page or a form with a captcha', () => {
    const results = resultsOf(asked.map(site.url));
    expect(results.map(({ outcome, finalUrl }) => [outcome, finalUrl])).toEqual([
      ['scanned', site.url('/good')],
      ['scanned', site.url('/good')],
      ['scanned', site.url('/login')],
      ['scanned', site.url('/contact')],
    ]);
  });

  it('is not scanned if the response is not the requested page', () => {
    const results = resultsOf(elsewhere.map(site.url));
    expect(outcomes(results)).toEqual([
      ['/away', 'off-site-redirect', `The page redirected to 127.0.0.1:${other.port}. ${SAME_SITE}`],
      ['/script-away', 'off-site-redirect', `The page redirected to localhost:${site.port}. ${SAME_SITE}`],
      ['/loop', 'too-many-redirects', 'The server answered with too many redirects.'],
      ['/error', 'http-error', 'The server answered 503 Service Unavailable.'],
      ['/error-empty', 'http-error', 'The server answered 500 Internal Server Error.'],
      ['/missing', 'http-error', 'The server answered 404 Not Found.'],
      [
        '/challenge',
        'blocked-by-site',
        'Bot protection (Cloudflare) answered with a challenge or a refusal instead of the page.',
      ],
      [
        '/refused',
        'blocked-by-site',
        'Bot protection (Akamai) answered with a challenge or a refusal instead of the page.',
      ],
      [
        '/interstitial',
        'blocked-by-site',
        'Bot protection (HUMAN) answered with a challenge or a refusal instead of the page.',
      ],
      ['/credentials', 'login-required', 'The server answered 401 Unauthorized: it requires credentials.'],
      ['/app', 'login-required', 'The page redirected to a login form.'],
      ['/orders', 'login-required', 'The address shows a login form instead of a page.'],
      ['/portal', 'login-required', `The page redirected to a login page at localhost:${other.port}.`],
      ['/json', 'not-html', 'The content type of the address is application/json, not HTML.'],
      ['/pdf', 'not-html', 'The content type of the address is application/pdf, not HTML.'],
      ['/download', 'not-html', 'The address is a download (text/html).'],
      ['/none', 'empty', 'The server answered 204 No Content.'],
      ['/blank', 'empty', 'The page shows neither text nor images nor controls.'],
      ['/zero', 'empty', 'The page shows neither text nor images nor controls.'],
      ['/members', 'login-required', 'The page redirected to a login form.'],
      ['/hang-up', 'empty-response', `127.0.0.1:${site.port} closed the connection without an answer.`],
    ]);
    for (const result of results) {
      expect(result.findings).toEqual([]);
      expect(result.rules.every((rule) => rule.result === 'not-run')).toBe(true);
    }
    const error = results.find(({ requestedUrl }) => requestedUrl.endsWith('/error'));
    expect(error).toMatchObject({ httpStatus: 503, contentType: 'text/html', finalUrl: site.url('/error') });
  });

  it('is scanned for an error page with the expected status, and for no other status', async () => {
    const paths = ['/missing', '/error', '/good'];
    const { results } = await scan(paths.map(site.url), { expectStatus: 404 });
    expect(outcomes(results)).toEqual([
      ['/missing', 'scanned', 'The page was scanned.'],
      ['/error', 'http-error', 'The server answered 503 Service Unavailable; 404 was expected.'],
      ['/good', 'http-error', 'The server answered 200 OK; 404 was expected.'],
    ]);
  });

  it('is scanned for a login form as the start page only if that is expected', async () => {
    const outcomeOf = async (expectLogin: boolean) =>
      outcomes((await scan([site.url('/members')], { expectLogin })).results);
    expect(await outcomeOf(true)).toEqual([['/members', 'scanned', 'The page was scanned.']]);
    expect(await outcomeOf(false)).toEqual([
      ['/members', 'login-required', expect.stringContaining('set expect to {"login": true}')],
    ]);
  });

  it.each([
    ['/slow-down', 7, 'The server answered 429 Too Many Requests. Request the page again after 7 s.'],
    ['/maintenance', 120, 'The server answered 503 Service Unavailable. Request the page again after 120 s.'],
  ])(
    'is rate-limited, with the pause of the server and without more requests to it: %s',
    async (path, retryAfterSeconds, detail) => {
      const before = site.requests.length;
      const { results, deferred, started, notReached } = await scan(
        ['/good', path, '/good', '/app'].map(site.url),
      );
      expect(outcomes(results)).toEqual([['/good', 'scanned', 'The page was scanned.']]);
      expect(deferred).toEqual([{ retryAfterSeconds, outcome: 'rate-limited', detail }]);
      expect(started.map(({ url }) => url)).toEqual(['/good', path].map(site.url));
      expect(notReached.map(({ url }) => url)).toEqual(['/good', '/app'].map(site.url));
      expect(site.requests.slice(before).filter((asked) => asked === '/app')).toEqual([]);
    },
  );

  it('does not depend on a rate-limited part of a page', () => {
    expect(resultsOf([site.url('/limited-image')]).map(({ outcome }) => outcome)).toEqual(['scanned']);
    expect(deferred).toEqual([]);
  });

  it('distinguishes failures of name, connection and TLS', () => {
    expect(resultsOf(unreachable).map(({ outcome }) => outcome)).toEqual([
      'dns-error',
      'connection-refused',
      'connection-refused',
      'tls-error',
      'connection-failed',
    ]);
  });

  it('is a blocked address if the browser refuses the URL without a request', () => {
    const results = resultsOf([tooLong, 'http://0xffffffffff/']);
    expect(results.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['blocked-address', `The browser refuses to open 127.0.0.1:${site.port} (net::ERR_INVALID_URL).`],
      ['blocked-address', 'Only http and https addresses can be scanned.'],
    ]);
  });

  it('ends the load of a document of 50 MB', () => {
    expect(outcomes(resultsOf(['/huge', '/good'].map(site.url)))).toEqual([
      ['/huge', 'too-large', 'The document is larger than 20 MB.'],
      ['/good', 'scanned', 'The page was scanned.'],
    ]);
  });
});
