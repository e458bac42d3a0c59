import { setTimeout as wait } from 'node:timers/promises';

/** A request that is about to be repeated. */
export interface RetryInfo {
  method: string;
  /** Without query. */
  url: string;
  /** Why, in a few words: `429 rate-limited`, `the connection broke off`. */
  reason: string;
  /** Which request failed, from 1. */
  attempt: number;
  /** Requests that the call makes at most. */
  attempts: number;
  /** Until the next one, in milliseconds. */
  delayMs: number;
}

/** How requests are repeated and how long they may take, in milliseconds unless said otherwise. */
export interface Pace {
  /** Until the headers of an answer are there, and then between any two pieces of its body. */
  requestTimeout: number;
  /** Requests that one call makes at most. */
  attempts: number;
  /** The first pause is random between 0 and this, each further one between 0 and twice as much. */
  backoff: number;
  backoffMax: number;
  /** A `Retry-After` beyond it is not waited for: the call fails at once. */
  retryAfterMax: number;
}

/** As usual: five requests within about a minute, and two minutes more for a server that asks for patience. */
export const paceDefault: Pace = {
  requestTimeout: 30_000,
  attempts: 5,
  backoff: 1_000,
  backoffMax: 20_000,
  retryAfterMax: 120_000,
};

/**
 * How long to wait before a request is repeated, in milliseconds: what the service asks for and a little more, so that
 * those who were asked alike do not all come back at once; else exponential backoff with full jitter
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempt requests that were made so far
 */
export function computeRetryDelay(
  attempt: number,
  retryAfterMs: number | null,
  { backoff, backoffMax }: Pace,
): number {
  if (retryAfterMs !== null) return retryAfterMs + Math.random() * backoff;
  return Math.random() * Math.min(backoffMax, backoff * 2 ** (attempt - 1));
}

/** Waits. An abort ends it at once: it then throws the signal's reason. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await wait(milliseconds, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
}

/**
 * Reports that a request is about to be repeated, and waits as `computeRetryDelay` says.
 * @param failed the request; its URL is reported without the query
 * @throws the reason of the signal
 */
export async function pauseBeforeRetry(
  failed: Pick<RetryInfo, 'method' | 'url' | 'reason' | 'attempt'>,
  retryAfterMs: number | null,
  { pace, onRetry }: { pace: Pace; onRetry: (info: RetryInfo) => void },
  signal: AbortSignal | undefined,
): Promise<void> {
  const delayMs = computeRetryDelay(failed.attempt, retryAfterMs, pace);
  const { origin, pathname } = new URL(failed.url);
  onRetry({ ...failed, url: `${origin}${pathname}`, attempts: pace.attempts, delayMs });
  await sleep(delayMs, signal);
}

/** Both signals in one; undefined where there is none. */
export function combineSignals(
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}
