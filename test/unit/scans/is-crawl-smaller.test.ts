import { describe, expect, it } from 'vitest';
import { isCrawlSmaller } from '../../../core/scans/is-crawl-smaller.ts';
import type { ScanConfig } from '../../../core/scans/scan-config.ts';
import { type SiteCrawl, siteCrawlDefault } from '../../../core/sites/site-crawl.ts';

const check = (site: Partial<SiteCrawl>, config: Partial<ScanConfig>) =>
  isCrawlSmaller({ ...siteCrawlDefault, ...site }, { rules: ['wcag-aa'], priority: 'normal', ...config });

describe('the crawl of a scan', () => {
  it.each<[Partial<SiteCrawl>, Partial<ScanConfig>]>([
    [{}, { crawl: 'none' }],
    [{}, { crawl: 'links' }],
    [{ crawl: 'links' }, { crawl: 'sitemap' }],
    [{}, { maxPages: 24 }],
    [{ maxPages: 100 }, { maxPages: 99 }],
    [{}, { maxDepth: 99 }],
    [{ maxDepth: 3 }, { maxDepth: 2 }],
    [{}, { includeUrls: ['/blog/**'] }],
    [{ includeUrls: ['/a', '/b'] }, { includeUrls: ['/a', '/c'] }],
    [{}, { excludeUrls: ['/blog/**'] }],
    [{ excludeUrls: ['/a'] }, { excludeUrls: ['/a', '/b'] }],
    [{ hashRoutes: true }, { hashRoutes: false }],
    [{ robots: 'ignore' }, { robots: 'obey' }],
  ])('is smaller than that of a site with %j if the scan has %j', (site, config) => {
    expect(check(site, config)).toBe(true);
  });

  it.each<[Partial<SiteCrawl>, Partial<ScanConfig>]>([
    [{}, {}],
    [{ maxPages: 10, maxDepth: 1, includeUrls: ['/a'], excludeUrls: ['/b'], robots: 'ignore' }, {}],
    [{ crawl: 'links' }, { crawl: 'both' }],
    [{}, { maxPages: 25 }],
    [{ maxPages: 10 }, { maxPages: 20 }],
    [{}, { maxDepth: 100 }],
    [{ maxDepth: 3 }, { maxDepth: null }],
    [{ crawl: 'sitemap' }, { maxDepth: 0 }],
    [{ includeUrls: ['/a'] }, { includeUrls: [] }],
    [{ includeUrls: ['/a'] }, { includeUrls: ['/b', '/a'] }],
    [{ excludeUrls: ['/a', '/b'] }, { excludeUrls: ['/b'] }],
    [{}, { hashRoutes: true, robots: 'ignore' }],
    [
      { crawl: 'none', maxPages: 5 },
      { crawl: 'links', maxPages: 2, maxDepth: 1, excludeUrls: ['/a'] },
    ],
  ])('is not smaller than that of a site with %j if the scan has %j', (site, config) => {
    expect(check(site, config)).toBe(false);
  });
});
