import { createTimeoutFault, type Fault, toFault } from './connection-fault.ts';
import type { ConnectionError } from './errors.ts';

/** One request and its answer, while it is open. */
export interface Exchange {
  response: Response;
  /**
   * The body, piece by piece.
   * @throws NoAnswerError where it breaks off or a piece does not come in time; the signal's reason
   */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>;
  /** Ends it, whatever was read. */
  close(): void;
}

/** A request that brought no whole answer. */
export class NoAnswerError extends Error {
  readonly fault: ConnectionError;
  /** Whether the request may have had an effect. */
  readonly sent: boolean;

  constructor({ error, sent }: Fault) {
    super(error.message);
    this.fault = error;
    this.sent = sent;
  }
}

/** What an exchange is limited by. */
export interface ExchangeLimits {
  /** Until the headers, and then for each piece, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Sends one request. Redirects are not followed.
 * @throws NoAnswerError where no headers come; the signal's reason
 */
export async function exchange(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  { timeoutMs, signal }: ExchangeLimits,
): Promise<Exchange> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal?.addEventListener('abort', stop, { once: true });
  const close = () => {
    signal?.removeEventListener('abort', stop);
    controller.abort();
  };
  const inTime = async <T>(step: () => Promise<T>): Promise<T> => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, timeoutMs);
    try {
      return await step();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new NoAnswerError(isLate ? createTimeoutFault(url, timeoutMs) : toFault(error, url));
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const send = () => fetch(url, { ...init, redirect: 'manual', signal: controller.signal });
    const response = await inTime(send);
    return { response, pieces: () => piecesOf(response, inTime), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function* piecesOf(
  { body }: Response,
  inTime: <T>(step: () => Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await inTime(() => reader.read());
    if (done) return;
    yield value;
  }
}
