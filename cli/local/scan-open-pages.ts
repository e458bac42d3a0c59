import { shouldFollowLinks } from '../../core/crawl/choose-pages.ts';
import { resolveRedirect } from '../../core/crawl/resolve-redirect.ts';
import { createId } from '../../core/ids.ts';
import type { ChunkEvents, ChunkJob } from '../../core/scans/chunk.ts';
import { buildChunkPage, type PageWork } from '../../core/scans/messages.ts';
import { splitIntoChunks } from '../../core/scans/pacing.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import type { ScanSettings } from '../../core/scans/scan-settings.ts';
import type { ScanOptions, scanChunkPages } from '../../scanner/scan-chunk-pages.ts';
import type { Frontier } from './frontier.ts';
import type { ResultStore } from './result-store.ts';

/** Number of pages after which a browser is replaced. */
const PAGES_PER_BROWSER = 25;
/** Minimum number of pages for another browser. It is low, because a person waits and the cores are available. */
const PAGES_PER_BROWSER_MIN = 2;

/** Dependencies and parameters of a scan of the open pages. */
export interface OpenPagesWork {
  job: Omit<ChunkJob, 'pages'>;
  settings: ScanSettings;
  options: Omit<ScanOptions, 'deadline' | 'signal'>;
  /** Number of parallel browsers. */
  concurrency: number;
  frontier: Frontier;
  store: ResultStore;
  /** Returns what the findings of a page are compared with. */
  describe: PageWork['describe'];
  scanChunk: typeof scanChunkPages;
  signal: AbortSignal;
  /** Waits until a time, in milliseconds since 1970; throws if the wait is too long. */
  pauseUntil(time: number): Promise<void>;
  /** Called after a page started, ended or was deferred. */
  onChange(): void;
}

/**
 * Scans all open pages with several browsers until each has its outcome.
 * @throws the reason of the signal, errors of `pauseUntil`, and Error for faults of this program; no browser is then
 *   left running
 */
export async function scanOpenPages(work: OpenPagesWork): Promise<void> {
  const { frontier, concurrency, signal } = work;
  const pacing = { pagesPerChunk: PAGES_PER_BROWSER, chunksInFlight: concurrency };
  for (let { open } = frontier; open.length > 0; { open } = frontier) {
    signal.throwIfAborted();
    if (isPaused(frontier)) await work.pauseUntil(frontier.pausedUntil);
    const chunks = splitIntoChunks(open, open.length, pacing, PAGES_PER_BROWSER_MIN);
    await runInParallel(concurrency, signal, async (stop) => {
      // Pages that a pause delays stay open.
      for (let pages = chunks.shift(); pages && !isPaused(frontier); pages = chunks.shift()) {
        await scanChunkOfPages(work, pages, stop);
      }
    });
  }
}

function isPaused({ pausedUntil }: Frontier): boolean {
  return pausedUntil > Date.now();
}

/** Runs the same function several times in parallel. If one fails, aborts the others and throws its error. */
async function runInParallel(
  times: number,
  outer: AbortSignal,
  each: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([outer, failure.signal]);
  const run = async () => {
    try {
      await each(signal);
    } catch (error) {
      failure.abort(error);
    }
  };
  await Promise.all(Array.from({ length: times }, run));
  outer.throwIfAborted();
  failure.signal.throwIfAborted();
}

async function scanChunkOfPages(
  work: OpenPagesWork,
  pages: readonly FrontierPage[],
  signal: AbortSignal,
): Promise<void> {
  const { job, settings, options, describe } = work;
  const chunkId = createId('chunk', new Date());
  // A host that defers everything may have ended pages in the meantime.
  const open = work.frontier.dispatch(pages, chunkId, new Date());
  if (open.length === 0) return;
  const { expectStatus, expectLogin } = settings;
  const chunkPages = open.map((page) => buildChunkPage(page, { expectStatus, expectLogin, describe }));
  try {
    await work.scanChunk({ ...job, pages: chunkPages }, createEvents(work, open, chunkId), {
      ...options,
      // The signal ends the scan at its deadline.
      deadline: () => Number.POSITIVE_INFINITY,
      signal,
    });
  } finally {
    work.frontier.release(open);
  }
}

function createEvents(
  { frontier, store, settings, onChange }: OpenPagesWork,
  pages: readonly FrontierPage[],
  chunkId: string,
): ChunkEvents {
  const { crawl } = settings;
  return {
    async pageStarted({ pageId, attempt }) {
      frontier.begin(pageId, { chunkId, attempt }, new Date());
      onChange();
    },
    picture: (id, bytes) => store.putPicture(id, bytes),
    async pageFinished(result, links, finalUrl) {
      const { pageId, outcome, detail } = result;
      const page = pages.find((each) => each.pageId === pageId);
      if (page === undefined) throw new Error(`${pageId} is no page of its chunk`);
      await store.putResult(result);
      if (shouldFollowLinks(crawl)) await store.putLinks(pageId, page.depth, links);
      frontier.end(pageId, { outcome, detail, movedTo: await resolveRedirect(page.url, finalUrl, crawl) });
      onChange();
    },
    async pageDeferred({ pageId, attempt }, { retryAfterSeconds, ...end }) {
      frontier.defer(pageId, { attempt, retryAfterSeconds, end }, new Date());
      onChange();
    },
  };
}
