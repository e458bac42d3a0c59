import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ChunkEvents } from '../../core/scans/chunk.ts';
import { type ChunkEvent, packPageEnd } from '../../core/scans/chunk-events.ts';
import type { ResponseMode } from '../../core/scans/response-mode.ts';

/**
 * Maximum bytes of a response: below Lambda's limits of 200 MB and 6 MB, with a reserve for the last event. Sources:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html and
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const responseBytesMax = { streamed: 190_000_000, buffered: 6_000_000 };

/** The response of the function has no space for an event. */
class ResponseFullError extends Error {
  override name = 'ResponseFullError';
}

/** Writes events of a chunk to a stream, one per line. */
export class EventWriter {
  /** Bytes that events can still have. */
  bytesLeft: number;
  readonly #stream: Writable;

  constructor(stream: Writable, responses: ResponseMode) {
    this.#stream = stream;
    this.bytesLeft = responseBytesMax[responses];
  }

  /** The events of the scanner, written as they happen. */
  get events(): ChunkEvents {
    return {
      pageStarted: ({ pageId, attempt }) => this.#writeIfFits({ type: 'page-started', pageId, attempt }),
      picture: (id, bytes) =>
        this.#writeIfFits({ type: 'picture', id, bytes: Buffer.from(bytes).toString('base64') }),
      pageFinished: (result, links, finalUrl) => {
        const { pageId, attempt } = result;
        const end = packPageEnd({ result, links, finalUrl });
        return this.#writeIfFits({ type: 'page-finished', pageId, attempt, end });
      },
      pageDeferred: ({ pageId, attempt }, deferral) =>
        this.#writeIfFits({ type: 'page-deferred', pageId, attempt, ...deferral }),
    };
  }

  /** Writes an event, and waits until the stream can take another one. */
  async write(event: ChunkEvent): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(event)}\n`);
    this.bytesLeft -= line.length;
    if (!this.#stream.write(line)) await once(this.#stream, 'drain');
  }

  /** Ends the stream. */
  async end(): Promise<void> {
    this.#stream.end();
    await once(this.#stream, 'finish');
  }

  /** @throws ResponseFullError */
  async #writeIfFits(event: ChunkEvent): Promise<void> {
    if (this.bytesLeft < JSON.stringify(event).length) {
      throw new ResponseFullError('the results of this page do not fit in the response of the function');
    }
    await this.write(event);
  }
}
