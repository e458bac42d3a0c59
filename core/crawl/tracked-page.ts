import {
  countFaultySends,
  INTERRUPTIONS_MAX,
  LOSSES_MAX,
  QUEUED_LEASE_MS,
  RUNNING_LEASE_MS,
  SENDS_MAX,
} from '../scans/pacing.ts';
import { isScanned, type PageOutcome } from '../scans/page-outcome.ts';
import type { FrontierPage } from '../scans/scan.ts';
import type { ScanCounters } from '../scans/tracked-scan.ts';
import type { FoundLinks } from './found-links.ts';

/**
 * The state transitions of a page in the frontier. Each function returns the changed page, or undefined if the
 * transition does not apply, because every message may arrive twice, late or out of order.
 */

/** A page of a scan with the tracking data of the scan workflow. */
export interface TrackedPage extends FrontierPage {
  /** The chunk in which it was sent last. */
  chunkId?: string;
  /** All chunks in which it was sent. */
  chunkIds?: Set<string>;
  /** The chunk whose browser began the last attempt. */
  begunIn?: string;
  /** Number of times that the page was deferred because its host requested a pause. */
  deferrals?: number;
  /** When the browser that has the page counts as lost, RFC 3339 UTC. */
  leaseUntil?: string;
}

/** A change of a page, and what is written in the same transaction. */
export interface PageChange {
  page: TrackedPage;
  /** Absent if the counters of the scan do not change. The change then also applies to a scan that has ended. */
  counters?: ScanCounters;
  /** The links of the page, if its depth is crawled further. */
  links?: FoundLinks;
}

/** An attempt at a page by the browser of a chunk. */
export interface Attempt {
  chunkId: string;
  attempt: number;
}

/** How a page ended. */
export interface PageEnd {
  outcome: PageOutcome;
  detail: string;
  /** Absent if the service itself set the outcome. */
  resultKey?: string;
  /** Number of the attempt that ended the page. */
  attempt?: number;
  movedTo?: FrontierPage['movedTo'];
  links?: FoundLinks;
}

/** Returns the page after its dispatch in a chunk. */
export function dispatchPage(page: TrackedPage, chunkId: string, now: Date): TrackedPage {
  return {
    ...page,
    state: 'queued',
    chunkId,
    chunkIds: new Set([...(page.chunkIds ?? []), chunkId]),
    sends: page.sends + 1,
    leaseUntil: addMilliseconds(now, QUEUED_LEASE_MS),
  };
}

/**
 * True if a page is queued or in a browser as part of this chunk: it has not ended, been released or been sent in
 * another chunk.
 */
export function isInChunk(page: TrackedPage, chunkId: string): boolean {
  return page.state === 'queued' && page.chunkId === chunkId;
}

/** Begins an attempt unless it has begun before. A late message must not count for the chunk that has the page now. */
export function beginAttempt(
  page: TrackedPage,
  { chunkId, attempt }: Attempt,
  now: Date,
): PageChange | undefined {
  if (!isInChunk(page, chunkId) || page.attempts >= attempt) return undefined;
  const leaseUntil = addMilliseconds(now, RUNNING_LEASE_MS);
  return { page: { ...page, attempts: attempt, begunIn: chunkId, leaseUntil } };
}

/** Uncounts an attempt that failed because of a fault of the service. */
export function voidAttempt(page: TrackedPage, { chunkId, attempt }: Attempt): PageChange | undefined {
  const isLast = page.state !== 'done' && page.chunkId === chunkId && page.attempts === attempt;
  if (!isLast) return undefined;
  const { begunIn: _, ...rest } = page;
  return { page: { ...rest, attempts: attempt - 1 } };
}

/** Ends a page. The first outcome counts, also if it comes from a chunk that was considered lost. */
export function endPage(page: TrackedPage, end: PageEnd): PageChange | undefined {
  if (page.state === 'done') return undefined;
  const { outcome, detail, attempt = 0, resultKey, movedTo, links } = end;
  const { leaseUntil: _, ...rest } = page;
  return {
    page: {
      ...rest,
      state: 'done',
      outcome,
      detail,
      attempts: Math.max(page.attempts, attempt),
      ...(resultKey === undefined ? {} : { resultKey }),
      ...(movedTo === undefined ? {} : { movedTo }),
    },
    counters: {
      pagesDone: 1,
      pagesScanned: isScanned(outcome) ? 1 : 0,
      outstanding: -1,
      inFlight: page.state === 'queued' ? -1 : 0,
    },
    ...(links === undefined ? {} : { links }),
  };
}

/**
 * Uncounts an attempt whose function ended or was not trusted any more, and reopens the page; ends the page if that has
 * happened too often. A function may end for reasons that are not the page's, so the page gets more tries than when it
 * crashes its browser.
 * @param isRefused whether the function reported something that is not allowed
 */
export function losePage(
  page: TrackedPage,
  { attempt, isRefused }: Pick<Attempt, 'attempt'> & { isRefused: boolean },
): PageChange | undefined {
  const losses = (page.losses ?? 0) + 1;
  if (losses >= LOSSES_MAX) {
    const detail = isRefused
      ? `The page was tried ${losses} times. The last time, the service refused what the browser reported, because the report was not valid.`
      : `The function of the browser ended ${losses} times while this page was open, the last time with no other page.`;
    return endPage({ ...page, losses }, { outcome: 'crashed', detail, attempt });
  }
  const reopened = reopenPage(page);
  const attempts = Math.min(page.attempts, attempt - 1);
  return reopened && { ...reopened, page: { ...reopened.page, attempts, losses } };
}

/**
 * Returns a page that was dispatched but not started to the frontier.
 * @param isFault whether a fault of the service is the reason; the page ends if that has happened too often
 */
export function returnPage(page: TrackedPage, isFault: boolean): PageChange | undefined {
  if (isFault && countFaultySends(page) >= SENDS_MAX) {
    return endPage(page, {
      outcome: 'service-fault',
      detail: 'The page was dispatched several times, but no browser opened it.',
    });
  }
  const reopened = reopenPage(page);
  if (isFault || reopened === undefined) return reopened;
  return { ...reopened, page: { ...reopened.page, returns: (page.returns ?? 0) + 1 } };
}

/** Returns a page that is queued or in a browser to the frontier. */
export function reopenPage(page: TrackedPage): PageChange | undefined {
  if (page.state !== 'queued') return undefined;
  const { leaseUntil: _, ...rest } = page;
  return { page: { ...rest, state: 'open' }, counters: { inFlight: -1 } };
}

/** Defers a page because its host requested a pause. The attempt does not count. */
export function deferPage(page: TrackedPage, attempt: number): PageChange | undefined {
  const reopened = page.attempts <= attempt ? reopenPage(page) : undefined;
  return (
    reopened && {
      ...reopened,
      page: { ...reopened.page, attempts: attempt - 1, deferrals: (page.deferrals ?? 0) + 1 },
    }
  );
}

/** True if the browser of a chunk has opened a page, or had. */
export function wasBegunIn({ begunIn }: Pick<TrackedPage, 'begunIn'>, chunkId: string): boolean {
  return begunIn === chunkId;
}

/**
 * Reopens or ends a page whose dispatcher seems to be lost. It may also still run, if the message of the chunk only
 * arrived twice.
 * @param isUsed whether the browser of its chunk has opened any page. If not, the dispatch counts: otherwise a chunk
 *   that ends each dispatcher would be dispatched without end
 */
export function recoverPage(page: TrackedPage, isUsed: boolean, now: Date): PageChange | undefined {
  if (page.state !== 'queued') return undefined;
  const isBegun = page.chunkId !== undefined && wasBegunIn(page, page.chunkId);
  return isBegun ? interruptPage(page, now) : returnPage(page, !isUsed);
}

/** Uncounts an attempt that was lost with its dispatcher, and reopens the page; ends it if that happened too often. */
function interruptPage(page: TrackedPage, now: Date): PageChange | undefined {
  const interruptions = (page.interruptions ?? 0) + 1;
  if (interruptions < INTERRUPTIONS_MAX) {
    const reopened = reopenPage(page);
    return (
      reopened && { ...reopened, page: { ...reopened.page, attempts: page.attempts - 1, interruptions } }
    );
  }
  if (!isLeaseOver(page, now)) return undefined;
  return endPage(
    { ...page, interruptions },
    {
      outcome: 'service-fault',
      detail: `The service lost this page ${interruptions} times while it was open, the last time with no other page.`,
    },
  );
}

/** True if the browser that has a page should have reported its end by now. */
function isLeaseOver({ leaseUntil }: TrackedPage, now: Date): boolean {
  return leaseUntil !== undefined && Date.parse(leaseUntil) <= now.getTime();
}

/** Returns the chunks that were lost with their browser: the lease of one of their pages is over. */
export function findLostChunks(pages: readonly TrackedPage[], now: Date): Set<string> {
  return new Set(
    pages.flatMap((page) =>
      page.state === 'queued' && page.chunkId !== undefined && isLeaseOver(page, now) ? [page.chunkId] : [],
    ),
  );
}

function addMilliseconds(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}
