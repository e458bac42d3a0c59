import { getLostPageAction, QUEUED_LEASE_MS, RUNNING_LEASE_MS } from '../scans/pacing.ts';
import { isScanned, type PageOutcome } from '../scans/page-outcome.ts';
import type { FrontierPage } from '../scans/scan.ts';
import type { ScanCounters } from '../scans/tracked-scan.ts';
import type { FoundLinks } from './found-links.ts';

/**
 * The rules by which a page of the frontier changes. Each returns the page as it is then, and nothing where it does not
 * apply: every message may arrive twice, late or out of order.
 */

/** A page of a scan with what the scan workflow stores beside it. */
export interface TrackedPage extends FrontierPage {
  /** The chunk that it was last sent in. */
  chunkId?: string;
  /** Every chunk that it was sent in. */
  chunkIds?: Set<string>;
  /** Times that the page was deferred because its host asked for a pause. */
  deferrals?: number;
  /** When the browser that has the page is given up, RFC 3339 UTC. */
  leaseUntil?: string;
}

/** A change of a page and what is written with it. */
export interface PageChange {
  page: TrackedPage;
  /** Absent when the counters of the scan stay as they are; the change then applies to a scan that has ended, too. */
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
  /** Absent if the service itself gave the outcome. */
  resultKey?: string;
  /** Number of the attempt that ended the page. */
  attempt?: number;
  movedTo?: FrontierPage['movedTo'];
  links?: FoundLinks;
}

/** Returns a page as it is after it was put into a chunk. */
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

/** Whether a page is on a queue or in a browser as part of this chunk: not ended, released or sent in another one since. */
export function isInChunk(page: TrackedPage, chunkId: string): boolean {
  return page.state === 'queued' && page.chunkId === chunkId;
}

/** Begins an attempt, unless it is known already. A late message must not count for the chunk that has the page now. */
export function beginAttempt(
  page: TrackedPage,
  { chunkId, attempt }: Attempt,
  now: Date,
): PageChange | undefined {
  if (!isInChunk(page, chunkId) || page.attempts >= attempt) return undefined;
  return { page: { ...page, attempts: attempt, leaseUntil: addMilliseconds(now, RUNNING_LEASE_MS) } };
}

/** Takes an attempt back that failed by a fault of the service. */
export function voidAttempt(page: TrackedPage, { chunkId, attempt }: Attempt): PageChange | undefined {
  const isLast = page.state !== 'done' && page.chunkId === chunkId && page.attempts === attempt;
  return isLast ? { page: { ...page, attempts: attempt - 1 } } : undefined;
}

/** Ends a page. The first outcome counts, also if it comes from a chunk that seemed lost. */
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

/** Puts a page that is on a queue or in a browser back into the frontier. */
export function reopenPage(page: TrackedPage): PageChange | undefined {
  if (page.state !== 'queued') return undefined;
  const { leaseUntil: _, ...rest } = page;
  return { page: { ...rest, state: 'open' }, counters: { inFlight: -1 } };
}

/** Defers a page that its host wants to be asked for later: the attempt does not count. */
export function deferPage(page: TrackedPage, attempt: number): PageChange | undefined {
  const reopened = page.attempts <= attempt ? reopenPage(page) : undefined;
  return (
    reopened && {
      ...reopened,
      page: { ...reopened.page, attempts: attempt - 1, deferrals: (page.deferrals ?? 0) + 1 },
    }
  );
}

/** Gives a page whose browser seems lost another chance, or ends it. */
export function recoverPage(page: TrackedPage, now: Date): PageChange | undefined {
  if (page.state !== 'queued') return undefined;
  const next = getLostPageAction(page, isLeaseOver(page, now));
  if (next === 'wait') return undefined;
  return next === 'reopen' ? reopenPage(page) : endPage(page, { outcome: next, detail: lostDetails[next] });
}

const lostDetails = {
  crashed: 'The browser was lost twice while this page was open.',
  'service-fault': 'The page was handed out several times and no browser began it.',
};

/** Whether the browser that has a page should have reported its end by now. */
export function isLeaseOver({ leaseUntil }: TrackedPage, now: Date): boolean {
  return leaseUntil !== undefined && Date.parse(leaseUntil) <= now.getTime();
}

/** Returns the chunks that were lost with their browser: a page of theirs has a lease that is over. */
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
