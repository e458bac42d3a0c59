import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPages, endPage, readPages } from '../../../adapters/dynamodb/frontier.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { beginDepth, markPlanned } from '../../../adapters/dynamodb/scan-progress.ts';
import { readScanItem, triggerScan } from '../../../adapters/dynamodb/scans.ts';
import { findPlace, pauseServer } from '../../../adapters/dynamodb/server-places.ts';
import { reportBucket } from '../../../adapters/report-bucket/report-bucket.ts';
import { firstPages } from '../../../core/crawl/choose-pages.ts';
import { pageIdOf } from '../../../core/scans/page-id.ts';
import type { Priority } from '../../../core/scans/priority.ts';
import { startOf } from '../../../core/scans/resolve-settings.ts';
import type { FrontierPage, Scan } from '../../../core/scans/scan.ts';
import { serverOf } from '../../../core/scans/server-places.ts';
import type { Pipeline } from '../../../functions/pipeline/pipeline.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { startQueueRecorder } from '../../support/queue-recorder.ts';
import { startTables, type TestTables } from '../../support/tables.ts';
import { noWork } from '../dynamodb/start.ts';

let tables: TestTables;
let queues: Awaited<ReturnType<typeof startQueueRecorder>>;
let moveOn: typeof import('../../../functions/pipeline/move-on.ts').moveOn;
let givePlaceBack: typeof import('../../../functions/pipeline/give-place-back.ts').givePlaceBack;
let forgetUnsent: typeof import('../../../functions/pipeline/forget-unsent.ts').forgetUnsent;
let takeChunk: typeof import('../../../adapters/dynamodb/chunks.ts').takeChunk;
let readOpenPages: typeof import('../../../adapters/dynamodb/chunks.ts').readOpenPages;

beforeAll(async () => {
  [tables, queues] = await Promise.all([startTables(), startQueueRecorder()]);
  ({ moveOn } = await import('../../../functions/pipeline/move-on.ts'));
  ({ givePlaceBack } = await import('../../../functions/pipeline/give-place-back.ts'));
  ({ forgetUnsent } = await import('../../../functions/pipeline/forget-unsent.ts'));
  ({ takeChunk, readOpenPages } = await import('../../../adapters/dynamodb/chunks.ts'));
});
afterAll(async () => {
  queues?.stop();
  await tables?.stop();
});

beforeEach(() => {
  queues.sent.length = 0;
});

let servers = 0;
const now = new Date();

/** A server of its own, with the few places of this pipeline. */
function pipelineOf(placesPerServer: number): { pipeline: Pipeline; origin: string } {
  servers += 1;
  const { store } = tables;
  const queueUrl = queues.queueUrl;
  const scanQueues = { high: queueUrl('high'), normal: queueUrl('normal'), low: queueUrl('low') };
  const pacing = { pagesPerChunk: 3, chunksInFlight: 2, placesPerServer };
  return {
    pipeline: { store, bucket: reportBucket('none'), scanQueues, finishQueue: queueUrl('finish'), pacing },
    origin: `https://server-${servers}.example`,
  };
}

/** A planned scan of a site with a start page and two listed ones. */
async function planned(origin: string, priority: Priority = 'normal'): Promise<Scan> {
  const { store } = tables;
  const { site, by, keyId } = await makeSite(store, ['/a', '/b']);
  const moved = { ...site, url: `${origin}/` };
  const scan = makeScan(moved, keyId, priority);
  const start = startOf(moved, scan.config);
  await triggerScan(store, { scan, start, limits: wideLimits, by, now });
  const rules = { settings: start.settings.crawl, origin, signedIn: false, allowed: () => true };
  await addPages(store, scan.scanId, await firstPages(scan.scanId, start.startUrls, [], rules));
  await markPlanned(store, scan.scanId);
  return scan;
}

const sentTo = (scan: Scan) => queues.sent.filter(({ message }) => message.scanId === scan.scanId);

describe('the places at a server', () => {
  it('are all that are handed out, and the next scan moves on when one is given back', async () => {
    const { pipeline, origin } = pipelineOf(1);
    const [first, second, other] = [
      await planned(origin),
      await planned(origin),
      await planned(pipelineOf(1).origin),
    ];
    for (const scan of [first, second, other]) await moveOn(pipeline, scan.scanId, now);
    expect([first, second, other].map((scan) => sentTo(scan).length)).toEqual([1, 0, 1]);

    await givePlaceBack(pipeline, second, 'chunk_of_nobody', now);
    expect(sentTo(second), 'a place that it does not hold').toHaveLength(0);
    await givePlaceBack(pipeline, first, sentTo(first)[0]?.message.chunkId, now);
    expect([sentTo(first).length, sentTo(second).length]).toEqual([1, 1]);
  });

  it('are left free by lesser priorities for more urgent ones', async () => {
    const { pipeline, origin } = pipelineOf(3);
    const scans = [];
    for (const priority of ['low', 'low', 'normal', 'normal', 'high'] as const) {
      scans.push(await planned(origin, priority));
    }
    for (const scan of scans) await moveOn(pipeline, scan.scanId, now);
    expect(scans.map((scan) => sentTo(scan).length)).toEqual([1, 0, 1, 0, 1]);
  });

  it('are given back though a scan that waits for one cannot be moved on', async () => {
    const { pipeline, origin } = pipelineOf(1);
    const [first, broken] = [await planned(origin), await planned(origin)];
    for (const scan of [first, broken]) await moveOn(pipeline, scan.scanId, now);
    const { store } = tables;
    await store.db.send(new DeleteCommand({ TableName: store.table, Key: itemKeys.start(broken.scanId) }));
    await givePlaceBack(pipeline, first, sentTo(first)[0]?.message.chunkId, now);
    expect(await findPlace(store, serverOf(first), 1, now)).toBe(0);
  });

  it('come back from chunks that were never sent when their scan ends', async () => {
    const { origin } = pipelineOf(1);
    const scan = await planned(origin);
    const { store } = tables;
    const open = await readOpenPages(store, scan.scanId, 2);
    expect(await takeChunk(store, scan, noWork, open, 0, now)).toMatchObject({ kind: 'taken' });
    expect(await findPlace(store, serverOf(scan), 1, now)).toBeUndefined();
    await forgetUnsent(store, scan);
    await forgetUnsent(store, scan);
    expect(await findPlace(store, serverOf(scan), 1, now)).toBe(0);
  });
});

describe('a server that wants to be left alone', () => {
  it('gets no chunk before its pause is over, and a long pause holds no place', async () => {
    const { pipeline, origin } = pipelineOf(2);
    const scan = await planned(origin);
    const server = serverOf(scan);
    await pauseServer(tables.store, server, new Date(now.getTime() + 30_000));
    await moveOn(pipeline, scan.scanId, now);
    expect(sentTo(scan).map(({ delaySeconds }) => delaySeconds)).toEqual([30]);

    const later = await planned(origin);
    await pauseServer(tables.store, server, new Date(now.getTime() + 600_000));
    await moveOn(pipeline, later.scanId, now);
    expect(sentTo(later)).toEqual([]);
  });
});

describe('the next depth', () => {
  const links = {
    urls: Array.from({ length: 150 }, (_, n) => `/p${String(n).padStart(3, '0')}`),
    risky: [],
    cut: 0,
  };
  const scanned = { outcome: 'scanned' as const, detail: 'The page was scanned.', attempt: 1 };

  /** A scan all of whose first pages have ended, the last of them with links. */
  async function firstDepthDone() {
    const { pipeline, origin } = pipelineOf(9);
    const scan = await planned(origin);
    const urls = links.urls.map((path) => origin + path);
    for (const page of await readPages(tables.store, scan.scanId)) {
      await endPage(tables.store, scan.scanId, page.pageId, { ...scanned, links: { ...links, urls } });
    }
    return { pipeline, origin, scan };
  }
  const openedPage = async ({ scanId }: Scan, url: string, position: number): Promise<FrontierPage> => ({
    scanId,
    pageId: await pageIdOf(url, { hashRoutes: false }),
    url,
    depth: 1,
    position,
    state: 'open',
    attempts: 0,
    sends: 0,
  });
  const depths = async ({ scanId }: Scan) =>
    (await readPages(tables.store, scanId))
      .map(({ depth, position, url }) => `${depth} ${position} ${url}`)
      .sort();

  it('is opened once, however many do it at a time', async () => {
    const { pipeline, origin, scan } = await firstDepthDone();
    await Promise.all(Array.from({ length: 5 }, () => moveOn(pipeline, scan.scanId, now)));
    const item = await readScanItem(tables.store, scan.scanId);
    expect(item).toMatchObject({ depth: 1, opening: false, pagesKnown: 25, outstanding: 22 });
    expect((await depths(scan)).slice(3, 5)).toEqual([`1 0 ${origin}/p000`, `1 1 ${origin}/p001`]);
  });

  it('comes to the same pages when its opening was broken off at any step', async () => {
    const undisturbed = await firstDepthDone();
    await moveOn(undisturbed.pipeline, undisturbed.scan.scanId, now);
    const expected = (await depths(undisturbed.scan)).map((line) => line.replace(undisturbed.origin, ''));

    for (const added of [0, 7, 22]) {
      const { pipeline, origin, scan } = await firstDepthDone();
      const before = await readScanItem(tables.store, scan.scanId);
      if (!before) throw new Error('no scan');
      await beginDepth(tables.store, before);
      const inTime = (await readPages(tables.store, undisturbed.scan.scanId))
        .filter(({ depth }) => depth === 1)
        .slice(0, added);
      await addPages(
        tables.store,
        scan.scanId,
        await Promise.all(
          inTime.map(({ url, position }) =>
            openedPage(scan, url.replace(undisturbed.origin, origin), position),
          ),
        ),
      );
      await moveOn(pipeline, scan.scanId, now);
      expect(
        (await depths(scan)).map((line) => line.replace(origin, '')),
        `${added} pages were in`,
      ).toEqual(expected);
      expect(await readScanItem(tables.store, scan.scanId)).toMatchObject({
        opening: false,
        outstanding: 22,
      });
    }
  });

  it('is the last when it names no new page, and the report is asked for', async () => {
    const { pipeline, origin } = pipelineOf(9);
    const scan = await planned(origin);
    for (const page of await readPages(tables.store, scan.scanId)) {
      await endPage(tables.store, scan.scanId, page.pageId, {
        ...scanned,
        links: { ...links, urls: [`${origin}/a`] },
      });
    }
    await moveOn(pipeline, scan.scanId, now);
    expect(sentTo(scan).map(({ queue }) => queue)).toEqual(['finish']);
    expect((await readScanItem(tables.store, scan.scanId))?.finishedAt).toBeDefined();
  });
});
