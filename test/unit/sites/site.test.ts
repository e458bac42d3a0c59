import { describe, expect, it } from 'vitest';
import { findPageFaults, findSiteFaults, listStartUrls } from '../../../core/sites/listed-pages.ts';
import { applySiteChange, buildSite, isOriginAllowed, toSiteView } from '../../../core/sites/site.ts';
import { createSiteSchema, updateSiteSchema } from '../../../core/sites/site-bodies.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const site = { url: 'https://www.example.com/shop/', pages: [], origins: [] as string[] };

describe('a new site', () => {
  it('is trimmed, and has no pages or origins by default', () => {
    expect(createSiteSchema.parse({ name: '  Shop ', url: 'http://example.com' })).toEqual({
      name: 'Shop',
      labels: [],
      url: 'http://example.com',
      pages: [],
      origins: [],
      crawl: 'both',
      maxPages: null,
      maxDepth: null,
      includeUrls: [],
      excludeUrls: [],
      hashRoutes: false,
      robots: 'obey',
      sourcePaths: [],
      mainBranch: null,
    });
  });

  it.each([
    ['a name with a control character', { name: 'a\u0007b' }],
    ['a name with an unpaired surrogate', { name: 'a\ud800b' }],
    ['a URL with a control character', { url: 'https://example.com/\u009b31m' }],
    ['a URL with bidirectional controls', { url: 'https://example.com/\u202egnp.exe' }],
    ['a page with a control character', { pages: ['/\u001b[31m'] }],
    ['a name with bidirectional controls', { name: 'a\u202eb' }],
    ['an empty name', { name: '  ' }],
    ['a URL of another scheme', { url: 'ftp://example.com/' }],
    ['a URL with a password', { url: 'https://a:b@example.com/' }],
    ['a URL that is too long once it is percent-encoded', { url: `https://example.com/${'語'.repeat(300)}` }],
    ['a page that is too long once it is percent-encoded', { pages: [`/${'<'.repeat(900)}`] }],
    [
      'pages that are too long together',
      { pages: Array.from({ length: 90 }, (_, i) => `/${'x'.repeat(1_500)}${i}`) },
    ],
    ['more than 100 pages', { pages: Array.from({ length: 101 }, (_, i) => `/${i}`) }],
    ['a page on another origin', { pages: ['https://example.org/'] }],
    ["a page on another host that resembles the site's host", { pages: ['//example.org/'] }],
    ['a page that is neither path nor URL', { pages: ['about'] }],
    ['an unknown member', { depth: 1 }],
    ['more than 5 labels', { labels: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['a label of more than 24 characters', { labels: ['a'.repeat(25)] }],
    ['an empty label', { labels: ['  '] }],
    ['a label with other characters', { labels: ['a,b'] }],
    ['labels that differ only in case', { labels: ['Shop', 'shop'] }],
  ])('is rejected for %s', (_, part) => {
    const site = { name: 'Shop', url: 'https://www.example.com/', ...part };
    expect(createSiteSchema.safeParse(site).success).toBe(false);
  });

  it.each(['/start', 'shop', '', 'ftp://example.com/'])('names the invalid URL, and no page: %j', (url) => {
    const { error } = createSiteSchema.safeParse({ name: 'Shop', url, pages: ['/a', 'https://a.example/'] });
    expect(error?.issues.map(({ path }) => path)).toEqual([['url']]);
  });

  it('accepts labels of any script, and trims them', () => {
    const labels = [' Käufer-Team ', '購買_2', 'v1.0', 'हिन्दी', 'cafe\u0301'];
    const body = { name: 'Shop', url: 'https://www.example.com/', labels };
    expect(createSiteSchema.parse(body).labels).toEqual(['Käufer-Team', '購買_2', 'v1.0', 'हिन्दी', 'café']);
  });

  it('names the invalid page', () => {
    const body = { name: 'Shop', url: 'https://www.example.com/', pages: ['/a', 'https://example.org/b'] };
    expect(createSiteSchema.safeParse(body).error?.issues[0]?.path).toEqual(['pages', 1]);
  });
});

describe('a change of a site', () => {
  it('must change something', () => {
    expect(updateSiteSchema.safeParse({}).success).toBe(false);
    expect(updateSiteSchema.safeParse({ name: 'B' }).success).toBe(true);
  });

  it('keeps members that it does not name, and increases the time even within a millisecond', () => {
    const body = { name: 'A', url: 'https://a.example/', pages: ['/x'], maxDepth: 2, crawl: 'links' };
    const before = buildSite('acct_1', createSiteSchema.parse(body), now);
    const after = applySiteChange(before, { name: 'B' }, now);
    expect(after).toEqual({ ...before, name: 'B', updatedAt: '2026-01-02T03:04:05.001Z' });
  });

  it('removes limits by null, and leaves no list partially changed', () => {
    const body = {
      name: 'A',
      url: 'https://a.example/',
      maxDepth: 2,
      maxPages: 5,
      includeUrls: ['/a', '/b'],
    };
    const before = buildSite('acct_1', createSiteSchema.parse(body), now);
    const change = updateSiteSchema.parse({ maxDepth: null, maxPages: null, includeUrls: ['/c'] });
    expect(applySiteChange(before, change, now)).toMatchObject({
      maxDepth: null,
      maxPages: null,
      includeUrls: ['/c'],
    });
  });

  it('of the URL makes listed URLs of the old origin invalid', () => {
    const pages = ['/a', 'https://old.example/b'];
    expect(findPageFaults({ url: 'https://old.example/', pages })).toEqual([]);
    expect(findPageFaults({ url: 'https://new.example/', pages }).map(({ index }) => index)).toEqual([1]);
  });
});

describe('the maximum number of pages of a site', () => {
  const of = (maxPages: number | null, pages: string[], hashRoutes = false) => ({
    ...site,
    pages,
    maxPages,
    hashRoutes,
  });
  const listed = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);

  it('must include the start URL and the listed pages, each counted once', () => {
    expect(findSiteFaults(of(2, ['/a', '/b']))).toEqual([
      {
        path: ['maxPages'],
        message: 'must be at least 3, the number of the start URL and the listed pages; it is 2',
      },
    ]);
    expect(findSiteFaults(of(3, ['/a', '/b', '/a', '/shop/']))).toEqual([]);
    expect(findSiteFaults(of(null, listed(100)))).toEqual([]);
  });

  it('counts the routes of an application only if they are pages', () => {
    expect(findSiteFaults(of(1, ['/shop/#/cart']))).toEqual([]);
    expect(findSiteFaults(of(1, ['/shop/#/cart'], true))).toHaveLength(1);
  });

  it('is 25 by default, or the number of the start URL and the listed pages if that is higher', () => {
    const shown = (maxPages: number | null, pages: string[]) => {
      const body = createSiteSchema.parse({ name: 'A', url: site.url, pages, maxPages });
      return toSiteView(buildSite('acct_1', body, now)).maxPages;
    };
    expect([shown(null, []), shown(null, listed(40)), shown(50, listed(40)), shown(1, [])]).toEqual([
      25, 41, 50, 1,
    ]);
  });
});

describe('the first URLs of a scan', () => {
  it('are the start URL, then the pages, each once and without fragment', () => {
    const pages = ['/a?b=1#c', 'https://www.example.com/shop/', '/a?b=1', '/'];
    expect(listStartUrls({ ...site, pages })).toEqual([
      'https://www.example.com/shop/',
      'https://www.example.com/a?b=1',
      'https://www.example.com/',
    ]);
  });

  it('contain no page twice, in any spelling of its URL', () => {
    const pages = ['/shop', '/a?utm_source=mail', '/a/', '/a?b=1'];
    expect(listStartUrls({ ...site, pages })).toEqual([
      'https://www.example.com/shop/',
      'https://www.example.com/a?utm_source=mail',
      'https://www.example.com/a?b=1',
    ]);
  });

  it('keep routes, and no other fragment, if routes are pages', () => {
    const pages = ['/#/a', '/#!/b', '/#top', '/#/'];
    expect(listStartUrls({ ...site, pages }, site.url, true)).toEqual([
      'https://www.example.com/shop/',
      'https://www.example.com/#/a',
      'https://www.example.com/#!/b',
      'https://www.example.com/',
    ]);
  });

  it('move to the origin of a start URL that replaces the site’s own', () => {
    const urls = listStartUrls(
      { ...site, pages: ['/a', 'https://www.example.com//b'] },
      'http://pr-1.preview.example.com:8080/x',
    );
    expect(urls).toEqual([
      'http://pr-1.preview.example.com:8080/x',
      'http://pr-1.preview.example.com:8080/a',
      'http://pr-1.preview.example.com:8080//b',
    ]);
  });
});

describe('the origins of a site', () => {
  const allowed = (origins: string[], url: string) => isOriginAllowed({ ...site, origins }, url);

  it("always include the site's own", () => {
    expect(allowed([], 'https://www.example.com/other')).toBe(true);
    expect(allowed([], 'http://www.example.com/')).toBe(false);
    expect(allowed([], 'https://www.example.com:8443/')).toBe(false);
  });

  it('match exactly, or by pattern at any depth, but never the bare name or a similar name', () => {
    const origins = [
      'https://Staging.example.com',
      '*.preview.example.com',
      'https://*.secure.example.com:8443',
    ];
    for (const url of [
      'https://staging.example.com/x',
      'https://a.preview.example.com/',
      'http://a.b.preview.example.com/',
      'https://a.secure.example.com:8443/',
    ]) {
      expect(allowed(origins, url), url).toBe(true);
    }
    for (const url of [
      'http://staging.example.com/',
      'https://preview.example.com/',
      'https://evilpreview.example.com/',
      'https://a.preview.example.com.evil.com/',
      'https://a.preview.example.com:8443/',
      'http://a.secure.example.com:8443/',
      'https://a.secure.example.com/',
    ]) {
      expect(allowed(origins, url), url).toBe(false);
    }
  });

  it.each([
    '*.com',
    '*',
    'https://*',
    'a.*.example.com',
    '*.*.example.com',
    '*.0.0.1',
    'staging.example.com',
    'https://a.example.com/path',
    'https://u:p@a.example.com',
    'ftp://a.example.com',
    '*.example.com/x',
    '*.exa mple.com',
  ])('reject %s', (origin) => {
    const body = { name: 'A', url: 'https://a.example/', origins: [origin] };
    expect(createSiteSchema.safeParse(body).success).toBe(false);
  });
});
