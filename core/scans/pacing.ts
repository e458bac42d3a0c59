import type { FrontierPage } from './scan.ts';

/** How the pages of a scan are handed to the browsers. */
export interface Pacing {
  /** Pages that one browser takes at a time. */
  pagesPerChunk: number;
  /** Chunks of one scan that may be queued or in a browser; the rest waits, so that cancelling stops soon. */
  chunksInFlight: number;
  /** Browsers that may open pages of one host at a time, over all scans and accounts. */
  slotsPerHost: number;
}

/**
 * Pages of one chunk at most, whatever a stage sets. A chunk is taken by one transaction, which has five items more
 * (`adapters/dynamodb/chunks.ts`) and 100 at most:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
export const PAGES_PER_CHUNK_MAX = 95;

/** Attempts at one page, after which it ends as `crashed`. `lib/scan-queues.ts` limits the tries of a message. */
export const ATTEMPTS_MAX = 2;

/** Times that one page is put on a queue, after which it ends as `service-fault`. */
export const SENDS_MAX = 5;

/** Wall clock of one page. */
export const PAGE_TIMEOUT_MS = 60_000;

/** Launching, closing and reporting beside a page's own time. */
export const PAGE_OVERHEAD_MS = 15_000;

/** Time at the end of an invocation that is kept for returning the pages that were not begun. */
export const RETURN_RESERVE_MS = 10_000;

/** A page that was begun should have ended by then. */
export const RUNNING_LEASE_MS = 2 * PAGE_TIMEOUT_MS;

/**
 * A page that was queued should have been begun by then, however long the backlog. It can be long, for a chunk that
 * its browser lost is redelivered, one that fails is dead-lettered, and one that was never sent is noted; sending
 * what merely waits again would only lengthen the backlog.
 */
export const QUEUED_LEASE_MS = 12 * 3_600_000;

/** A chunk that was written but not sent by then lost its sender. */
export const UNSENT_AFTER_MS = 30_000;

/** A scan that has not ended by then is given up: its open pages end as `service-fault`. */
export const SCAN_AGE_MAX_MS = 24 * 3_600_000;

/**
 * What to do with a page whose browser seems lost. A page that may be at its last attempt still waits until its
 * lease is over, for a message that arrived twice looks the same as a browser that died.
 */
export function getLostPageAction(
  page: Pick<FrontierPage, 'attempts' | 'sends'>,
  leaseOver: boolean,
): 'wait' | 'reopen' | 'crashed' | 'service-fault' {
  if (page.attempts >= ATTEMPTS_MAX) return leaseOver ? 'crashed' : 'wait';
  return page.sends >= SENDS_MAX ? 'service-fault' : 'reopen';
}

/** Seconds that a page waits before it is handed out again, by how often it was before. */
const resendPausesSeconds = [0, 0, 15, 60, 240];

/**
 * Seconds to hold a chunk back, from how often its pages were handed out before. The second time is at once, for a
 * browser that died; then a fault of ours is given time to pass.
 */
export function getResendPauseSeconds(sends: number): number {
  return resendPausesSeconds[Math.min(sends, resendPausesSeconds.length - 1)] ?? 0;
}

/** Pages that may be handed out now. */
export function getRemainingInFlight(
  pacing: Pick<Pacing, 'pagesPerChunk' | 'chunksInFlight'>,
  inFlight: number,
): number {
  return Math.max(0, pacing.pagesPerChunk * pacing.chunksInFlight - inFlight);
}

/** Pages that are worth a browser whose time is paid for. */
const CHUNK_WORTH = 4;

/**
 * Cuts open pages into the chunks that are handed out now, in their order. Pages that all fit are shared among as
 * many browsers as the scan may have, so that it is soon done; of more only whole chunks are handed out, for a
 * browser launched for a page or two costs more than it scans.
 * @param open the open pages that come first; one more than `room` if there are more
 * @param room pages that may be handed out
 * @param worth pages that a browser is worth launching for while there are others to share
 */
export function splitIntoChunks<T>(
  open: readonly T[],
  room: number,
  { pagesPerChunk, chunksInFlight }: Pick<Pacing, 'pagesPerChunk' | 'chunksInFlight'>,
  worth = CHUNK_WORTH,
): T[][] {
  const all = open.length <= room;
  const pages = all ? open : open.slice(0, room - (room % pagesPerChunk));
  const browsers = Math.max(1, Math.min(chunksInFlight, Math.floor(pages.length / worth)));
  const size = all ? Math.min(pagesPerChunk, Math.ceil(pages.length / browsers)) : pagesPerChunk;
  const chunks: T[][] = [];
  for (let at = 0; at < pages.length; at += size) chunks.push(pages.slice(at, at + size));
  return chunks;
}
