import { setTimeout as wait } from 'node:timers/promises';

/** A request that is about to be repeated. */
export interface RetryInfo {
  method: string;
  /** Without query. */
  url: string;
  /** Short reason: `429 rate-limited`, `the connection was lost`. */
  reason: string;
  /** Number of the failed request, from 1. */
  attempt: number;
  /** Maximum number of requests of the call. */
  attempts: number;
  /** Time until the next request, in milliseconds. */
  delayMs: number;
}

/** Retries and timeouts of requests. Times are in milliseconds. */
export interface Pace {
  /** Maximum time until the headers of a response, and then between two chunks of its body. */
  requestTimeout: number;
  /** Maximum number of requests of one call. */
  attempts: number;
  /** The first pause is random between 0 and `backoff`. The upper bound doubles for each further pause. */
  backoff: number;
  /** Maximum of that upper bound. */
  backoffMax: number;
  /** If `Retry-After` is longer, the call fails at once. */
  retryAfterMax: number;
}

/** The default: five requests within about a minute, and up to two minutes for each `Retry-After`. */
export const paceDefault: Pace = {
  requestTimeout: 30_000,
  attempts: 5,
  backoff: 1_000,
  backoffMax: 20_000,
  retryAfterMax: 120_000,
};

/**
 * Returns how long to wait before a request is repeated, in milliseconds. With `Retry-After`: that time and a short
 * random one, so that clients with the same `Retry-After` do not all repeat at the same time. Otherwise: exponential
 * backoff with full jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempt number of requests so far
 */
export function computeRetryDelay(
  attempt: number,
  retryAfterMs: number | null,
  { backoff, backoffMax }: Pace,
): number {
  if (retryAfterMs !== null) return retryAfterMs + Math.random() * backoff;
  return Math.random() * Math.min(backoffMax, backoff * 2 ** (attempt - 1));
}

/** Waits. If the signal aborts, it throws the signal's reason at once. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await wait(milliseconds, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
}

/**
 * Reports that a request will be repeated, and waits as long as `computeRetryDelay` returns.
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

/** Returns a signal that aborts with either of two; undefined if both are undefined. */
export function combineSignals(
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}
