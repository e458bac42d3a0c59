import { describe, expect, it } from 'vitest';
import type { CrawlRules } from '../../../core/crawl/candidates.ts';
import {
  chooseFirstPages,
  chooseNextPages,
  listNotAttemptedPages,
} from '../../../core/crawl/choose-pages.ts';
import { type CrawlSettings, crawlSettingsDefault } from '../../../core/crawl/crawl-settings.ts';
import { type FoundAddress, FoundPages } from '../../../core/crawl/found-pages.ts';
import { compareAddresses } from '../../../core/crawl/page-order.ts';
import { resolveRedirect } from '../../../core/crawl/resolve-redirect.ts';
import { getAdoptedOrigin, getCrawlOrigin } from '../../../core/crawl/site-origin.ts';
import { computePageId } from '../../../core/scans/page-id.ts';
import type { FrontierPage } from '../../../core/scans/scan.ts';

const ORIGIN = 'https://shop.example';

function rules(settings: Partial<CrawlSettings> = {}, others: Partial<CrawlRules> = {}): CrawlRules {
  return {
    settings: { ...crawlSettingsDefault, ...settings },
    origin: ORIGIN,
    signedIn: false,
    allowed: () => true,
    ...others,
  };
}

const links = (...paths: string[]): FoundAddress[] =>
  paths.map((path) => ({ url: ORIGIN + path, risky: false }));
const paths = (pages: readonly { url: string }[]) => pages.map(({ url }) => url.replace(ORIGIN, ''));
const first = (startUrls: string[], sitemap: string[] = [], given = rules()) =>
  chooseFirstPages(
    'scan_1',
    startUrls.map((path) => ORIGIN + path),
    sitemap.map((path) => ORIGIN + path),
    given,
  );

describe('the first pages of a scan', () => {
  it('are the start URL, the listed pages, and the pages of the sitemap in the order of their URLs', async () => {
    const pages = await first(['/start', '/z', '/b'], ['/deep/er', '/m', '/b/', '/start#x', '/c']);
    expect(paths(pages)).toEqual(['/start', '/z', '/b', '/c', '/m', '/deep/er']);
    expect(pages.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(pages.every(({ depth }) => depth === 0)).toBe(true);
  });

  it('exclude a sitemap with too many pages, which are then chosen with the links of the first pages', async () => {
    const long = ['/blog/1', '/blog/2', '/blog/3'];
    expect(paths(await first(['/z', '/y'], long, rules({ maxPages: 5 })))).toEqual(['/z', '/y', ...long]);
    const few = rules({ maxPages: 4 });
    const given = await first(['/z', '/y'], long, few);
    expect(paths(given)).toEqual(['/z', '/y']);
    const found = [...links(...long), ...links('/pricing')];
    expect(paths(await chooseNextPages('scan_1', 1, given, found, few))).toEqual(['/pricing', '/blog/1']);
  });

  it('are the first of a long sitemap if links are not followed', async () => {
    const only = rules({ maxPages: 3, crawl: 'sitemap' });
    const pages = await first(['/z', '/y'], ['/a', '/b', '/c'], only);
    expect(paths(pages)).toEqual(['/z', '/y', '/a']);
    expect(pages.map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  it('always include given pages, and exclude pages of the sitemap by pattern or robots.txt', async () => {
    const strict = rules({ excludeUrls: ['/private/**'] }, { allowed: (url) => !url.includes('disallowed') });
    const given = ['/private/a', '/disallowed'];
    const pages = await first(given, ['/private/b', '/disallowed/b', '/open'], strict);
    expect(paths(pages)).toEqual(['/private/a', '/disallowed', '/open']);
  });

  it('contain each URL once, in any spelling', async () => {
    expect(paths(await first(['/', '/a', '/a/', '/a#x', '/a?utm_source=x']))).toEqual(['/', '/a']);
  });
});

describe('the pages of the next depth', () => {
  it('do not depend on the order in which links were found', async () => {
    const known = await first(['/']);
    const found = links('/c', '/a/x', '/b', '/a', '/b/', '/', '/a#y');
    const one = await chooseNextPages('scan_1', 1, known, found, rules());
    const other = await chooseNextPages('scan_1', 1, known, found.toReversed(), rules());
    expect(paths(one)).toEqual(['/a', '/b', '/c', '/a/x']);
    expect(other).toEqual(one);
    expect(one.map(({ position }) => position)).toEqual([0, 1, 2, 3]);
  });

  it('fill the scan up to its limit', async () => {
    const known = await first(['/', '/z']);
    const chosen = await chooseNextPages('scan_1', 1, known, links('/c', '/a', '/b'), rules({ maxPages: 4 }));
    expect(paths(chosen)).toEqual(['/a', '/b']);
  });

  it('depend on includeUrls, excludeUrls, robots.txt and whether the scan is signed in', async () => {
    const known = await first(['/']);
    const found = [
      ...links('/blog/a', '/blog/b', '/shop', '/blog/no'),
      { url: `${ORIGIN}/blog/logout`, risky: true },
    ];
    const given = { includeUrls: ['/blog/**'], excludeUrls: ['/blog/b'] };
    const allowed = (url: string) => !url.endsWith('/no');
    const chosen = (others: Partial<CrawlRules>) =>
      chooseNextPages('scan_1', 1, known, found, rules(given, { allowed, ...others })).then(paths);
    expect(await chosen({})).toEqual(['/blog/a', '/blog/logout']);
    expect(await chosen({ signedIn: true })).toEqual(['/blog/a']);
    const ignoring = rules({ ...given, robots: 'ignore' }, { allowed });
    expect(paths(await chooseNextPages('scan_1', 1, known, found, ignoring))).toEqual([
      '/blog/a',
      '/blog/logout',
      '/blog/no',
    ]);
  });

  it('are only those of the site, and are opened at the origin of the site', async () => {
    const known = await first(['/']);
    const found = [
      'http://shop.example/plain',
      'https://www.shop.example/www',
      'https://other.example/off',
      'https://shop.example:8443/port',
      'javascript:alert(1)',
      'not an address',
      `${ORIGIN}/${'x'.repeat(3_000)}`,
    ].map((url) => ({ url, risky: false }));
    const chosen = await chooseNextPages('scan_1', 1, known, found, rules());
    expect(chosen.map(({ url }) => url)).toEqual([`${ORIGIN}/plain`, `${ORIGIN}/www`]);
  });

  it('exclude the target of a redirect of a known page', async () => {
    const [start] = await first(['/']);
    const moved = await resolveRedirect(`${ORIGIN}/`, `${ORIGIN}/home`, { hashRoutes: false });
    const known = [{ ...(start as FrontierPage), movedTo: moved }];
    expect(paths(await chooseNextPages('scan_1', 1, known, links('/home', '/a'), rules()))).toEqual(['/a']);
  });

  it('may be routes behind a #', async () => {
    const known = await first(['/']);
    const found = links('/#/a', '/#/b', '/#top');
    expect(paths(await chooseNextPages('scan_1', 1, known, found, rules()))).toEqual([]);
    expect(paths(await chooseNextPages('scan_1', 1, known, found, rules({ hashRoutes: true })))).toEqual([
      '/#/a',
      '/#/b',
    ]);
  });
});

describe('the list of skipped pages', () => {
  it('has each page with its reason', async () => {
    const known = await first(['/', '/a']);
    const found = [
      ...links('/a', '/b', '/private', '/no', '/terms.pdf', '/logo.PNG'),
      { url: `${ORIGIN}/logout`, risky: true },
    ];
    const strict = rules(
      { maxPages: 2, excludeUrls: ['/private'] },
      { signedIn: true, allowed: (url) => !url.endsWith('/no') },
    );
    const left = async (given: CrawlRules, cancelled = false) =>
      Object.fromEntries(
        (await listNotAttemptedPages(known, found, given, cancelled)).map(({ url, reason }) => [
          url.replace(ORIGIN, ''),
          reason,
        ]),
      );
    expect(await left(strict)).toEqual({
      '/terms.pdf': 'file',
      '/logo.PNG': 'file',
      '/b': 'limit',
      '/private': 'pattern',
      '/no': 'robots',
      '/logout': 'risky',
    });
    expect(await left(rules({ maxDepth: 0 }))).toMatchObject({ '/b': 'depth' });
    expect(await left(rules(), true)).toMatchObject({ '/b': 'ended' });
  });
});

describe('a page that moved', () => {
  const at = (url: string, finalUrl: string | null) => resolveRedirect(url, finalUrl, { hashRoutes: true });

  it('to another page of its site is identified by that page', async () => {
    expect(await at(`${ORIGIN}/old`, `${ORIGIN}/new`)).toEqual({
      pageId: await computePageId(`${ORIGIN}/new`, { hashRoutes: true }),
      origin: ORIGIN,
    });
  });

  it.each([
    [`${ORIGIN}/a`, `${ORIGIN}/a/`],
    [`${ORIGIN}/a`, `${ORIGIN}/a?utm_source=x`],
    [`${ORIGIN}/#/a`, `${ORIGIN}/`],
    [`${ORIGIN}/#/a`, `${ORIGIN}/#/a`],
    [`${ORIGIN}/a`, 'https://elsewhere.example/a'],
    [`${ORIGIN}/a`, 'chrome-error://chromewebdata/'],
    [`${ORIGIN}/a`, null],
    [`${ORIGIN}/a`, `${ORIGIN}/${'x'.repeat(4_000)}…`],
  ])('from %s to %s has not moved within its site', async (url, finalUrl) => {
    expect(await at(url, finalUrl)).toBeUndefined();
  });

  it('moves its site to https and www if it is the start URL', async () => {
    const [start] = await chooseFirstPages('scan_1', ['http://shop.example/'], [], rules());
    const moved = await at('http://shop.example/', 'https://www.shop.example/');
    const pages = [{ ...(start as FrontierPage), movedTo: moved }];
    expect(getAdoptedOrigin(pages)).toBe('https://www.shop.example');
    expect(getCrawlOrigin('http://shop.example/', pages)).toBe('https://www.shop.example');
    const chosen = await chooseNextPages(
      'scan_1',
      1,
      pages,
      links('/a'),
      rules({}, { origin: getCrawlOrigin('http://shop.example/', pages) }),
    );
    expect(chosen.map(({ url }) => url)).toEqual(['https://www.shop.example/a']);
  });

  it('within its origin does not move the site', async () => {
    const [start] = await first(['/']);
    const pages = [{ ...(start as FrontierPage), movedTo: await at(`${ORIGIN}/`, `${ORIGIN}/home`) }];
    expect(getAdoptedOrigin(pages)).toBeUndefined();
  });
});

describe('discovered pages', () => {
  it('are limited in number, and the same in any order of discovery', () => {
    const found = Array.from({ length: 500 }, (_, n) =>
      links(`/${(n * 7_919) % 1_000}`, `/deep/${n}`),
    ).flat();
    const kept = (given: FoundAddress[]) => {
      const pages = new FoundPages(ORIGIN, { hashRoutes: false }, 50);
      for (const one of given) pages.add(one);
      return { urls: pages.list().map(({ url }) => url), cut: pages.cut };
    };
    const one = kept(found);
    expect(one.urls).toHaveLength(50);
    expect(one.cut).toBe(true);
    expect(one.urls).toEqual(
      found
        .map(({ url }) => url)
        .toSorted(compareAddresses)
        .slice(0, 50),
    );
    expect(kept(found.toReversed())).toEqual(one);
  });

  it('are risky by their URL too, from any source', async () => {
    const signedIn = rules({}, { signedIn: true });
    expect(
      paths(await first(['/'], ['/logout', '/account/delete', '/?action=logout', '/a'], signedIn)),
    ).toEqual(['/', '/a']);
  });
});
