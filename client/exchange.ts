import { createTimeoutFault, type Fault, toFault } from './connection-fault.ts';
import type { ConnectionError } from './errors.ts';

/** One open request and its answer. */
export interface Exchange {
  response: Response;
  /**
   * Reads the body in chunks.
   * @throws NoAnswerError if the body ends too early or a chunk does not come in time; the signal's reason
   */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
  /** Ends the exchange, even if the body was not read to its end. */
  close(): void;
}

/** A request without a complete answer. */
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

/** Limits of an exchange. */
export interface ExchangeLimits {
  /** For the headers, and then for each chunk, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Sends one request. Does not follow redirects.
 * @throws NoAnswerError if no headers come; the signal's reason
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
  const withTimeout = async <T>(step: () => Promise<T>): Promise<T> => {
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
    const response = await withTimeout(send);
    return { response, chunks: () => readChunks(response, withTimeout), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function* readChunks(
  { body }: Response,
  withTimeout: <T>(step: () => Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await withTimeout(() => reader.read());
    if (done) return;
    yield value;
  }
}
