import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

type Chunks = AsyncIterable<Buffer>;

/** A body is longer than its limit. */
export class TooLongError extends Error {
  override name = 'TooLongError';
}

/** Yields at most `maxBytes` bytes. Throws `TooLongError` after them if there are more. */
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
 * Inflates a body that is gzip according to its first bytes, regardless of its headers. Servers send a `.gz` file with
 * a content encoding, with a content type, or with both; then it is compressed twice. Data is inflated only as it is
 * read, so that a zip bomb uses no memory.
 * @param layers how often the body may be compressed
 */
export async function* inflateBody(source: Chunks, maxBytes: number, layers = 2): AsyncGenerator<Buffer> {
  const { head, all } = await peek(source, 2);
  if (layers === 0 || head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all;
    return;
  }
  const gunzip = createGunzip();
  // The reader of `gunzip` receives the errors of both streams.
  pipeline(Readable.from(all), gunzip, () => undefined);
  yield* inflateBody(limitBytes(gunzip, maxBytes), maxBytes, layers - 1);
}

/** Returns the first bytes of a body, and the complete body. */
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
