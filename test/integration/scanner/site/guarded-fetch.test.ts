import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchGuarded } from '../../../../scanner/site/guarded-fetch.ts';
import { inflateBody } from '../../../../scanner/site/inflate.ts';
import { selfSigned } from '../../../support/self-signed.ts';
import { type File, index, serveSite, startSilentListener, type TestSite, urlset } from './site-server.ts';

let site: TestSite;
let files: Record<string, File>;

beforeEach(async () => {
  files = {};
  site = await serveSite(files);
});
afterEach(() => site.close());

const MEGABYTE = 1024 * 1024;
const announced = (path: string) => `Sitemap: ${site.url(path)}`;

describe('the destinations of our own requests', () => {
  it('exclude every address that the policy refuses, also after a redirect or a changed name resolution', async () => {
    const silent = await startSilentListener();
    const policy = { loopbackPorts: [site.port], blockedPorts: [], ports: [80, 443] };
    const redirects = [
      `http://127.0.0.1:${silent.port}/`,
      `http://site.test:${silent.port}/`,
      `http://0x7f.1:${silent.port}/`,
      `http://[::ffff:127.0.0.1]:${silent.port}/`,
      'file:///etc/passwd',
      'gopher://site.test/',
      'data:text/plain,x',
      'http://',
    ];
    files['/robots.txt'] = redirects.map((_, number) => announced(`/${number}.xml`)).join('\n');
    redirects.forEach((Location, number) => {
      files[`/${number}.xml`] = (_request, response) => response.writeHead(307, { Location }).end();
    });
    const { notes, sitemapUrls } = await site.read({ egress: policy });
    expect(sitemapUrls).toEqual([]);
    expect(notes).toHaveLength(redirects.length);
    for (const note of notes) expect(note).toContain('redirects to another site');
    expect(silent.visits()).toBe(0);

    // The address is checked at each request: the second resolution of the name is different.
    const answers = ['127.0.0.1', '10.0.0.1'];
    const rebound = await site.read({
      egress: policy,
      resolve: async () => [{ address: answers.shift() ?? '169.254.169.254', family: 4 }],
    });
    expect(rebound.notes[0]).toContain('is at an address that scans may not open');

    const refused = await site.read({ egress: { ...policy, blockedPorts: [site.port] } });
    expect(refused.notes[0]).toContain('is at an address that scans may not open');
    silent.close();
  });

  it('exclude external references in a sitemap', async () => {
    const silent = await startSilentListener();
    const at = `http://127.0.0.1:${silent.port}/x`;
    const entry = `<url><loc>${site.url('/a')}</loc></url>`;
    const sitemaps = [
      `<!DOCTYPE urlset SYSTEM "${at}"><urlset>${entry}</urlset>`,
      `<!DOCTYPE urlset [<!ENTITY % x SYSTEM "${at}"> %x;]><urlset>${entry}</urlset>`,
      `<!DOCTYPE urlset [<!ENTITY x SYSTEM "${at}">]><urlset><url><loc>&x;</loc></url></urlset>`,
      `<?xml-stylesheet href="${at}"?><urlset>${entry}</urlset>`,
      `<urlset xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${at}"/>${entry}</urlset>`,
      `<urlset xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:schemaLocation="a ${at}">${entry}</urlset>`,
    ];
    files['/robots.txt'] = sitemaps.map((_, number) => announced(`/${number}.xml`)).join('\n');
    sitemaps.forEach((file, number) => {
      files[`/${number}.xml`] = file;
    });
    const { sitemapUrls, notes } = await site.read({
      egress: { loopbackPorts: 'all', blockedPorts: [], ports: [] },
    });
    expect(sitemapUrls).toEqual([site.url('/a')]);
    expect(notes).toHaveLength(3);
    expect(silent.visits()).toBe(0);
    silent.close();
  });

  it('get no name or password of a redirect', async () => {
    let authorization: string | undefined = 'not asked';
    files['/robots.txt'] = (_request, response) =>
      response.writeHead(302, { Location: `http://user:secret@site.test:${site.port}/r` }).end();
    files['/r'] = (request, response) => {
      authorization = request.headers.authorization;
      response.end();
    };
    await site.read({ sitemap: false });
    expect(authorization).toBeUndefined();
  });

  it('get no cookie', async () => {
    files['/robots.txt'] = (_request, response) => response.writeHead(200, { 'Set-Cookie': 'a=b' }).end();
    await site.read();
    expect(site.headers.cookie).toBeUndefined();
    expect(site.requests).toHaveLength(2);
  });

  it('are opened by https only with a certificate for exactly their name', async () => {
    const certificate = selfSigned('site.test');
    const names: string[] = [];
    const SNICallback = (name: string, done: (error: null) => void) => {
      names.push(name);
      done(null);
    };
    const server = createServer({ ...certificate, SNICallback }, (_request, response) =>
      response.end('secure'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const get = async (host: string) => {
      let body = '';
      const options = {
        egress: { loopbackPorts: [port], blockedPorts: [], ports: [] },
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        userAgent: 'x',
        maxBytes: 100,
        timeoutMs: 10_000,
      };
      const take = (chunk: Buffer) => {
        body += chunk;
        return true;
      };
      const fetched = await fetchGuarded(`https://${host}:${port}/`, take, options);
      return fetched.answered ? body : fetched.why;
    };
    const untrusted = await get('site.test');
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, certificate.cert]);
    try {
      expect(await get('site.test')).toBe('secure');
      expect(await get('other.test')).toBe('could not be opened over TLS (ERR_TLS_CERT_ALTNAME_INVALID)');
      expect(await get('127.0.0.1')).toBe('could not be opened over TLS (ERR_TLS_CERT_ALTNAME_INVALID)');
    } finally {
      setDefaultCACertificates(before);
      server.close();
      server.closeAllConnections();
    }
    expect(untrusted).toMatch(/^could not be opened over TLS \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/);
    expect(names).toEqual(['site.test', 'site.test', 'other.test']);
  });
});

describe('servers that try to use up resources', () => {
  it('are read only up to the byte limit of a decompression bomb', async () => {
    const entry = `<url><loc>${site.url('/a')}</loc></url>\n`;
    const entries = gzipSync(`<urlset>${entry.repeat(50_100)}`);
    const spaces = gzipSync(Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(60 * MEGABYTE, ' ')]));
    files['/robots.txt'] = ['/twice.xml', '/entries.xml'].map(announced).join('\n');
    files['/twice.xml'] = gzipSync(spaces);
    files['/entries.xml'] = entries;
    const { sitemapUrls, notes } = await site.read();
    expect(notes).toEqual([
      `The sitemap site.test:${site.port}/twice.xml is longer than 50 MB. The rest was skipped.`,
      'Only the first 50000 URLs of the sitemaps were read.',
    ]);
    expect(sitemapUrls).toEqual([site.url('/a')]);
  });

  it('have a decompression bomb delivered in small pieces, and never above the byte limit', async () => {
    files['/bomb'] = gzipSync(gzipSync(Buffer.alloc(20 * MEGABYTE)));
    const pieces: number[] = [];
    const options = {
      egress: { loopbackPorts: [site.port], blockedPorts: [], ports: [] },
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      userAgent: 'x',
      maxBytes: 5 * MEGABYTE,
      timeoutMs: 30_000,
    };
    const fetched = await fetchGuarded(site.url('/bomb'), (piece) => pieces.push(piece.length) > 0, options);
    expect(fetched).toMatchObject({ answered: true, end: 'too-long' });
    expect(Math.max(...pieces)).toBeLessThanOrEqual(64 * 1024);
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(options.maxBytes);
  });

  it('are decompressed only a few buffers ahead when the output is not read', async () => {
    // Compressed weakly, so that it is many buffers long on the connection.
    const packed = gzipSync(Buffer.alloc(200 * MEGABYTE), { level: 1 });
    let taken = 0;
    async function* body() {
      for (; taken < packed.length; taken += 1024) yield packed.subarray(taken, taken + 1024);
    }
    const reader = inflateBody(body(), 200 * MEGABYTE);
    expect((await reader.next()).value?.length).toBeLessThanOrEqual(64 * 1024);
    for (let round = 0; round < 1_000; round++) await new Promise(setImmediate);
    expect(taken).toBeLessThan(packed.length / 4);
    await reader.return(undefined);
  });

  it('have XML rejected that is built to use memory', async () => {
    const shapes = {
      '/deep.xml': `<urlset>${'<a>'.repeat(MEGABYTE / 4)}`,
      '/attributes.xml': `<urlset><url ${Array.from({ length: 50_000 }, (_, n) => `a${n}="x"`).join(' ')}>`,
      '/name.xml': `<${'a'.repeat(2 * MEGABYTE)}`,
      '/value.xml': `<urlset a="${'a'.repeat(2 * MEGABYTE)}">`,
      '/comment.xml': `<urlset><!--${'a'.repeat(2 * MEGABYTE)}-->`,
      '/doctype.xml': `<!DOCTYPE ${'a'.repeat(2 * MEGABYTE)}>`,
      '/location.xml': `<urlset><url><loc>${'a'.repeat(2 * MEGABYTE)}</loc></url></urlset>`,
    };
    files['/robots.txt'] = Object.keys(shapes).map(announced).join('\n');
    Object.assign(files, shapes);
    const { sitemapUrls, notes } = await site.read();
    expect(sitemapUrls).toEqual([]);
    const part = 'could be read in part only. That part was used.';
    const none =
      'is not a sitemap: it is neither XML with urlset or sitemapindex, nor text with one URL per line.';
    const endings = [part, part, none, none, part, none, 'also names other sites: 1 URL was skipped.'];
    expect(notes.map((note) => note.replace(/^The sitemap \S+ /, ''))).toEqual(endings);
  });

  it('have the same pages kept of too many, in any order', async () => {
    const locations = Array.from({ length: 6_000 }, (_, number) => `/p${String(number).padStart(5, '0')}`);
    const read = async (order: string[]) => {
      files['/sitemap.xml'] = urlset(...order);
      return site.read();
    };
    const one = await read(['/deep/er', ...locations]);
    const other = await read([...locations.toReversed(), '/deep/er']);
    expect(other).toEqual(one);
    expect(one.sitemapUrls).toHaveLength(5_000);
    expect(one.sitemapUrls.at(-1)).toBe(site.url('/p04999'));
    expect(one.notes).toEqual([
      'The sitemaps name more than 5000 pages. Only the first ones in order were kept.',
    ]);
    // Pages that cannot be chosen use no capacity.
    const chosen = await site.read({ accept: (url) => url.endsWith('7') });
    expect(chosen.sitemapUrls).toHaveLength(600);
    expect(chosen.notes).toEqual([]);
  });

  it('are limited to the total time of site discovery when everything is slow, and partial files are not used', async () => {
    let dripping = 0;
    files['/robots.txt'] = ['/quick.xml', '/slow.xml', '/never.xml'].map(announced).join('\n');
    files['/quick.xml'] = urlset('/quick');
    files['/slow.xml'] = async (_request, response) => {
      dripping += 1;
      response.write('<urlset>');
      for (let n = 0; !response.destroyed; n++) {
        response.write(`<url><loc>/slow-${n}</loc></url>`);
        await pause(10);
      }
      dripping -= 1;
    };
    // Long enough for the two quick files on a slow machine.
    const { sitemapUrls, notes } = await site.read({ timeoutMs: 3_000 });
    expect(sitemapUrls).toEqual([site.url('/quick')]);
    expect(notes).toEqual([
      `The sitemap site.test:${site.port}/slow.xml took too long to answer; it was not used.`,
      'Reading the sitemaps took too long. The remaining sitemaps were skipped.',
    ]);
    expect(site.requests).not.toContain('site.test /never.xml');
    while (dripping > 0) await pause(10);
  });

  it.each([
    ['a header that never ends', (request) => request.socket.write('HTTP/1.1 200 OK\r\nA: b\r\n')],
    ['silence', () => undefined],
    ['a name that does not resolve', 'resolve'],
  ] as [string, File][])('are limited in time by %s', async (_says, file) => {
    files['/robots.txt'] = file;
    const never = () => new Promise<never>(() => undefined);
    const { notes } = await site.read({ timeoutMs: 300, ...(file === 'resolve' ? { resolve: never } : {}) });
    expect(notes[0]).toContain('robots.txt took too long to answer');
  });

  it('get a bounded number of notes', async () => {
    files['/robots.txt'] = announced('/i.xml');
    files['/i.xml'] = index(...Array.from({ length: 45 }, (_, number) => `/${number}/${'n'.repeat(400)}`));
    const { notes } = await site.read();
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toBe('There are 25 more notes like these.');
    for (const note of notes) expect(note.length).toBeLessThan(300);
  });
});
