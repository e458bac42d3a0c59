import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPages, readPages } from '../../../adapters/dynamodb/frontier.ts';
import { findSlot, recordHostPause } from '../../../adapters/dynamodb/host-slots.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { saveReference } from '../../../adapters/dynamodb/references.ts';
import { beginDepth, recordScanPlanned } from '../../../adapters/dynamodb/scan-steps.ts';
import { insertScan, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { chooseFirstPages } from '../../../core/crawl/choose-pages.ts';
import { getScanHost } from '../../../core/scans/host-slots.ts';
import { buildRecordMessage, type ChunkMessage } from '../../../core/scans/messages.ts';
import { computePageId } from '../../../core/scans/page-id.ts';
import type { Priority } from '../../../core/scans/priority.ts';
import { resolveScanStart } from '../../../core/scans/resolve-settings.ts';
import type { FrontierPage, Scan } from '../../../core/scans/scan.ts';
import { openWorkflow } from '../../../functions/workflow/open-workflow.ts';
import { advanceScan } from '../../../use-cases/advance-scan.ts';
import { type OutcomeRecorder, recordOutcome } from '../../../use-cases/record-outcome.ts';
import { discardUnsentChunks, releaseSlot } from '../../../use-cases/release-slot.ts';
import type { ScanWorkflow } from '../../../use-cases/scan-workflow.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { startQueueRecorder } from '../../support/queue-recorder.ts';
import { startTables, type TestTables } from '../../support/tables.ts';
import { claimPages, endStoredPage } from '../dynamodb/start.ts';

let tables: TestTables;
let queues: Awaited<ReturnType<typeof startQueueRecorder>>;

beforeAll(async () => {
  [tables, queues] = await Promise.all([startTables(), startQueueRecorder()]);
});
afterAll(async () => {
  queues?.stop();
  await tables?.stop();
});

beforeEach(() => {
  queues.sent.length = 0;
});

let hosts = 0;
const now = new Date();

/** Returns a new host, with the few slots of this workflow. */
function workflowOf(
  hostConcurrency: number,
  pagesPerMonth = 1_000,
): { workflow: ScanWorkflow; origin: string } {
  hosts += 1;
  const { queueUrl } = queues;
  const { workflow } = openWorkflow({
    TABLE_NAME: tables.store.table,
    BUCKET_NAME: 'none',
    SCAN_QUEUE_URL_HIGH: queueUrl('high'),
    SCAN_QUEUE_URL_NORMAL: queueUrl('normal'),
    SCAN_QUEUE_URL_LOW: queueUrl('low'),
    FINISH_QUEUE_URL: queueUrl('finish'),
    PAGES_PER_CHUNK: 3,
    CHUNKS_IN_FLIGHT: 2,
    HOST_CONCURRENCY: hostConcurrency,
    PAGES_PER_MONTH_LIMIT: pagesPerMonth,
  });
  return { workflow, origin: `https://host-${hosts}.example` };
}

/** Creates a planned scan of a site with a start page and two listed ones. */
async function createPlannedScan(
  origin: string,
  priority: Priority = 'normal',
  sameSite?: Scan,
): Promise<Scan> {
  const { store } = tables;
  const made = await makeSite(store, ['/a', '/b']);
  const { by, keyId } = made;
  const site =
    sameSite === undefined
      ? made.site
      : { ...made.site, siteId: sameSite.siteId, accountId: sameSite.accountId };
  const moved = { ...site, url: `${origin}/` };
  const scan = makeScan(moved, keyId, priority);
  const start = resolveScanStart(moved, scan.config);
  await insertScan(store, { scan, start, limits: wideLimits, by, now });
  const rules = { settings: start.settings.crawl, origin, signedIn: false, allowed: () => true };
  await addPages(store, scan.scanId, await chooseFirstPages(scan.scanId, start.startUrls, [], rules));
  await saveReference(store, scan.scanId, { baseline: null, whyNone: null, comparableKey: '', marks: [] });
  await recordScanPlanned(store, scan.scanId);
  return scan;
}

const sentTo = (scan: Scan) => queues.sent.filter(({ message }) => message.scanId === scan.scanId);
const firstChunkOf = (scan: Scan): ChunkMessage => sentTo(scan)[0]?.message ?? expect.unreachable();

describe('the slots at a host', () => {
  it('limit the dispatched chunks, and the next scan advances when a slot is released', async () => {
    const { workflow, origin } = workflowOf(1);
    const [first, second, other] = [
      await createPlannedScan(origin),
      await createPlannedScan(origin),
      await createPlannedScan(workflowOf(1).origin),
    ];
    for (const scan of [first, second, other]) await advanceScan(workflow, scan.scanId, now);
    expect([first, second, other].map((scan) => sentTo(scan).length)).toEqual([1, 0, 1]);

    await releaseSlot(workflow, { host: getScanHost(second), chunkId: 'chunk_of_nobody' }, now);
    expect(sentTo(second), 'a slot that it does not hold').toHaveLength(0);
    await releaseSlot(workflow, firstChunkOf(first), now);
    expect([sentTo(first).length, sentTo(second).length]).toEqual([1, 1]);
  });

  it('are released by the end of a chunk, also if its scan was deleted meanwhile', async () => {
    const { workflow, origin } = workflowOf(1);
    const [deleted, waiting] = [await createPlannedScan(origin), await createPlannedScan(origin)];
    for (const scan of [deleted, waiting]) await advanceScan(workflow, scan.scanId, now);
    const chunk = firstChunkOf(deleted);
    const readTrackedScan = async (scanId: string) =>
      scanId === deleted.scanId ? undefined : workflow.store.readTrackedScan(scanId);
    const recorder = { ...workflow, store: { ...workflow.store, readTrackedScan } } as OutcomeRecorder;
    const { pageId, attempt } = chunk.pages[0] ?? expect.unreachable();
    await recordOutcome(recorder, buildRecordMessage(chunk, { type: 'page-started', pageId, attempt }), now);
    expect(sentTo(waiting), 'the chunk has not ended').toHaveLength(0);
    await recordOutcome(recorder, buildRecordMessage(chunk, { type: 'chunk-ended' }), now);
    expect(sentTo(waiting)).toHaveLength(1);
  });

  it('are reserved by lower priorities for urgent scans', async () => {
    const { workflow, origin } = workflowOf(3);
    const scans = [];
    for (const priority of ['low', 'low', 'normal', 'normal', 'high'] as const) {
      scans.push(await createPlannedScan(origin, priority));
    }
    for (const scan of scans) await advanceScan(workflow, scan.scanId, now);
    expect(scans.map((scan) => sentTo(scan).length)).toEqual([1, 0, 1, 0, 1]);
  });

  it('go to the scans of other accounts, when one account holds its share and more of its scans wait', async () => {
    const { workflow, origin } = workflowOf(3);
    const greedy = [await createPlannedScan(origin, 'high')];
    for (const _ of [1, 2]) greedy.push(await createPlannedScan(origin, 'high', greedy[0]));
    for (const scan of greedy) await advanceScan(workflow, scan.scanId, now);
    expect(
      greedy.map((scan) => sentTo(scan).length),
      'a slot is left',
    ).toEqual([1, 1, 0]);
    const [second, third] = [
      await createPlannedScan(origin, 'high'),
      await createPlannedScan(origin, 'high'),
    ];
    for (const scan of [second, third]) await advanceScan(workflow, scan.scanId, now);
    expect([second, third].map((scan) => sentTo(scan).length)).toEqual([1, 0]);
    await releaseSlot(workflow, firstChunkOf(greedy[0] as Scan), now);
    expect(sentTo(third), 'it holds no slot, and the other account one').toHaveLength(1);
    expect(sentTo(greedy[2] as Scan)).toHaveLength(0);
    await releaseSlot(workflow, firstChunkOf(third), now);
    expect(sentTo(greedy[2] as Scan), 'no scan waits forever').toHaveLength(1);
  });

  it('are released even if a waiting scan cannot be advanced', async () => {
    const { workflow, origin } = workflowOf(1);
    const [first, broken] = [await createPlannedScan(origin), await createPlannedScan(origin)];
    for (const scan of [first, broken]) await advanceScan(workflow, scan.scanId, now);
    const { store } = tables;
    await store.db.send(new DeleteCommand({ TableName: store.table, Key: itemKeys.start(broken.scanId) }));
    await releaseSlot(workflow, firstChunkOf(first), now);
    expect(
      await findSlot(store, getScanHost(first), { accountId: 'acct_other', priority: 'high', slots: 1 }, now),
    ).toMatchObject({ number: 0 });
  });

  it('are released by chunks that were never sent when their scan ends', async () => {
    const { workflow, origin } = workflowOf(1);
    const scan = await createPlannedScan(origin);
    const { store } = tables;
    const open = await workflow.store.readOpenPages(scan.scanId, 2);
    expect(await claimPages(store, { scan, pages: open, slotNumber: 0 })).toMatchObject({
      scanId: scan.scanId,
    });
    expect(
      await findSlot(store, getScanHost(scan), { accountId: 'acct_other', priority: 'high', slots: 1 }, now),
    ).toBeUndefined();
    await discardUnsentChunks(workflow.store, workflow.slots, scan);
    await discardUnsentChunks(workflow.store, workflow.slots, scan);
    expect(
      await findSlot(store, getScanHost(scan), { accountId: 'acct_other', priority: 'high', slots: 1 }, now),
    ).toMatchObject({ number: 0 });
  });
});

describe('the pages of an account in a month', () => {
  it('are not exceeded by scans that run: a scan without any left ends as failed when its pages in flight have ended', async () => {
    const { workflow, origin } = workflowOf(20, 4);
    const first = await createPlannedScan(origin);
    const second = await createPlannedScan(origin, 'normal', first);
    for (const scan of [first, second]) await advanceScan(workflow, scan.scanId, now);
    const pagesOf = (scan: Scan) => sentTo(scan).flatMap(({ message }) => message.pages ?? []);
    expect([first, second].map((scan) => pagesOf(scan).length)).toEqual([3, 1]);
    const stored = () => workflow.store.readTrackedScan(second.scanId);
    await advanceScan(workflow, second.scanId, now);
    expect(await stored(), 'a page is still in flight').toMatchObject({ status: 'queued', inFlight: 1 });

    const [page] = pagesOf(second);
    const end = { outcome: 'scanned', detail: '', attempt: 1 } as const;
    await endStoredPage(tables.store, second.scanId, page?.pageId ?? '', end);
    await advanceScan(workflow, second.scanId, now);
    expect(await stored()).toMatchObject({
      status: 'failed',
      failure: 'pages-per-month-limit',
      pagesDone: 1,
    });
    expect(sentTo(second).map(({ queue }) => queue)).toEqual(['normal', 'finish']);
    expect(pagesOf(second)).toHaveLength(1);
    expect(await stored()).toMatchObject({ pagesScanned: 1 });
    await advanceScan(workflow, first.scanId, now);
    expect(await workflow.store.readTrackedScan(first.scanId), 'it has all its pages').toMatchObject({
      inFlight: 3,
    });
  });
});

describe('a host that asks for a pause', () => {
  it('gets no chunk during its pause, and a long pause holds no slot', async () => {
    const { workflow, origin } = workflowOf(2);
    const scan = await createPlannedScan(origin);
    const host = getScanHost(scan);
    const pauseFor = ({ accountId }: typeof scan, seconds: number) => {
      const until = new Date(now.getTime() + seconds * 1_000);
      return recordHostPause(tables.store, host, { accountId, until }, now);
    };
    await pauseFor(scan, 30);
    await advanceScan(workflow, scan.scanId, now);
    expect(sentTo(scan).map(({ delaySeconds }) => delaySeconds)).toEqual([30]);

    const later = await createPlannedScan(origin);
    await pauseFor(later, 600);
    await advanceScan(workflow, later.scanId, now);
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

  /** Creates a scan whose first pages have all ended, the last of them with links. */
  async function createScanWithFirstDepthDone() {
    const { workflow, origin } = workflowOf(9);
    const scan = await createPlannedScan(origin);
    const urls = links.urls.map((path) => origin + path);
    for (const page of await readPages(tables.store, scan.scanId)) {
      await endStoredPage(tables.store, scan.scanId, page.pageId, { ...scanned, links: { ...links, urls } });
    }
    return { workflow, origin, scan };
  }
  const openedPage = async ({ scanId }: Scan, url: string, position: number): Promise<FrontierPage> => ({
    scanId,
    pageId: await computePageId(url, { hashRoutes: false }),
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

  it('is opened once, by any number of concurrent callers', async () => {
    const { workflow, origin, scan } = await createScanWithFirstDepthDone();
    await Promise.all(Array.from({ length: 5 }, () => advanceScan(workflow, scan.scanId, now)));
    const item = await readTrackedScan(tables.store, scan.scanId);
    expect(item).toMatchObject({ depth: 1, opening: false, pagesKnown: 25, outstanding: 22 });
    expect((await depths(scan)).slice(3, 5)).toEqual([`1 0 ${origin}/p000`, `1 1 ${origin}/p001`]);
  });

  it('has the same pages when its opening was interrupted at any step', async () => {
    const undisturbed = await createScanWithFirstDepthDone();
    await advanceScan(undisturbed.workflow, undisturbed.scan.scanId, now);
    const expected = (await depths(undisturbed.scan)).map((line) => line.replace(undisturbed.origin, ''));

    for (const added of [0, 7, 22]) {
      const { workflow, origin, scan } = await createScanWithFirstDepthDone();
      const before = await readTrackedScan(tables.store, scan.scanId);
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
      await advanceScan(workflow, scan.scanId, now);
      expect(
        (await depths(scan)).map((line) => line.replace(origin, '')),
        `${added} pages were in`,
      ).toEqual(expected);
      expect(await readTrackedScan(tables.store, scan.scanId)).toMatchObject({
        opening: false,
        outstanding: 22,
      });
    }
  });

  it('is the last when it adds no new page, and the report is requested', async () => {
    const { workflow, origin } = workflowOf(9);
    const scan = await createPlannedScan(origin);
    for (const page of await readPages(tables.store, scan.scanId)) {
      await endStoredPage(tables.store, scan.scanId, page.pageId, {
        ...scanned,
        links: { ...links, urls: [`${origin}/a`] },
      });
    }
    await advanceScan(workflow, scan.scanId, now);
    expect(sentTo(scan).map(({ queue }) => queue)).toEqual(['finish']);
    expect((await readTrackedScan(tables.store, scan.scanId))?.finishedAt).toBeDefined();
  });
});
