import { followsLinks } from '../../core/crawl/choose-pages.ts';
import { movedTo } from '../../core/crawl/moved-to.ts';
import type { ChunkPage } from '../../core/scans/messages.ts';
import { cutIntoChunks } from '../../core/scans/pacing.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import type { ScanSettings } from '../../core/scans/scan-settings.ts';
import type { ChunkEvents, ChunkJob } from '../../scanner/chunk.ts';
import type { ScanOptions, scanChunk } from '../../scanner/scan-chunk.ts';
import type { Frontier } from './frontier.ts';
import type { KeptResults } from './kept-results.ts';

/** Pages that one browser takes before it is replaced. */
const PAGES_PER_BROWSER = 25;
/** Pages that a browser is worth launching for: somebody waits, and the cores are there. */
const BROWSER_WORTH = 2;

/** What the open pages of a scan are scanned with. */
export interface PageWork {
  job: Omit<ChunkJob, 'pages'>;
  settings: ScanSettings;
  options: Omit<ScanOptions, 'deadline' | 'signal'>;
  /** Browsers at a time. */
  concurrency: number;
  frontier: Frontier;
  kept: KeptResults;
  /** What the browser is told of a page. */
  describe(url: string): Pick<ChunkPage, 'identity'>;
  scanChunk: typeof scanChunk;
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
export async function scanOpenPages(work: PageWork): Promise<void> {
  const { frontier, concurrency, signal } = work;
  const pacing = { pagesPerChunk: PAGES_PER_BROWSER, chunksInFlight: concurrency };
  for (let { open } = frontier; open.length > 0; { open } = frontier) {
    signal.throwIfAborted();
    if (isPaused(frontier)) await work.pauseUntil(frontier.pausedUntil);
    const chunks = cutIntoChunks(open, open.length, pacing, BROWSER_WORTH);
    await sideBySide(concurrency, signal, async (stop) => {
      // Those that a pause keeps from being begun stay open.
      for (let pages = chunks.shift(); pages && !isPaused(frontier); pages = chunks.shift()) {
        // A server that puts everything off has ended them meanwhile.
        const left = pages.filter(({ state }) => state === 'open');
        if (left.length > 0) await scanOne(work, left, stop);
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

async function scanOne(work: PageWork, pages: readonly FrontierPage[], signal: AbortSignal): Promise<void> {
  const { job, settings, options } = work;
  const chunkPages = pages.map(({ pageId, url, attempts, depth, position }): ChunkPage => {
    const isStart = depth === 0 && position === 0;
    return {
      pageId,
      url,
      attempt: attempts + 1,
      ...(settings.expectStatus !== null && isStart ? { expectStatus: settings.expectStatus } : {}),
      ...work.describe(url),
    };
  });
  work.frontier.handOut(pages);
  try {
    await work.scanChunk({ ...job, pages: chunkPages }, eventsOf(work, pages), {
      ...options,
      // The signal ends it in time.
      deadline: () => Number.POSITIVE_INFINITY,
      signal,
    });
  } finally {
    work.frontier.takeBack(pages);
  }
}

function eventsOf(
  { frontier, kept, settings, onChange }: PageWork,
  pages: readonly FrontierPage[],
): ChunkEvents {
  const { crawl } = settings;
  return {
    async pageStarted({ pageId, attempt }) {
      frontier.begin(pageId, attempt);
      onChange();
    },
    picture: (id, bytes) => kept.putPicture(id, bytes),
    async pageFinished(result, links, finalUrl) {
      const { pageId, outcome, detail } = result;
      const page = pages.find((each) => each.pageId === pageId);
      if (page === undefined) throw new Error(`${pageId} is no page of its chunk`);
      await kept.putResult(result);
      if (followsLinks(crawl)) await kept.putLinks(pageId, page.depth, links);
      frontier.end(pageId, { outcome, detail, movedTo: await movedTo(page.url, finalUrl, crawl) });
      onChange();
    },
    async pageDeferred({ pageId, attempt }, deferral) {
      frontier.defer(pageId, attempt, deferral, Date.now());
      onChange();
    },
  };
}
