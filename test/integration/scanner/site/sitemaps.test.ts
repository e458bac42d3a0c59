import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type File, index, serveSite, startSilentListener, type TestSite, urlset } from './site-server.ts';

let site: TestSite;
let files: Record<string, File>;

beforeEach(async () => {
  files = {};
  site = await serveSite(files);
});
afterEach(() => site.close());

/** Returns the paths of the pages in the sitemaps of the site. */
async function readPaths(): Promise<string[]> {
  const { sitemapUrls } = await site.read();
  return sitemapUrls.map((url) => url.replace(site.url(''), ''));
}

const announce = (...names: string[]) => names.map((name) => `Sitemap: ${site.url(name)}`).join('\n');

describe('the location of sitemaps', () => {
  it('is read from robots.txt, and then /sitemap.xml is not requested', async () => {
    files['/robots.txt'] = announce('/one.xml', '/two.xml', '/one.xml#again');
    files['/one.xml'] = urlset(site.url('/a'));
    files['/two.xml'] = urlset(site.url('/b'));
    files['/sitemap.xml'] = urlset(site.url('/c'));
    expect(await readPaths()).toEqual(['/a', '/b']);
    expect(site.requests.map((request) => request.split(' ')[1])).toEqual([
      '/robots.txt',
      '/one.xml',
      '/two.xml',
    ]);
  });

  it('is /sitemap.xml otherwise, without a note when it does not exist', async () => {
    expect(await site.read()).toEqual({ robots: '', sitemapUrls: [], notes: [] });
    files['/sitemap.xml'] = urlset(site.url('/c'));
    expect(await readPaths()).toEqual(['/c']);
  });

  it('is not requested when no sitemap is wanted', async () => {
    await site.read({ sitemap: false });
    expect(site.requests).toEqual(['site.test /robots.txt']);
  });

  it('is followed through indexes three levels deep, and loops once', async () => {
    files['/sitemap.xml'] = index(site.url('/sitemap.xml'), site.url('/1.xml'));
    files['/1.xml'] = index(site.url('/2.xml'), site.url('/sitemap.xml'));
    files['/2.xml'] = index(site.url('/3.xml'), site.url('/1.xml'));
    files['/3.xml'] = index(site.url('/4.xml'));
    files['/4.xml'] = urlset(site.url('/too-deep'));
    const { sitemapUrls, notes } = await site.read();
    expect(sitemapUrls).toEqual([]);
    expect(notes).toEqual(['Sitemaps below more than 3 nested indexes were not read.']);
    files['/3.xml'] = urlset(site.url('/deep'));
    site.requests.length = 0;
    expect(await readPaths()).toEqual(['/deep']);
    // /sitemap.xml is requested as the default location and as the entry of its own index.
    expect(site.requests.length).toBeLessThanOrEqual(6);
  });

  it('is followed to fifty files at most, with a note', async () => {
    const names = Array.from({ length: 80 }, (_, number) => `/part-${number}.xml`);
    for (const name of names) files[name] = urlset(site.url(`/page${name}`));
    files['/robots.txt'] = announce('/all.xml');
    files['/all.xml'] = index(...names.map((name) => site.url(name)));
    const { sitemapUrls, notes } = await site.read();
    expect(sitemapUrls).toHaveLength(49);
    expect(site.requests).toHaveLength(51);
    expect(notes).toEqual(['Only the first 50 sitemaps were read.']);
  });

  it('is never on other sites and ports, wherever they are named', async () => {
    const silent = await startSilentListener();
    const elsewhere = [
      `http://127.0.0.1:${silent.port}/s.xml`,
      `http://site.test:${silent.port}/s.xml`,
      'http://other.test/s.xml',
      'file:///etc/passwd',
      'ftp://site.test/s.xml',
      `http://user:secret@site.test:${site.port}/s.xml`,
      `http://sub.site.test:${site.port}/s.xml`,
      '',
    ];
    files['/robots.txt'] = [...elsewhere.map((url) => `Sitemap: ${url}`), announce('/i.xml')].join('\n');
    files['/i.xml'] = index(...elsewhere);
    const { sitemapUrls, notes } = await site.read();
    expect(sitemapUrls).toEqual([]);
    expect(notes).toEqual([
      'Sitemaps on other sites, and sitemaps whose addresses are not http(s) URLs, were not read.',
    ]);
    expect(site.requests).toEqual(['site.test /robots.txt', 'site.test /i.xml']);
    expect(silent.visits()).toBe(0);
    silent.close();
  });
});

describe('the format of a sitemap', () => {
  const formats: [name: string, file: (url: (path: string) => string) => string | Buffer][] = [
    ['XML', (url) => urlset(url('/a'), url('/b'))],
    ['XML with a byte order mark and leading space', (url) => `\uFEFF\n  ${urlset(url('/a'), url('/b'))}`],
    ['UTF-16', (url) => Buffer.from(`\uFEFF${urlset(url('/a'), url('/b'))}`, 'utf16le')],
    ['UTF-16 without a byte order mark', (url) => Buffer.from(urlset(url('/a'), url('/b')), 'utf16le')],
    ['gzip', (url) => gzipSync(urlset(url('/a'), url('/b')))],
    ['gzip twice', (url) => gzipSync(gzipSync(urlset(url('/a'), url('/b'))))],
    ['text', (url) => `${url('/a')}\r\n\r\n ${url('/b')}\t\nnot a URL`],
    ['text with a byte order mark and a CR', (url) => `\uFEFF${url('/a')}\r${url('/b')}`],
    ['relative URLs and white space', () => urlset('\n   /a  \n', 'b')],
    ['CDATA', (url) => urlset(`<![CDATA[${url('/a')}]]>`, `${url('')}<![CDATA[/b]]>`)],
    ['comments within', (url) => urlset(`<!-- x -->${url('/a')}`, `${url('/')}<!-- y -->b`)],
    [
      'a prefix',
      (url) =>
        `<s:urlset xmlns:s="x"><s:url><s:loc>${url('/a')}</s:loc></s:url><s:url><s:loc>${url('/b')}</s:loc></s:url></s:urlset>`,
    ],
    [
      'capitals',
      (url) =>
        urlset(url('/a'), url('/b')).replace(
          /<(\/?)(urlset|url|loc)/g,
          (_all, end, name) => `<${end}${name.toUpperCase()}`,
        ),
    ],
    [
      'other elements around it',
      (url) =>
        urlset(url('/a'), url('/b')).replaceAll(
          '<url>',
          '<url><priority>1</priority><x:y xmlns:x="x"><z/></x:y>',
        ),
    ],
    ['a missing end', (url) => urlset(url('/a'), url('/b'), url('/half')).split('/half')[0] ?? ''],
  ];
  it.each(formats)('can be read: %s', async (_name, file) => {
    files['/sitemap.xml'] = file(site.url);
    expect(await readPaths()).toEqual(['/a', '/b']);
  });

  it('may be gzip, which is detected by its bytes, with any headers', async () => {
    const headers = [
      { 'Content-Encoding': 'gzip' },
      { 'Content-Type': 'application/gzip' },
      { 'Content-Type': 'text/html' },
      { 'Content-Encoding': 'gzip', 'Content-Type': 'application/x-gzip' },
    ];
    files['/robots.txt'] = announce(...headers.map((_, number) => `/${number}.xml.gz`));
    headers.forEach((header, number) => {
      files[`/${number}.xml.gz`] = (_request, response) => {
        response.writeHead(200, header);
        response.end(gzipSync(urlset(site.url(`/page-${number}`))));
      };
    });
    expect(await readPaths()).toEqual(['/page-0', '/page-1', '/page-2', '/page-3']);
  });

  it('contributes pages only: no images, videos or translations, and nothing outside the site', async () => {
    files['/robots.txt'] = announce('/s.xml');
    files['/s.xml'] = `<urlset xmlns:image="i" xmlns:video="v" xmlns:xhtml="x">
      <url><loc>${site.url('/a')}</loc>
        <image:image><image:loc>${site.url('/image.png')}</image:loc><loc>${site.url('/nested')}</loc></image:image>
        <image:loc>${site.url('/loose.png')}</image:loc>
        <video:video><video:content_loc>${site.url('/v.mp4')}</video:content_loc></video:video>
        <xhtml:link rel="alternate" hreflang="de" href="${site.url('/de')}"/></url>
      <loc>${site.url('/stray')}</loc>
      <url><loc>http://other.test/x</loc></url><url><loc>javascript:alert(1)</loc></url>
      <url><loc>http://[bad</loc></url><url><loc></loc></url>
      <url><loc>${site.url(`/${'x'.repeat(2_000)}`)}</loc></url>
      <url><loc>${site.url('/b', 'www.site.test')}</loc></url></urlset>`;
    const { sitemapUrls, notes } = await site.read();
    expect(sitemapUrls).toEqual([site.url('/a'), site.url('/b', 'www.site.test')]);
    expect(notes).toEqual([
      `The sitemap site.test:${site.port}/s.xml also names other sites: 4 URLs were skipped.`,
    ]);
  });

  it('may contain five entities and no others, even if declared', async () => {
    files['/sitemap.xml'] = urlset(
      site.url('/?a&amp;b=&lt;&#x2f;&#47;'),
      site.url('/raw?a&b=1'),
      site.url('/&eacute;'),
    );
    expect(await readPaths()).toEqual(['/?a&b=%3C//', '/&eacute;', '/raw?a&b=1']);
  });

  it('contributes each page once, in the order in which pages are chosen', async () => {
    files['/sitemap.xml'] = urlset(
      ...['/b/c', '/b', '/', '/b/', '/b#part', '/b?utm_source=x', '/a/a/a', '/z', '/b/a'].map((path) =>
        site.url(path),
      ),
      site.url('/b', 'www.site.test'),
    );
    expect(await readPaths()).toEqual(['/', '/b', '/z', '/b/a', '/b/c', '/a/a/a']);
  });

  it('distinguishes hash routes on request', async () => {
    files['/sitemap.xml'] = urlset(...['/#/a', '/#!/b', '/#c', '/'].map((path) => site.url(path)));
    const { sitemapUrls } = await site.read({ hashRoutes: true });
    expect(sitemapUrls).toEqual(['/', '/#!/b', '/#/a'].map((path) => site.url(path)));
    expect(await readPaths()).toEqual(['/']);
  });
});

describe('a sitemap that cannot be used', () => {
  const faults: [fault: string, file: File, why: string][] = [
    ['an HTML page', '<!DOCTYPE html><html><body><loc>/x</loc>', 'is an HTML page, not a sitemap'],
    ['HTML without a document type', '<html lang=en><title>x</title>', 'is an HTML page, not a sitemap'],
    [
      'a custom entity',
      '<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>&x;</loc></url></urlset>',
      'has a document type, which a sitemap must not have, and was not read',
    ],
    [
      'an external document type',
      '<!DOCTYPE urlset SYSTEM "http://169.254.169.254/x.dtd"><urlset><url><loc>/a</loc></url></urlset>',
      'has a document type, which a sitemap must not have, and was not read',
    ],
    [
      'a feed',
      '<rss><channel><item><link>/a</link></item></channel></rss>',
      'is not a sitemap: it is neither XML',
    ],
    ['JSON', '{"urls": ["/a"]}', 'is not a sitemap: it is neither XML'],
    ['nothing', ' \n', 'is empty'],
    ['no bytes', '', 'is empty'],
    [
      'half of a gzip file',
      gzipSync('x'.repeat(9_000)).subarray(0, 30),
      'is truncated or not valid gzip; it was not used',
    ],
    [
      'an error status',
      (_request, response) => response.writeHead(503).end(),
      'was answered with the status 503',
    ],
    ['a closed connection', (request) => request.socket.destroy(), 'closed the connection without an answer'],
    [
      'a response that is not HTTP',
      (request) => request.socket.end('SSH-2.0-x\r\n'),
      'did not answer in HTTP',
    ],
    [
      'half of the declared length',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': 1_000 });
        response.write(urlset('/a').slice(0, -3), () => response.destroy());
      },
      'could not be reached, or closed the connection; it was not used',
    ],
    [
      'a content coding that was not requested',
      (_request, response) => response.writeHead(200, { 'Content-Encoding': 'br' }).end('x'),
      'has a content encoding that was not requested; it was not used',
    ],
    [
      'a redirect to another site',
      (_request, response) => response.writeHead(302, { Location: 'http://other.test/' }).end(),
      'redirects to another site',
    ],
    [
      'a redirect to itself',
      (_request, response) => response.writeHead(302, { Location: '/s.xml' }).end(),
      'redirects more than 5 times',
    ],
    [
      'another protocol',
      (request) =>
        request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      'closed the connection without an answer',
    ],
  ];
  it.each(faults)(
    '%s is noted when robots.txt names the file, and not when it is the default location',
    async (_fault, file, why) => {
      files['/robots.txt'] = announce('/s.xml', '/good.xml');
      files['/s.xml'] = file;
      files['/good.xml'] = urlset(site.url('/good'));
      const { sitemapUrls, notes } = await site.read();
      expect(sitemapUrls).toEqual([site.url('/good')]);
      expect(notes).toHaveLength(1);
      expect(notes[0]).toContain(`The sitemap site.test:${site.port}/s.xml ${why}`);
      delete files['/robots.txt'];
      files['/sitemap.xml'] = file;
      expect(await site.read()).toEqual({ robots: '', sitemapUrls: [], notes: [] });
    },
  );

  it('is noted when a file ends too early, without the query of its URL', async () => {
    files['/robots.txt'] = `Sitemap: ${site.url('/s.xml?token=secret')}`;
    files['/s.xml?token=secret'] =
      `<urlset><url><loc>${site.url('/a')}</loc></url><url><loc>${site.url('/b')}`;
    const { sitemapUrls, notes } = await site.read();
    expect(sitemapUrls).toEqual([site.url('/a')]);
    expect(notes).toEqual([
      `The sitemap site.test:${site.port}/s.xml could be read in part only. That part was used.`,
    ]);
  });
});
