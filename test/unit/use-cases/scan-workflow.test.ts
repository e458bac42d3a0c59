import { describe, expect, it } from 'vitest';
import { noLinks } from '../../../core/crawl/found-links.ts';
import { buildRecordMessage, type ChunkMessage, type RecordMessage } from '../../../core/scans/messages.ts';
import { INTERRUPTIONS_MAX } from '../../../core/scans/pacing.ts';
import { resolveScanStart } from '../../../core/scans/resolve-settings.ts';
import { type Scan, toScanView } from '../../../core/scans/scan.ts';
import { siteCrawlDefault } from '../../../core/sites/site-crawl.ts';
import { advanceScan } from '../../../use-cases/advance-scan.ts';
import { planScan } from '../../../use-cases/plan-scan.ts';
import { recordOutcome } from '../../../use-cases/record-outcome.ts';
import { sweepScans } from '../../../use-cases/sweep-scans.ts';
import { makeScan } from '../../support/fixtures.ts';
import { memoryWorkflow } from '../../support/memory-scan-store.ts';

const ORIGIN = 'https://shop.example';
const site = {
  ...siteCrawlDefault,
  siteId: 'site_1',
  accountId: 'acct_1',
  name: 'Shop',
  url: `${ORIGIN}/`,
  labels: [],
  mainBranch: null,
  pages: ['/a', '/b'],
  origins: [],
  sourcePaths: [],
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
};
/** The pages that each page links to; the deepest are two links away. */
const linked: Record<string, string[]> = { '/': ['/c', '/d'], '/a': ['/d'], '/c': ['/e', '/f', '/g'] };
const all = ['/', '/a', '/b', '/c', '/d', '/e', '/f', '/g'];

/** Links of the greatest permitted length, which take many steps to match against globs. */
const longLinks = Array.from({ length: 50 }, (_, index) => `${'/a'.repeat(950)}/${index}`);

/** Returns what a browser reports about its chunk. */
function reportsOf(chunk: ChunkMessage, linksOf = linked): RecordMessage[] {
  const ofPages = chunk.pages.flatMap(({ pageId, url, attempt }) => {
    const urls = (linksOf[new URL(url).pathname] ?? []).map((path) => ORIGIN + path);
    const end = { run: 'r', outcome: 'scanned' as const, detail: '', finalUrl: url };
    return [
      buildRecordMessage(chunk, { type: 'page-started', pageId, attempt }),
      buildRecordMessage(chunk, {
        type: 'page-finished',
        pageId,
        attempt,
        ...end,
        links: { ...noLinks, urls },
      }),
    ];
  });
  return [...ofPages, buildRecordMessage(chunk, { type: 'chunk-ended' })];
}

/**
 * Runs a scan as its queues and its schedule would: a message whose handler fails is delivered again, and the sweeper
 * runs if nothing else happens.
 */
async function run({ crashAtCall = 0, times = 1 } = {}) {
  const scan = makeScan(site, 'apikey_1');
  const memory = memoryWorkflow(scan, resolveScanStart(site, scan.config), site);
  const { workflow, sent } = memory;
  if (crashAtCall > 0) memory.crashAtCall(crashAtCall);
  let minutes = 0;
  const now = () => new Date(Date.parse(scan.createdAt) + minutes * 60_000);
  const deliver = async (handle: () => Promise<void>) => {
    for (let time = 0; time < times; time++) await handle().catch(() => handle());
  };
  await deliver(() => planScan({ ...workflow, now }, scan.scanId));
  let taken = 0;
  while (sent.finishes.length === 0 && minutes < 30) {
    const chunk = sent.chunks[taken];
    if (chunk === undefined) {
      minutes += 2;
      await sweepScans(workflow, now()).catch(() => {});
      continue;
    }
    taken += 1;
    for (const report of reportsOf(chunk)) {
      await deliver(async () => {
        await recordOutcome(workflow, report, now());
        await advanceScan(workflow, scan.scanId, now());
      });
    }
  }
  return { ...memory, minutes };
}

const ended = { outstanding: 0, inFlight: 0, opening: false, pagesKnown: 8, pagesDone: 8, pagesScanned: 8 };
const paths = ({ pages }: Awaited<ReturnType<typeof run>>) =>
  pages()
    .map(({ url }) => new URL(url).pathname)
    .sort();

describe('a scan', () => {
  it('scans every page of every depth once and requests its report', async () => {
    const scan = await run();
    expect(scan.scan()).toMatchObject({ ...ended, depth: 2, status: 'running' });
    expect(paths(scan)).toEqual(all);
    expect(scan.pages().every(({ state, attempts, sends }) => state === 'done' && attempts === sends)).toBe(
      true,
    );
    expect(scan.held.size).toBe(0);
    expect(scan.minutes, 'no sweep was needed').toBe(0);
  });

  it('requests no further report while a function builds it', async () => {
    const scan = await run();
    const at = (minutes: number) => new Date(Date.parse(scan.scan().createdAt) + minutes * 60_000);
    scan.setFinishLease({ holder: 'message', until: at(12).toISOString(), lost: 0 });
    const before = scan.sent.finishes.length;
    for (let minutes = 2; minutes < 12; minutes += 1) await sweepScans(scan.workflow, at(minutes));
    expect(scan.sent.finishes).toHaveLength(before);
    await sweepScans(scan.workflow, at(12));
    expect(scan.sent.finishes).toHaveLength(before + 1);
  });

  it('ends with the same result if every message arrives twice', async () => {
    const scan = await run({ times: 2 });
    expect(scan.scan()).toMatchObject(ended);
    expect(paths(scan)).toEqual(all);
    expect(scan.held.size).toBe(0);
  });

  it('ends with the same result after a crash at any step', { timeout: 60_000 }, async () => {
    const steps = (await run()).calls();
    expect(steps).toBeGreaterThan(100);
    for (let call = 1; call <= steps; call++) {
      const scan = await run({ crashAtCall: call });
      expect(scan.scan(), `crash at call ${call}`).toMatchObject(ended);
      expect(paths(scan), `crash at call ${call}`).toEqual(all);
      expect(scan.sent.finishes.length, `crash at call ${call}`).toBeGreaterThan(0);
      expect(scan.held.size, `slots after a crash at call ${call}`).toBe(0);
    }
  });
});

describe('the plan of a slow site', () => {
  it('dates its chunks when they are received, so that the sweeper does not send them again', async () => {
    const scan = makeScan(site, 'apikey_1');
    const { workflow, sent } = memoryWorkflow(scan, resolveScanStart(site, scan.config), site);
    let time = Date.parse(scan.createdAt);
    const now = () => new Date(time);
    const askSite: typeof workflow.askSite = async (start) => {
      time += 20_000;
      return workflow.askSite(start);
    };
    const taken: Date[] = [];
    const takeChunk: typeof workflow.store.claimChunk = async (chunk) => {
      taken.push(chunk.now);
      return workflow.store.claimChunk(chunk);
    };
    await planScan(
      { ...workflow, askSite, now, store: { ...workflow.store, claimChunk: takeChunk } },
      scan.scanId,
    );
    expect(sent.chunks.length).toBeGreaterThan(0);
    expect(taken).toEqual(sent.chunks.map(() => new Date(time)));
  });
});

describe('the report of a browser', () => {
  it('changes nothing in a scan of another account', async () => {
    const scan = makeScan(site, 'apikey_1');
    const { workflow, sent, pages } = memoryWorkflow(scan, resolveScanStart(site, scan.config), site);
    await planScan(workflow, scan.scanId);
    const before = pages();
    const [chunk] = sent.chunks;
    if (chunk === undefined) throw new Error('no chunk was sent');
    for (const report of reportsOf({ ...chunk, accountId: 'acct_2' }))
      await recordOutcome(workflow, report, new Date());
    expect(pages()).toEqual(before);
  });

  it('does not end pages that are not in its chunk', async () => {
    const scan = makeScan(site, 'apikey_1');
    const { workflow, sent, pages } = memoryWorkflow(scan, resolveScanStart(site, scan.config), site);
    await planScan(workflow, scan.scanId);
    const [first, second] = sent.chunks;
    if (first === undefined || second === undefined) throw new Error('two chunks were to be sent');
    for (const report of reportsOf({ ...second, chunkId: first.chunkId }))
      await recordOutcome(workflow, report, new Date());
    const ids = second.pages.map(({ pageId }) => pageId);
    expect(
      pages()
        .filter(({ pageId }) => ids.includes(pageId))
        .map(({ state }) => state),
    ).toEqual(['queued']);
  });
});

describe('a lost dispatcher', () => {
  /** Returns numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
  function createRandom(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  it.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'says nothing about its pages: all are scanned after eight kills at any moment (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const scan = makeScan(site, 'apikey_1');
      const {
        workflow,
        sent,
        pages,
        held,
        scan: stored,
      } = memoryWorkflow(scan, resolveScanStart(site, scan.config), site);
      const now = new Date(scan.createdAt);
      await planScan({ ...workflow, now: () => now }, scan.scanId);
      let kills = 8;
      // Chunks are added while earlier ones are reported.
      for (const chunk of sent.chunks) {
        const all = reportsOf(chunk);
        const killed = kills > 0;
        kills -= killed ? 1 : 0;
        const pageIds = chunk.pages.map(({ pageId }) => pageId);
        const reports = killed
          ? [
              // Its browser has opened a page.
              ...all.slice(0, 1 + Math.floor(random() * (all.length - 1))),
              buildRecordMessage(chunk, { type: 'chunk-redelivered', pageIds }),
            ]
          : all;
        for (const report of reports) {
          await recordOutcome(workflow, report, now);
          await advanceScan(workflow, scan.scanId, now);
        }
      }
      expect(kills).toBe(0);
      expect(pages().map(({ outcome, attempts }) => [outcome, attempts])).toEqual(
        pages().map(() => ['scanned', 1]),
      );
      expect(stored()).toMatchObject(ended);
      expect(held.size).toBe(0);
    },
  );

  it('each time ends its pages as a fault of the service, the last time each alone', async () => {
    const scan = makeScan(site, 'apikey_1');
    const {
      workflow,
      sent,
      pages,
      scan: stored,
    } = memoryWorkflow(scan, resolveScanStart(site, scan.config), site);
    const at = (minutes: number) => new Date(Date.parse(scan.createdAt) + minutes * 60_000);
    await planScan({ ...workflow, now: () => at(0) }, scan.scanId);
    let taken = 0;
    for (let minutes = 0; minutes < 200 && sent.finishes.length === 0; minutes += 5) {
      for (const chunk of sent.chunks.slice(taken)) {
        taken += 1;
        for (const { pageId, attempt } of chunk.pages) {
          const started = buildRecordMessage(chunk, { type: 'page-started', pageId, attempt });
          await recordOutcome(workflow, started, at(minutes));
        }
      }
      await sweepScans(workflow, at(minutes + 5));
    }
    expect(pages().map(({ outcome, attempts, sends }) => [outcome, attempts, sends])).toEqual(
      pages().map(() => ['service-fault', 1, INTERRUPTIONS_MAX]),
    );
    const lastOf = (pageId: string) =>
      sent.chunks.findLast((chunk) => chunk.pages.some((page) => page.pageId === pageId));
    for (const { pageId } of pages()) expect(lastOf(pageId)?.pages).toHaveLength(1);
    expect(stored()).toMatchObject({ outstanding: 0, inFlight: 0, pagesScanned: 0 });
  });
});

describe('a scan whose links take too long to choose from', () => {
  const globs = Array.from({ length: 20 }, (_, index) => `/${index}${'*a'.repeat(140)}`);
  const hostile = { ...site, pages: ['/a', '/b', '/c', '/d'], includeUrls: globs, excludeUrls: globs };

  it('ends alone as failed, with the reason, and requests its report', async () => {
    const scan = makeScan(hostile, 'apikey_1');
    const { workflow, sent, store } = await planWithLinks(hostile, scan, longLinks);
    const ended = await store.readTrackedScan(scan.scanId);
    expect(ended).toMatchObject({ status: 'failed', failure: 'pages-not-chosen' });
    expect(toScanView(ended as Scan).failure?.reason).toContain('took too long');
    expect(sent.finishes.length).toBeGreaterThan(0);
    await advanceScan(workflow, scan.scanId, new Date(scan.createdAt));
    expect(sent.chunks.flatMap(({ pages }) => pages)).toHaveLength(5);
  });

  it('has all its pages if there are few such links', async () => {
    const scan = makeScan(hostile, 'apikey_1');
    const { sent, store } = await planWithLinks(hostile, scan, longLinks.slice(0, 3));
    expect((await store.readTrackedScan(scan.scanId))?.status).not.toBe('failed');
    expect(sent.finishes.length).toBeGreaterThan(0);
  });

  /** Runs a scan until its first pages, each of which has the links, have ended. */
  async function planWithLinks(
    of: typeof hostile,
    scan: ReturnType<typeof makeScan>,
    paths: readonly string[],
  ) {
    const memory = memoryWorkflow(scan, resolveScanStart(of, scan.config), of);
    const now = () => new Date(scan.createdAt);
    const links = Object.fromEntries(
      ['/', '/a', '/b', '/c', '/d'].map((page) => [page, paths.map((path) => `${path}${page}`)]),
    );
    await planScan({ ...memory.workflow, now }, scan.scanId);
    // Chunks are added while earlier ones are reported.
    for (const chunk of memory.sent.chunks) {
      for (const report of reportsOf(chunk, links)) {
        await recordOutcome(memory.workflow, report, now());
        await advanceScan(memory.workflow, scan.scanId, now());
      }
    }
    return { ...memory, store: memory.workflow.store };
  }
});
