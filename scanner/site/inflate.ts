import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

type Chunks = AsyncIterable<Buffer>;

/** A body is longer than its bound. */
export class TooLongError extends Error {
  override name = 'TooLongError';
}

/** Ends with `TooLongError` after so many bytes; what was within the bound has been handed on by then. */
export async function* limitBytes(source: Chunks, maxBytes: number): AsyncGenerator<Buffer> {
  let left = maxBytes;
  for await (const chunk of source) {
    if (chunk.length > left) {
      yield chunk.subarray(0, left);
      throw new TooLongError(`more than ${maxBytes} bytes`);
    }
    left -= chunk.length;
    yield chunk;
  }
}

/**
 * Inflates a body that is gzip by its first bytes, whatever its headers call it: a `.gz` file is sent as a coding, as
 * a type, or as both, and then is gzip twice. It inflates no further than it is read, so that a bomb costs no memory.
 * @param layers times it may be gzip
 */
export async function* inflateBody(source: Chunks, maxBytes: number, layers = 2): AsyncGenerator<Buffer> {
  const { head, all } = await peek(source, 2);
  if (layers === 0 || head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all;
    return;
  }
  const gunzip = createGunzip();
  // The error of either arrives where `gunzip` is read.
  pipeline(Readable.from(all), gunzip, () => undefined);
  yield* inflateBody(limitBytes(gunzip, maxBytes), maxBytes, layers - 1);
}

/** The first bytes of a body, and the whole of it. */
async function peek(source: Chunks, count: number): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const reader = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < count) {
    const { done, value } = await reader.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (let step = await reader.next(); !step.done; step = await reader.next()) yield step.value;
    } finally {
      await reader.return?.();
    }
  }
  return { head, all: all() };
}
