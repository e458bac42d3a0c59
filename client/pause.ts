import type { Pace } from './pace.ts';

/**
 * How long to wait before a request is repeated, in milliseconds: what the service asks for and a little more, so that
 * those who were asked alike do not all come back at once; else exponential backoff with full jitter
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempt requests that were made so far
 */
export function pauseAfter(
  attempt: number,
  retryAfterMs: number | null,
  { backoff, backoffMax }: Pace,
): number {
  if (retryAfterMs !== null) return retryAfterMs + Math.random() * backoff;
  return Math.random() * Math.min(backoffMax, backoff * 2 ** (attempt - 1));
}

/** Waits. An abort ends it at once: it then throws the signal's reason. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Both signals in one; undefined where there is none. */
export function eitherSignal(
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}
