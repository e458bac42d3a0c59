import type { FrontierPage } from './scan.ts';

/** How the pages of a scan are handed to the browsers. */
export interface Pacing {
  /** Pages that one browser takes at a time. */
  pagesPerChunk: number;
  /** Chunks of one scan that may be queued or in a browser; the rest waits, so that cancelling stops soon. */
  chunksInFlight: number;
}

/** Attempts at one page, after which it ends as `crashed`. */
export const ATTEMPTS_MAX = 2;

/** Times that one page is put on a queue, after which it ends as `service-fault`. */
export const SENDS_MAX = 5;

/** Wall clock of one page. */
export const PAGE_TIMEOUT_MS = 60_000;

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
export function nextForLostPage(
  page: Pick<FrontierPage, 'attempts' | 'sends'>,
  leaseOver: boolean,
): 'wait' | 'reopen' | 'crashed' | 'service-fault' {
  if (page.attempts >= ATTEMPTS_MAX) return leaseOver ? 'crashed' : 'wait';
  return page.sends >= SENDS_MAX ? 'service-fault' : 'reopen';
}

/** Seconds that a page waits before it is handed out again, by how often it was before. */
const RESEND_PAUSES_SECONDS = [0, 0, 15, 60, 240];

/**
 * Seconds to hold a chunk back, from how often its pages were handed out before. The second time is at once, for a
 * browser that died; then a fault of ours is given time to pass.
 */
export function resendPauseSeconds(sends: number): number {
  return RESEND_PAUSES_SECONDS[Math.min(sends, RESEND_PAUSES_SECONDS.length - 1)] ?? 0;
}

/** Pages that may be handed out now. */
export function roomInFlight(pacing: Pacing, inFlight: number): number {
  return Math.max(0, pacing.pagesPerChunk * pacing.chunksInFlight - inFlight);
}

/** Cuts pages into chunks, in order. */
export function cutIntoChunks<T>(pages: T[], pagesPerChunk: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < pages.length; at += pagesPerChunk) chunks.push(pages.slice(at, at + pagesPerChunk));
  return chunks;
}
