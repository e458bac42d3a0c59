import { describe, expect, it } from 'vitest';
import { resolveScanStart } from '../../../core/scans/resolve-settings.ts';
import { scanConfigSchema } from '../../../core/scans/scan-config.ts';
import { scanSettingsSchema } from '../../../core/scans/scan-settings.ts';
import { buildSite, type Site } from '../../../core/sites/site.ts';
import { createSiteSchema } from '../../../core/sites/site-bodies.ts';

function site(members: object = {}): Site {
  const body = { name: 'Shop', url: 'https://shop.example/', pages: ['/a', '/b'], ...members };
  return buildSite('acct_1', createSiteSchema.parse(body), new Date(0));
}

const start = (of: Site, config: object = {}) =>
  resolveScanStart(of, scanConfigSchema.parse({ rules: ['wcag-aa'], ...config }));

describe('the settings of a scan', () => {
  it('are complete by default', () => {
    const { startUrls, settings } = start(site());
    expect(startUrls).toEqual(['https://shop.example/', 'https://shop.example/a', 'https://shop.example/b']);
    expect(settings).toEqual({
      crawl: {
        crawl: 'both',
        maxPages: 25,
        maxDepth: null,
        includeUrls: [],
        excludeUrls: [],
        hashRoutes: false,
        robots: 'obey',
      },
      page: {
        viewport: { width: 1280, height: 1024 },
        mobile: false,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        locale: 'en-US',
        userAgentSuffix: '',
        includeSelectors: [],
        excludeSelectors: [],
        waitFor: null,
        screenshots: 'new',
        redactSelectors: [],
      },
      expectStatus: null,
      expectLogin: false,
      signedIn: false,
    });
    expect(scanSettingsSchema.parse(settings)).toEqual(settings);
  });

  const siteCrawl = {
    crawl: 'links',
    maxPages: 60,
    maxDepth: 4,
    includeUrls: ['/a/**'],
    excludeUrls: ['/a/b/**'],
    hashRoutes: true,
    robots: 'ignore',
  };

  it('are those of the site if the scan sets none', () => {
    expect(start(site(siteCrawl)).settings.crawl).toEqual(siteCrawl);
  });

  it.each<[string, unknown]>([
    ['crawl', 'none'],
    ['maxPages', 7],
    ['maxDepth', 0],
    ['maxDepth', null],
    ['includeUrls', []],
    ['excludeUrls', ['/x']],
    ['hashRoutes', false],
    ['robots', 'obey'],
  ])('are those of the scan if it sets %s: %j, and otherwise those of the site', (name, value) => {
    const { crawl } = start(site(siteCrawl), { [name]: value }).settings;
    expect(crawl).toEqual({ ...siteCrawl, [name]: value });
  });

  it('allow enough pages for the start URL and all listed pages', () => {
    const pages = Array.from({ length: 40 }, (_, index) => `/${index}`);
    expect(start(site({ pages })).settings.crawl.maxPages).toBe(41);
    expect(start(site({ pages: ['/a'] }), { maxPages: 2 }).settings.crawl.maxPages).toBe(2);
    // The start URL of the site is one of its listed pages. With another start URL there are three pages.
    const two = site({ pages: ['/', '/a'], maxPages: 2 });
    const moved = start(two, { url: 'https://shop.example/start' });
    expect([moved.startUrls.length, moved.settings.crawl.maxPages]).toEqual([3, 3]);
  });

  it('treat routes as separate pages if fragments are routes', () => {
    const app = site({ pages: ['/#/a'] });
    expect(start(app).startUrls).toEqual(['https://shop.example/']);
    expect(start(app, { hashRoutes: true }).startUrls).toEqual([
      'https://shop.example/',
      'https://shop.example/#/a',
    ]);
  });

  it.each<[unknown, object]>([
    ['desktop', { viewport: { width: 1280, height: 1024 }, mobile: false }],
    ['tablet', { viewport: { width: 768, height: 1024 }, mobile: true }],
    ['mobile', { viewport: { width: 390, height: 844 }, mobile: true }],
    [
      { width: 390, height: 844 },
      { viewport: { width: 390, height: 844 }, mobile: false },
    ],
  ])('include the viewport %j', (viewport, expected) => {
    expect(start(site(), { viewport }).settings.page).toMatchObject(expected);
  });

  it('include the page settings of the scan', () => {
    const page = {
      colorScheme: 'dark',
      reducedMotion: 'no-preference',
      locale: 'fr',
      userAgentSuffix: 'check/1',
      includeSelectors: ['main'],
      excludeSelectors: ['.advert'],
      waitFor: { milliseconds: 500 },
      screenshots: 'all',
      redactSelectors: ['.customer-name'],
    };
    const { settings } = start(site(), { ...page, expect: { status: 404 } });
    expect(settings.page).toMatchObject(page);
    expect(settings.expectStatus).toBe(404);
  });

  it("include the sources of the site's pages", () => {
    const sourcePaths = [{ url: '/blog/**', path: 'src/blog.html' }];
    expect(start(site({ sourcePaths })).sourcePaths).toEqual(sourcePaths);
  });

  it('include whether the site has credentials', () => {
    const sealed = { key: '', nonce: '', text: '', tag: '' };
    const kept = { origin: 'https://shop.example', headers: 1, cookies: 0, basic: false, setAt: '' };
    const closed: Site = { ...site(), credentials: { ...kept, sealed } };
    expect(start(closed).settings.signedIn).toBe(true);
  });
});
