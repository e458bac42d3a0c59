import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
      response.writeHead(429, { 'Content-Type': 'text/html' });
      response.end(page('<p>Slow down</p>'));
    },
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
    '/silent': () => undefined,
    '/hang-up': (request) => request.socket.end(),
    '/huge': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      const chunk = Buffer.from('<p>text</p>'.repeat(90_000));
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

/** A port of the loopback on which a listener does what it is told. */
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('how pages end', () => {
  it('follows a redirect on the site and scans what it leads to', async () => {
    const { results } = await scan([site.url('/moved'), site.url('/refresh')]);
    expect(results.map(({ outcome, finalUrl }) => [outcome, finalUrl])).toEqual([
      ['scanned', site.url('/good')],
      ['scanned', site.url('/good')],
    ]);
  });

  it('does not scan what is not the page that was asked for', async () => {
    const paths = [
      '/away',
      '/script-away',
      '/loop',
      '/error',
      '/error-empty',
      '/missing',
      '/slow-down',
      '/challenge',
      '/json',
      '/pdf',
      '/download',
      '/none',
      '/blank',
      '/zero',
      '/members',
      '/hang-up',
    ];
    const { results } = await scan(paths.map(site.url));
    expect(outcomes(results)).toEqual([
      ['/away', 'off-site-redirect', `The page redirected to 127.0.0.1:${other.port}.`],
      ['/script-away', 'off-site-redirect', `The page redirected to localhost:${site.port}.`],
      ['/loop', 'too-many-redirects', 'The server answered with one redirect after another without end.'],
      ['/error', 'http-error', 'The server answered 503 Service Unavailable.'],
      ['/error-empty', 'http-error', 'The server answered 500 Internal Server Error.'],
      ['/missing', 'http-error', 'The server answered 404 Not Found.'],
      ['/slow-down', 'rate-limited', 'The server answered 429 Too Many Requests.'],
      ['/challenge', 'blocked-by-site', 'The site answered with a challenge to bots instead of the page.'],
      ['/json', 'not-html', 'The address holds application/json, not an HTML page.'],
      ['/pdf', 'not-html', 'The address holds application/pdf, not an HTML page.'],
      ['/download', 'not-html', 'The address holds a download (text/html).'],
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

  it('scans a login page that was asked for', async () => {
    const { results } = await scan([site.url('/login')]);
    expect(results[0]?.outcome).toBe('scanned');
  });

  it('tells failures of name, connection and TLS apart', async () => {
    const tls = createTlsServer(selfSigned('localhost'));
    const tlsPort = await listen(tls);
    const garbage = await listen(createTcpServer((socket) => socket.end('this is not HTTP\r\n\r\n')));
    const closed = createTcpServer();
    const closedPort = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    const { results } = await scan([
      'http://unknown.invalid/',
      `http://127.0.0.1:${closedPort}/`,
      `https://127.0.0.1:${closedPort}/`,
      `https://localhost:${tlsPort}/`,
      `http://127.0.0.1:${garbage}/`,
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'dns-error',
      'connection-refused',
      'connection-refused',
      'tls-error',
      'connection-failed',
    ]);
  });

  it('gives up a server that does not answer', async () => {
    const { results } = await scan([site.url('/silent'), site.url('/good')], { pageTimeoutMs: 4_000 });
    expect(results.map(({ outcome }) => outcome)).toEqual(['timeout', 'scanned']);
  });

  it('stops loading a document of 50 MB', async () => {
    const { results } = await scan([site.url('/huge'), site.url('/good')]);
    expect(outcomes(results)).toEqual([
      ['/huge', 'too-large', 'The document is larger than 20 MB.'],
      ['/good', 'scanned', 'The page was scanned.'],
    ]);
  });
});
