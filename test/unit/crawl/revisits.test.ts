import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseNextPages } from '../../../core/crawl/choose-pages.ts';
import { crawlSettingsDefault } from '../../../core/crawl/crawl-settings.ts';
import { type CrawlState, choosePagesAtDepth } from '../../../core/crawl/next-depth.ts';
import { emptySiteDiscovery } from '../../../core/crawl/site-discovery.ts';
import { computePageId } from '../../../core/scans/page-id.ts';
import type { FrontierPage } from '../../../core/scans/scan.ts';
import { scanSettingsDefault } from '../../../core/scans/scan-settings.ts';

const ORIGIN = 'https://preview.example';

/** Crawls a site. @param linksOf the links of each page, by path. Returns the paths of each depth. */
async function crawl(
  linksOf: Readonly<Record<string, readonly string[]>>,
  judged: readonly string[],
  settings: Partial<typeof crawlSettingsDefault> = {},
) {
  const crawlSettings = { ...crawlSettingsDefault, ...settings };
  const start = {
    startUrls: [`${ORIGIN}/`],
    sourcePaths: [],
    settings: { ...scanSettingsDefault, crawl: crawlSettings },
  };
  const pages: FrontierPage[] = [
    {
      scanId: 's',
      pageId: await computePageId(`${ORIGIN}/`, crawlSettings),
      url: `${ORIGIN}/`,
      depth: 0,
      position: 0,
      state: 'done',
      attempts: 1,
      sends: 1,
    },
  ];
  const state: CrawlState = {
    scanId: 's',
    start,
    readSiteDiscovery: async () => emptySiteDiscovery,
    pages: async () => pages,
    links: (depth) =>
      pages
        .filter((page) => page.depth === depth)
        .map(({ url }) => ({
          urls: (linksOf[new URL(url).pathname] ?? []).map((path) => ORIGIN + path),
          risky: [],
          cut: 0,
        })),
    judgedBefore: async () => judged,
    rules: () => ({ settings: crawlSettings, origin: ORIGIN, signedIn: false, allowed: () => true }),
  };
  for (let depth = 1; depth < 20; depth += 1) {
    const found = await choosePagesAtDepth(depth, state);
    if (found.length === 0) break;
    pages.push(...found);
  }
  return pages
    .slice(1)
    .map(({ url, depth, revisited }) => `${depth}${revisited ? '!' : ''} ${new URL(url).pathname}`);
}

describe('pages that the compared scan judged', () => {
  it('change nothing while links lead to them', async () => {
    const links = { '/': ['/a', '/b'], '/a': ['/c'] };
    const paths = await crawl(links, []);
    expect(paths).toEqual(['1 /a', '1 /b', '2 /c']);
    expect(await crawl(links, ['/', '/a', '/b', '/c'])).toEqual(paths);
  });

  it('are visited at the end if nothing leads to them, and their links are followed', async () => {
    expect(await crawl({ '/': ['/a'], '/b': ['/new'] }, ['/', '/a', '/b', '/c?x=1'])).toEqual([
      '1 /a',
      '2! /b',
      '2! /c',
      '3 /new',
    ]);
  });

  it('are visited beyond the depth of the scan, and if links are not followed', async () => {
    expect(await crawl({}, ['/a'], { maxDepth: 0 })).toEqual(['1! /a']);
    expect(await crawl({}, ['/a'], { crawl: 'sitemap' })).toEqual(['1! /a']);
  });

  it('are not visited by a scan of listed pages, nor if the scan excludes them', async () => {
    expect(await crawl({}, ['/a'], { crawl: 'none' })).toEqual([]);
    expect(await crawl({}, ['/a', '/logout'], { excludeUrls: ['/a'] })).toEqual(['1! /logout']);
  });

  it('keep two thirds of the slots, so that new pages do not crowd them out', async () => {
    const news = Array.from({ length: 30 }, (_, at) => `/a${at}`);
    const judged = Array.from({ length: 20 }, (_, at) => `/z${at}`);
    const found = await crawl({ '/': news }, judged, { maxPages: 13 });
    expect(found.filter((page) => page.startsWith('1 /a'))).toHaveLength(4);
    expect(found.filter((page) => page.startsWith('2! /z'))).toHaveLength(8);
  });

  it('are the same in a repeated scan, although nothing leads to some of them', async () => {
    for (const maxPages of [4, 5, 8, 12]) {
      const links = { '/': ['/a', '/b', '/c', '/d'], '/b': ['/e', '/f', '/g'] };
      let judged = ['/', '/x', '/y', '/z'];
      const scans: string[][] = [];
      for (let at = 0; at < 3; at += 1) {
        const found = (await crawl(links, judged, { maxPages })).map((page) => page.split(' ')[1] ?? '');
        judged = ['/', ...found];
        scans.push(found.toSorted());
      }
      expect(scans[1], String(maxPages)).toEqual(scans[0]);
      expect(scans[2], String(maxPages)).toEqual(scans[0]);
    }
  });

  it('are the only pages that are checked when no others fit', async () => {
    const checked: string[] = [];
    const settings = { ...crawlSettingsDefault, maxPages: 4 };
    const rules = {
      ...{ settings, origin: ORIGIN, signedIn: false },
      allowed: (url: string) => checked.push(url) > 0,
    };
    const found = Array.from({ length: 500 }, (_, at) => ({ url: `${ORIGIN}/p${at}`, risky: false }));
    const lost = `${ORIGIN}/p499`;
    const revisits = { unvisited: new Map([[await computePageId(lost, settings), lost]]), slots: 1 };
    const chosen = await chooseNextPages('s', 1, [], found, rules, revisits);
    expect(chosen).toHaveLength(4);
    expect(chosen.map(({ url }) => url)).toContain(lost);
    expect(checked).toHaveLength(4);
  });

  it('never make a scan larger than its maximum', async () => {
    const judged = Array.from({ length: 30 }, (_, at) => `/z${at}`);
    for (const linked of [0, 1, 5, 30])
      for (const others of [0, 3, 40]) {
        const links = [...judged.slice(0, linked), ...Array.from({ length: others }, (_, at) => `/a${at}`)];
        const found = await crawl({ '/': links.slice(0, 9), '/a0': links, '/z0': links }, judged, {
          maxPages: 13,
        });
        expect(found.length, `${linked} ${others}`).toBeLessThanOrEqual(12);
      }
  });

  it('are those of the scan before if the site is unchanged and larger than the scan', async () => {
    const all = Array.from({ length: 40 }, (_, at) => `/${at}`);
    const first = await crawl({ '/': all.slice(0, 9), '/3': all }, [], { maxPages: 20 });
    const judged = first.map((page) => page.split(' ')[1] ?? '');
    expect(await crawl({ '/': all.slice(0, 9), '/3': all }, judged, { maxPages: 20 })).toEqual(first);
  });

  it('change nothing on an unchanged site, whichever pages the scan before judged', async () => {
    const path = fc.integer({ min: 0, max: 30 }).map((at) => `/${at}`);
    const site = fc.dictionary(path, fc.array(path, { maxLength: 12 }), { maxKeys: 12 });
    await fc.assert(
      fc.asyncProperty(
        site,
        fc.array(path, { maxLength: 12 }),
        fc.integer({ min: 2, max: 14 }),
        fc.infiniteStream(fc.boolean()),
        async (links, ofStart, maxPages, isJudged) => {
          const linksOf = { ...links, '/': ofStart };
          const first = await crawl(linksOf, [], { maxPages });
          const paths = first.map((page) => page.split(' ')[1] ?? '');
          const judged = paths.filter(() => isJudged.next().value);
          expect(await crawl(linksOf, judged, { maxPages })).toEqual(first);
        },
      ),
      { numRuns: 200 },
    );
  });
});
