import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSite } from '../../../../scanner/site/read-site.ts';
import { createRobotsMatcher } from '../../../../scanner/site/robots.ts';
import { type File, serveSite, type TestSite, urlset } from './site-server.ts';

let site: TestSite;
let files: Record<string, File>;

beforeEach(async () => {
  files = {};
  site = await serveSite(files);
});
afterEach(() => site.close());

const ONLY_ASKED = 'By RFC 9309 it then disallows every page, so only the requested pages are scanned.';

describe('robots.txt', () => {
  it('yields our rules, requested under our name and without anything that identifies visitors', async () => {
    files['/robots.txt'] = 'User-agent: *\nDisallow: /private';
    const { robots, notes } = await site.read();
    expect(notes).toEqual([]);
    expect(['/private/x', '/public'].map((path) => createRobotsMatcher(robots)(site.url(path)))).toEqual([
      false,
      true,
    ]);
    await site.read({ sitemap: false });
    expect(site.headers).toEqual({
      host: `site.test:${site.port}`,
      'user-agent': 'test-agent/1',
      accept: '*/*',
      'accept-encoding': 'gzip',
      connection: 'close',
    });
  });

  it('yields the first 200 of our rules with wildcards, and a note on the others', async () => {
    const rules = Array.from({ length: 203 }, (_, n) => `Disallow: /p${n}-*x`);
    files['/robots.txt'] = ['User-agent: *', ...rules].join('\n');
    const { robots, notes } = await site.read();
    expect(['/p199-x', '/p200-x'].map((path) => createRobotsMatcher(robots)(site.url(path)))).toEqual([
      false,
      true,
    ]);
    expect(notes).toEqual([
      'robots.txt has more than 200 rules with * or $ for this service. The first 200 apply; 3 further rules were skipped.',
    ]);
  });

  const absent: [answer: string, file: File][] = [
    ['404', (_request, response) => response.writeHead(404).end('User-agent: *\nDisallow: /')],
    ['403', (_request, response) => response.writeHead(403).end('User-agent: *\nDisallow: /')],
    ['429', (_request, response) => response.writeHead(429).end()],
    ['300 without an address', (_request, response) => response.writeHead(300).end()],
  ];
  it.each(absent)('allows everything when the response is %s', async (_answer, file) => {
    files['/robots.txt'] = file;
    files['/sitemap.xml'] = urlset('/a');
    expect(await site.read()).toEqual({ robots: '', sitemapUrls: [site.url('/a')], notes: [] });
  });

  it('allows everything when it redirects to another site, with a note', async () => {
    files['/robots.txt'] = (_request, response) =>
      response.writeHead(301, { Location: 'http://other.test/robots.txt' }).end();
    const { robots, notes } = await site.read();
    expect(robots).toBe('');
    expect(notes).toEqual([
      'robots.txt redirects to another site and was not read. By RFC 9309 it then disallows nothing.',
    ]);
  });

  const unreachable: [answer: string, file: File, why: string][] = [
    ['503', (_request, response) => response.writeHead(503).end(), 'was answered with the status 503'],
    ['a closed connection', (request) => request.socket.destroy(), 'closed the connection without an answer'],
    ['a response that is not HTTP', (request) => request.socket.end('hello'), 'did not answer in HTTP'],
    [
      'half of the body',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': 100 });
        response.write('User-agent: *', () => response.destroy());
      },
      'could not be reached, or closed the connection',
    ],
  ];
  it.each(unreachable)('disallows everything when the response is %s', async (_answer, file, why) => {
    files['/robots.txt'] = file;
    files['/sitemap.xml'] = urlset('/a');
    const { robots, sitemapUrls, notes } = await site.read();
    expect(createRobotsMatcher(robots)(site.url('/a'))).toBe(false);
    expect(sitemapUrls).toEqual([]);
    expect(notes).toEqual([`robots.txt ${why}. ${ONLY_ASKED}`]);
  });

  it('does not prevent the sitemap from being read when robots.txt is ignored', async () => {
    files['/robots.txt'] = (_request, response) => response.writeHead(500).end();
    files['/sitemap.xml'] = urlset('/a');
    const { sitemapUrls, notes } = await site.read({ robots: 'ignore' });
    expect(sitemapUrls).toEqual([site.url('/a')]);
    expect(notes).toEqual([
      'robots.txt was answered with the status 500. Sitemaps that only it names were not read.',
    ]);
  });

  it('disallows everything when nothing listens', async () => {
    await site.close();
    const { robots, notes } = await site.read();
    expect(createRobotsMatcher(robots)(site.url('/'))).toBe(false);
    expect(notes).toEqual([
      `robots.txt could not be opened: the server refused the connection. ${ONLY_ASKED}`,
    ]);
    site = await serveSite(files);
  });

  it('yields a note when the name does not resolve', async () => {
    const { notes } = await site.read({
      resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
    });
    expect(notes).toEqual([`robots.txt has a host name that could not be resolved. ${ONLY_ASKED}`]);
  });

  it('is read up to 500 KiB, to the last complete line', async () => {
    const filler = `Disallow: /${'x'.repeat(1_000)}\n`.repeat(500);
    const head = `User-agent: *\nDisallow: /a\n${filler}`;
    const cut = `Disallow: /${'y'.repeat(500 * 1024 - head.length - 13)}\n`;
    files['/robots.txt'] = `${head}${cut}Disallow: /b/only\n`;
    const { robots, notes } = await site.read();
    expect(head.length + cut.length).toBeLessThan(500 * 1024);
    expect(['/a', '/b', '/b/only'].map((path) => createRobotsMatcher(robots)(site.url(path)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(robots).toContain('yyy');
    expect(notes).toEqual(['robots.txt is longer than 500 KiB. Only its first 500 KiB were read.']);
  });

  it('is read through five redirects on the site, to www and back, and no more', async () => {
    const hop =
      (to: string): File =>
      (_request, response) =>
        response.writeHead(302, { Location: to }).end();
    files['/robots.txt'] = hop(site.url('/1', 'www.site.test'));
    files['/1'] = hop('/2');
    files['/2'] = hop('3');
    files['/3'] = hop(`//site.test:${site.port}/4`);
    files['/4'] = hop('/5?x');
    files['/5?x'] = 'User-agent: *\nDisallow: /found';
    const { robots } = await site.read({ sitemap: false });
    expect(robots).toContain('/found');
    files['/5?x'] = hop('/6');
    files['/6'] = 'User-agent: *\nDisallow: /';
    expect((await site.read({ sitemap: false })).notes[0]).toContain('redirects more than 5 times');
    expect(site.requests).not.toContain('site.test /6');
  });

  it('works with any URL of a scan', async () => {
    const options = {
      egress: { loopbackPorts: [], blockedPorts: [], ports: [80, 443] },
      userAgent: 'x',
      sitemap: true,
    };
    const resolve = async () => [{ address: '10.0.0.1', family: 4 }];
    for (const url of [
      'http://10.0.0.1/',
      'https://[::1]/',
      'http://169.254.169.254/',
      'https://inner.test./',
    ]) {
      const { sitemapUrls, notes } = await readSite(url, { ...options, resolve });
      expect(sitemapUrls).toEqual([]);
      expect(notes).toEqual([`robots.txt is at an address that scans may not open. ${ONLY_ASKED}`]);
    }
  });
});
