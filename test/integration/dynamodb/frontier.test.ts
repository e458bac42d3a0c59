import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listUnsentChunks, readOpenPages, recordChunkSent } from '../../../adapters/dynamodb/chunks.ts';
import { addPages, findFrontierPage, readPages, updatePage } from '../../../adapters/dynamodb/frontier.ts';
import { saveCancellation } from '../../../adapters/dynamodb/save-cancellation.ts';
import { countDeferral, recordPagesEnded, recordScanPlanned } from '../../../adapters/dynamodb/scan-steps.ts';
import { insertScan, readScanStart, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { chooseFirstPages } from '../../../core/crawl/choose-pages.ts';
import {
  beginAttempt,
  deferPage,
  recoverPage,
  reopenPage,
  type TrackedPage,
  voidAttempt,
} from '../../../core/crawl/tracked-page.ts';
import { resolveScanStart } from '../../../core/scans/resolve-settings.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { startTables, type TestTables } from '../../support/tables.ts';
import { anyPage, endStoredPage, freeSlot, claimPages as takeOf } from './start.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const scanned = {
  outcome: 'scanned' as const,
  detail: 'The page was scanned.',
  resultKey: 'results/1.json',
  attempt: 1,
};
const minutes = (n: number) => new Date(Date.now() + n * 60_000);

/** Stores a scan whose start URL and two listed pages are in its frontier. */
async function withFrontier() {
  const { store } = tables;
  const { site, by, keyId } = await makeSite(store, ['/a', '/b']);
  const scan = makeScan(site, keyId);
  await insertScan(store, {
    scan,
    start: resolveScanStart(site, scan.config),
    limits: wideLimits,
    by,
    now: new Date(),
  });
  const { startUrls } = await readScanStart(store, scan.scanId);
  const pages = await chooseFirstPages(scan.scanId, startUrls, [], anyPage);
  await addPages(store, scan.scanId, pages);
  const counters = async () => {
    const item = await readTrackedScan(store, scan.scanId);
    if (!item) throw new Error('no scan');
    const { pagesKnown, pagesDone, pagesScanned, outstanding, inFlight } = item;
    return { pagesKnown, pagesDone, pagesScanned, outstanding, inFlight };
  };
  const take = async () => {
    const open = await readOpenPages(store, scan.scanId, 10);
    const taken = await takeOf(store, { scan, pages: open, slotNumber: freeSlot() });
    if (typeof taken === 'string') throw new Error('nothing else takes pages here');
    return taken;
  };
  const page = async (index: number) =>
    (await findFrontierPage(store, scan.scanId, pages[index]?.pageId ?? '')) as TrackedPage;
  const change = async (index: number, rule: Parameters<typeof updatePage>[3]) =>
    updatePage(store, scan.scanId, pages[index]?.pageId ?? '', rule);
  return { store, by, scan, pages, counters, take, page, change };
}

describe('the frontier', () => {
  it('counts a page once, however often it is added', async () => {
    const { store, scan, pages, counters } = await withFrontier();
    await Promise.all([addPages(store, scan.scanId, pages), addPages(store, scan.scanId, pages)]);
    expect(await counters()).toMatchObject({ pagesKnown: 3, outstanding: 4 });
    expect(await readPages(store, scan.scanId)).toHaveLength(3);
  });

  it('holds more pages than one transaction', async () => {
    const { store } = tables;
    const { site, by, keyId } = await makeSite(
      store,
      Array.from({ length: 100 }, (_, i) => `/page-${i}`),
    );
    const scan = makeScan(site, keyId);
    await insertScan(store, {
      scan,
      start: resolveScanStart(site, scan.config),
      limits: wideLimits,
      by,
      now: new Date(),
    });
    const { startUrls } = await readScanStart(store, scan.scanId);
    await addPages(store, scan.scanId, await chooseFirstPages(scan.scanId, startUrls, [], anyPage));
    expect(await readPages(store, scan.scanId)).toHaveLength(101);
    expect(await readTrackedScan(store, scan.scanId)).toMatchObject({ pagesKnown: 101, outstanding: 102 });
  });

  it('dispatches pages in order: the start URL, then the listed pages', async () => {
    const { take } = await withFrontier();
    const message = await take();
    expect(message.pages.map(({ url }) => url)).toEqual([
      'https://shop.example/',
      'https://shop.example/a',
      'https://shop.example/b',
    ]);
    expect(message.pages.every(({ attempt }) => attempt === 1)).toBe(true);
  });

  it('lets one of two concurrent claims take a chunk', async () => {
    const { store, scan, counters } = await withFrontier();
    const open = await readOpenPages(store, scan.scanId, 10);
    const taken = await Promise.all([
      takeOf(store, { scan, pages: open, slotNumber: freeSlot() }),
      takeOf(store, { scan, pages: open, slotNumber: freeSlot() }),
    ]);
    expect(taken.filter((each) => each === 'passed')).toHaveLength(1);
    expect(await counters()).toMatchObject({ inFlight: 3 });
  });

  it('stores a chunk until it is sent, so that a crash between the two loses nothing', async () => {
    const { store, scan, take } = await withFrontier();
    const message = await take();
    expect(await listUnsentChunks(store, scan.scanId, minutes(-1)), 'its sender may still send it').toEqual(
      [],
    );
    expect(await listUnsentChunks(store, scan.scanId, new Date())).toEqual([message]);
    expect(await listUnsentChunks(store, scan.scanId)).toEqual([message]);
    await recordChunkSent(store, scan.scanId, message.chunkId);
    expect(await listUnsentChunks(store, scan.scanId)).toEqual([]);
  });

  it('reaches zero outstanding only when planning and every page have ended', async () => {
    const { store, scan, pages, take, counters } = await withFrontier();
    await take();
    for (const { pageId } of pages) await endStoredPage(store, scan.scanId, pageId, scanned);
    expect(await counters()).toEqual({
      pagesKnown: 3,
      pagesDone: 3,
      pagesScanned: 3,
      outstanding: 1,
      inFlight: 0,
    });
    await recordPagesEnded(store, scan.scanId, new Date());
    expect((await readTrackedScan(store, scan.scanId))?.finishedAt).toBeUndefined();
    await recordScanPlanned(store, scan.scanId);
    await recordScanPlanned(store, scan.scanId);
    expect(await counters()).toMatchObject({ outstanding: 0 });
    const first = new Date('2026-11-21T10:00:00.000Z');
    await recordPagesEnded(store, scan.scanId, first);
    await recordPagesEnded(store, scan.scanId, new Date());
    expect((await readTrackedScan(store, scan.scanId))?.finishedAt).toBe(first.toISOString());
  });
});

describe('the outcome of a page', () => {
  it('counts once; the first outcome counts', async () => {
    const { store, scan, take, counters, page } = await withFrontier();
    await take();
    const { pageId } = await page(0);
    const ends = ['timeout', 'scanned', 'timeout'].map((outcome, i) =>
      endStoredPage(store, scan.scanId, pageId, {
        ...scanned,
        outcome: outcome as 'timeout',
        resultKey: `r${i}`,
      }),
    );
    await Promise.all(ends);
    const ended = await page(0);
    expect(await counters()).toMatchObject({ pagesDone: 1, outstanding: 3, inFlight: 2 });
    await endStoredPage(store, scan.scanId, pageId, { ...scanned, resultKey: 'later' });
    expect((await page(0)).resultKey).toBe(ended.resultKey);
  });

  it('is accepted from an attempt that was considered lost', async () => {
    const { store, scan, take, counters, page, change } = await withFrontier();
    await take();
    await change(0, reopenPage);
    expect(await counters()).toMatchObject({ inFlight: 2 });
    await endStoredPage(store, scan.scanId, (await page(0)).pageId, scanned);
    expect(await counters()).toMatchObject({ inFlight: 2, pagesDone: 1 });
    expect((await readOpenPages(store, scan.scanId, 10)).map(({ url }) => url)).toEqual([]);
  });

  it('is ignored after the scan is cancelled', async () => {
    const { store, by, scan, take, counters, page } = await withFrontier();
    await take();
    await saveCancellation(store, scan.scanId, 'requested', by, new Date());
    await endStoredPage(store, scan.scanId, (await page(0)).pageId, scanned);
    expect((await page(0)).state).toBe('queued');
    expect(await counters()).toMatchObject({ pagesDone: 0 });
  });
});

/** Returns an attempt at the first page by the browser of the page's chunk. */
async function getAttempt(page: (index: number) => Promise<TrackedPage>, attempt: number) {
  const { chunkId = '' } = await page(0);
  return { chunkId, attempt };
}

const begin = (at: { chunkId: string; attempt: number }) => (page: TrackedPage) =>
  beginAttempt(page, at, new Date());
/** The page was the only one of its chunk that a browser could have opened. */
const recover = (page: TrackedPage) => recoverPage(page, false, new Date());

describe('a page whose browser was lost', () => {
  it('is dispatched again at once, and the lost attempt does not count', async () => {
    const { take, page, change } = await withFrontier();
    await take();
    await change(0, begin(await getAttempt(page, 1)));
    await change(0, recover);
    const again = await take();
    expect(again.pages).toEqual([
      {
        pageId: (await page(0)).pageId,
        url: 'https://shop.example/',
        attempt: 1,
        expectLogin: false,
        identity: 'https://shop.example/',
      },
    ]);
    expect(await page(0)).toMatchObject({ attempts: 0, interruptions: 1, sends: 2 });
  });

  it('ends as a service fault when it is dispatched five times and never started', async () => {
    const { take, page, change } = await withFrontier();
    for (let sends = 1; sends <= 5; sends++) {
      await take();
      for (const index of [0, 1, 2]) await change(index, recover);
    }
    expect(await page(0)).toMatchObject({ state: 'done', outcome: 'service-fault', sends: 5 });
  });

  it('ignores a late message from its earlier chunk', async () => {
    const { store, scan, take, page, change } = await withFrontier();
    await take();
    const late = await getAttempt(page, 1);
    await change(0, (handed) => deferPage(handed, 1));
    await change(0, (handed) => deferPage(handed, 1));
    expect(await page(0)).toMatchObject({ state: 'open', attempts: 0, deferrals: 1 });
    await take();
    const { leaseUntil } = await page(0);
    await change(0, begin(late));
    expect(await page(0)).toMatchObject({ state: 'queued', attempts: 0, leaseUntil });
    await change(0, (handed) => voidAttempt(handed, { ...late, attempt: 0 }));
    expect((await page(0)).attempts).toBe(0);
    expect((await countDeferral(store, scan.scanId)).deferralsInVain).toBe(1);
    const both = await Promise.all([countDeferral(store, scan.scanId), countDeferral(store, scan.scanId)]);
    expect(both.map(({ deferralsInVain }) => deferralsInVain).sort()).toEqual([2, 3]);
    await endStoredPage(store, scan.scanId, (await page(1)).pageId, scanned);
    expect(await countDeferral(store, scan.scanId)).toEqual({ deferralsInVain: 1, deferralsSince: 1 });
  });

  it('ignores the start of an attempt that is reported late or twice', async () => {
    const { store, scan, take, page, change } = await withFrontier();
    await take();
    const { pageId } = await page(0);
    await change(0, begin(await getAttempt(page, 2)));
    await change(0, begin(await getAttempt(page, 1)));
    expect((await page(0)).attempts).toBe(2);
    await endStoredPage(store, scan.scanId, pageId, scanned);
    await change(0, begin(await getAttempt(page, 3)));
    expect(await page(0)).toMatchObject({ attempts: 2, state: 'done' });
  });
});
