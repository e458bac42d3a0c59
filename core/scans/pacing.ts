import type { FrontierPage } from './scan.ts';

/** How the pages of a scan are dispatched to browsers. */
export interface Pacing {
  /** Pages per chunk. */
  pagesPerChunk: number;
  /**
   * Chunks of one scan that may be queued or in a browser. The other pages wait, so that cancelling takes effect soon.
   */
  chunksInFlight: number;
  /** Browsers that may open pages of one host at a time, over all scans and accounts. */
  hostConcurrency: number;
}

/**
 * Maximum number of pages per chunk, regardless of the stage settings. The message of a chunk is also an item of the
 * table, which has at most 400 KB
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
 */
export const PAGES_PER_CHUNK_MAX = 20;

/**
 * Maximum bytes of known fingerprints in the message of one chunk. If a page exceeds its share, its fingerprints are
 * not sent, and pictures of its findings are taken again.
 */
export const KNOWN_BYTES_MAX = 150_000;

/**
 * Attempts at one page that crashed its browser, after which it ends as `crashed`. `lib/scan-queues.ts` limits the
 * deliveries of a message.
 */
export const ATTEMPTS_MAX = 2;

/**
 * Times that one page may be lost with the function of its browser, after which it ends as `crashed`. More than
 * `ATTEMPTS_MAX`, because a page is not always the reason why a function ends. For its last try the page is dispatched
 * alone, so that no other page is the reason.
 */
export const LOSSES_MAX = 4;

/**
 * Times that an attempt at one page may be lost together with its dispatcher, or with the whole service, after which it
 * ends as `service-fault`. Many, because that says nothing about the page. For its last try it is dispatched alone, so
 * that a page which makes its dispatcher end delays no other page again.
 */
export const INTERRUPTIONS_MAX = 10;

/**
 * Times that one page is put on a queue, after which it ends as `service-fault`. A time does not count if the page was
 * returned for a reason that is no fault of the service, or was interrupted (`INTERRUPTIONS_MAX`).
 */
export const SENDS_MAX = 5;

/** Wall-clock time limit of one page. */
export const PAGE_TIMEOUT_MS = 60_000;
/** How many of these times a page may take if other programs keep the processors busy meanwhile. */
export const PAGE_PATIENCE = 2;
/**
 * Memory of a browser in megabytes above which its page is ended, unless a setting says otherwise. A page of 22,000
 * elements needs 1,400 (`npm run bench:memory`).
 */
export const BROWSER_MEMORY_MB = 2_500;
/** The least that this can be set to: a browser needs up to 400 MB for an ordinary page. */
export const BROWSER_MEMORY_MIN_MB = 500;

/** Time for launching, closing and reporting, in addition to a page's own time. */
export const PAGE_OVERHEAD_MS = 15_000;

/** Time at the end of an invocation, reserved for returning the pages that were not started. */
export const RETURN_RESERVE_MS = 10_000;

/**
 * Timeout of the function with the browser, which scans the pages of a chunk until then. Five minutes, or longer if one
 * page may take longer.
 */
export const browserTimeoutMs =
  60_000 * Math.max(5, Math.ceil((PAGE_TIMEOUT_MS + PAGE_OVERHEAD_MS + RETURN_RESERVE_MS) / 60_000));

/**
 * Time of a dispatcher in addition to that of its browser: for tries to start it while there is no capacity, and for
 * reporting.
 */
export const START_TRIES_MS = 90_000;
export const REPORT_RESERVE_MS = 30_000;

/**
 * Maximum time in which a browser that streams its events reports nothing; then it counts as lost. A page can be opened
 * twice, the second time in a new browser, and is reported after that.
 */
export const BROWSER_SILENCE_MAX_MS = PAGE_PATIENCE * PAGE_TIMEOUT_MS + PAGE_OVERHEAD_MS;

/**
 * A page that was started is expected to end within this time. It is longer than a browser may be silent, so that its
 * dispatcher reports the loss of the browser before the sweeper opens the page again.
 */
export const RUNNING_LEASE_MS = BROWSER_SILENCE_MAX_MS + REPORT_RESERVE_MS;

/**
 * A page that was queued is expected to be started within this time, even with a long backlog. The time is long,
 * because sending pages again that only wait would lengthen the backlog. Lost pages do not wait for it: the dispatcher
 * returns the pages of a browser that died, a chunk whose dispatcher died is redelivered, a chunk that fails is
 * dead-lettered, and a chunk that was never sent is detected.
 */
export const QUEUED_LEASE_MS = 12 * 3_600_000;

/** If a chunk was written but not sent within this time, its sender has died. */
export const UNSENT_AFTER_MS = 30_000;

/** A scan that has not ended within this time is ended: its open pages end as `service-fault`. */
export const SCAN_AGE_MAX_MS = 24 * 3_600_000;

/**
 * Returns how often a page was dispatched, except the times that it was interrupted, or returned for a reason that is
 * no fault.
 */
export function countFaultySends({
  sends,
  returns = 0,
  interruptions = 0,
}: Pick<FrontierPage, 'sends' | 'returns' | 'interruptions'>): number {
  return sends - returns - interruptions;
}

/** True if a page must be the only one of its chunk, because the next loss of its function or dispatcher ends it. */
export function mustBeAlone({
  losses = 0,
  interruptions = 0,
}: Pick<FrontierPage, 'losses' | 'interruptions'>): boolean {
  return losses >= LOSSES_MAX - 1 || interruptions >= INTERRUPTIONS_MAX - 1;
}

/** Delays before a page is dispatched again, in seconds, by number of earlier dispatches. */
const resendPausesSeconds = [0, 0, 15, 60, 240];

/**
 * Returns the delay of a chunk in seconds, by how often its pages were dispatched before. The second dispatch is
 * immediate, because the browser may have died. Later ones wait until a fault of this service may have passed.
 */
export function getResendPauseSeconds(sends: number): number {
  return resendPausesSeconds[Math.min(sends, resendPausesSeconds.length - 1)] ?? 0;
}

/** Returns the seconds of all pauses before the dispatches of a page that is returned with a fault each time. */
export function getTotalResendPauseSeconds(): number {
  const pauses = Array.from({ length: SENDS_MAX }, (_, sends) => getResendPauseSeconds(sends));
  return pauses.reduce((total, pause) => total + pause, 0);
}

/** Returns how many pages may be dispatched now. */
export function getRemainingInFlight(
  pacing: Pick<Pacing, 'pagesPerChunk' | 'chunksInFlight'>,
  inFlight: number,
): number {
  return Math.max(0, pacing.pagesPerChunk * pacing.chunksInFlight - inFlight);
}

/** Minimum number of pages for which launching a browser pays off. */
const CHUNK_WORTH = 4;

/**
 * Splits open pages into the chunks to dispatch now, in their order. If all pages fit, they are distributed over as
 * many browsers as the scan may have, so that it ends soon. If there are more, only full chunks are dispatched, because
 * launching a browser for one or two pages costs more than scanning them.
 * @param open the first open pages; one more than `capacity` if there are more
 * @param capacity number of pages that may be dispatched
 * @param worth minimum number of pages per browser while pages are distributed
 */
export function splitIntoChunks<T>(
  open: readonly T[],
  capacity: number,
  { pagesPerChunk, chunksInFlight }: Pick<Pacing, 'pagesPerChunk' | 'chunksInFlight'>,
  worth = CHUNK_WORTH,
): T[][] {
  const all = open.length <= capacity;
  const pages = all ? open : open.slice(0, capacity - (capacity % pagesPerChunk));
  const browsers = Math.max(1, Math.min(chunksInFlight, Math.floor(pages.length / worth)));
  const size = all ? Math.min(pagesPerChunk, Math.ceil(pages.length / browsers)) : pagesPerChunk;
  const chunks: T[][] = [];
  for (let at = 0; at < pages.length; at += size) chunks.push(pages.slice(at, at + size));
  return chunks;
}
