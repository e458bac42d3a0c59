import { shouldFollowLinks } from '../../core/crawl/choose-pages.ts';
import { resolveRedirect } from '../../core/crawl/resolve-redirect.ts';
import { newId } from '../../core/ids.ts';
import type { ChunkEvents, ChunkJob } from '../../core/scans/chunk.ts';
import { buildChunkPage, type PageWork } from '../../core/scans/messages.ts';
import { splitIntoChunks } from '../../core/scans/pacing.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import type { ScanSettings } from '../../core/scans/scan-settings.ts';
import type { ScanOptions, scanChunkPages } from '../../scanner/scan-chunk-pages.ts';
import type { Frontier } from './frontier.ts';
import type { ResultStore } from './result-store.ts';

/** Pages that one browser takes before it is replaced. */
const PAGES_PER_BROWSER = 25;
/** Pages that a browser is worth launching for: somebody waits, and the cores are there. */
const BROWSER_WORTH = 2;

/** What the open pages of a scan are scanned with. */
export interface OpenPagesWork {
  job: Omit<ChunkJob, 'pages'>;
  settings: ScanSettings;
  options: Omit<ScanOptions, 'deadline' | 'signal'>;
  /** Browsers at a time. */
  concurrency: number;
  frontier: Frontier;
  kept: ResultStore;
  /** Returns what the findings of a page are compared with. */
  describe: PageWork['describe'];
  scanChunk: typeof scanChunkPages;
  signal: AbortSignal;
  /** Waits until a time, in milliseconds since 1970; throws when that is not worth while. */
  pauseUntil(time: number): Promise<void>;
  /** Called when a page was begun, ended or put off. */
  onChange(): void;
}

/**
 * Scans all open pages, several browsers at a time, until each has its outcome.
 * @throws the reason of the signal, what `pauseUntil` throws, and Error for faults of ours, no browser left running
 */
export async function scanOpenPages(work: OpenPagesWork): Promise<void> {
  const { frontier, concurrency, signal } = work;
  const pacing = { pagesPerChunk: PAGES_PER_BROWSER, chunksInFlight: concurrency };
  for (let { open } = frontier; open.length > 0; { open } = frontier) {
    signal.throwIfAborted();
    if (isPaused(frontier)) await work.pauseUntil(frontier.pausedUntil);
    const chunks = splitIntoChunks(open, open.length, pacing, BROWSER_WORTH);
    await sideBySide(concurrency, signal, async (stop) => {
      // Those that a pause keeps from being begun stay open.
      for (let pages = chunks.shift(); pages && !isPaused(frontier); pages = chunks.shift()) {
        await scanOne(work, pages, stop);
      }
    });
  }
}

function isPaused({ pausedUntil }: Frontier): boolean {
  return pausedUntil > Date.now();
}

/** Does the same several times at once; where one of them fails, the others are ended before that is thrown. */
async function sideBySide(
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

async function scanOne(
  work: OpenPagesWork,
  pages: readonly FrontierPage[],
  signal: AbortSignal,
): Promise<void> {
  const { job, settings, options, describe } = work;
  const chunkId = newId('chunk', new Date());
  // A host that defers everything has ended pages meanwhile.
  const open = work.frontier.dispatch(pages, chunkId, new Date());
  if (open.length === 0) return;
  const { expectStatus } = settings;
  const chunkPages = open.map((page) => buildChunkPage(page, { expectStatus, describe }));
  try {
    await work.scanChunk({ ...job, pages: chunkPages }, eventsOf(work, open, chunkId), {
      ...options,
      // The signal ends it in time.
      deadline: () => Number.POSITIVE_INFINITY,
      signal,
    });
  } finally {
    work.frontier.release(open);
  }
}

function eventsOf(
  { frontier, kept, settings, onChange }: OpenPagesWork,
  pages: readonly FrontierPage[],
  chunkId: string,
): ChunkEvents {
  const { crawl } = settings;
  return {
    async pageStarted({ pageId, attempt }) {
      frontier.begin(pageId, { chunkId, attempt }, new Date());
      onChange();
    },
    picture: (id, bytes) => kept.putPicture(id, bytes),
    async pageFinished(result, links, finalUrl) {
      const { pageId, outcome, detail } = result;
      const page = pages.find((each) => each.pageId === pageId);
      if (page === undefined) throw new Error(`${pageId} is no page of its chunk`);
      await kept.putResult(result);
      if (shouldFollowLinks(crawl)) await kept.putLinks(pageId, page.depth, links);
      frontier.end(pageId, { outcome, detail, movedTo: await resolveRedirect(page.url, finalUrl, crawl) });
      onChange();
    },
    async pageDeferred({ pageId, attempt }, { retryAfterSeconds, ...end }) {
      frontier.defer(pageId, { attempt, retryAfterSeconds, end }, new Date());
      onChange();
    },
  };
}
