import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ChunkEvents } from '../../core/scans/chunk.ts';
import { type ChunkEvent, type PageEndOfChunk, packPageEnd } from '../../core/scans/chunk-events.ts';
import type { PageResult } from '../../core/scans/page-result.ts';
import type { ResponseMode } from '../../core/scans/response-mode.ts';
import { createEmptyObservation } from '../../scanner/page/page-observation.ts';

/**
 * Maximum bytes of a response: below Lambda's limits of 200 MB and 6 MB, with a reserve for the last event. Sources:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html and
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const responseBytesMax = { streamed: 190_000_000, buffered: 6_000_000 };

/** The rest of the response has no space for an event. */
export class ResponseFullError extends Error {
  override name = 'ResponseFullError';
}

/** Writes events of a chunk to a stream, one per line. */
export class EventWriter {
  /** Bytes that events can still have. */
  bytesLeft: number;
  readonly #stream: Writable;
  readonly #bytesMax: number;
  /** Whether the response has the results of a page. */
  #hasResult = false;

  constructor(stream: Writable, responses: ResponseMode) {
    this.#stream = stream;
    this.#bytesMax = responseBytesMax[responses];
    this.bytesLeft = this.#bytesMax;
  }

  /**
   * The events of the scanner, written as they happen. They throw a `ResponseFullError` if the results of a page do not
   * fit after those of earlier pages. If they do not fit in a whole response, the page ends as `service-fault`.
   */
  get events(): ChunkEvents {
    return {
      pageStarted: ({ pageId, attempt }) => this.#writeIfFits({ type: 'page-started', pageId, attempt }),
      picture: (id, bytes) =>
        this.#writeIfFits({ type: 'picture', id, bytes: Buffer.from(bytes).toString('base64') }),
      pageFinished: async (result, links, finalUrl) => {
        const event = buildPageFinished({ result, links, finalUrl });
        const neverFits = !this.#hasResult && !this.#fits(event);
        await this.#writeIfFits(neverFits ? buildPageFinished(this.#withoutFindings(result)) : event);
        this.#hasResult = true;
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

  /** Returns the end of a page whose results are larger than a whole response. */
  #withoutFindings(result: PageResult): PageEndOfChunk {
    const megabytes = this.#bytesMax / 1_000_000;
    const detail = `The results of the page are larger than ${megabytes} MB, which is the most that the function of the browser can return. Scan fewer rules, or exclude parts of the page.`;
    const ruleIds = result.rules.map(({ ruleId }) => ruleId);
    const empty = createEmptyObservation(ruleIds, { outcome: 'service-fault', detail });
    const { pictures: _pictures, browserUnusable: _browser, retryAfterSeconds: _retry, ...observed } = empty;
    const { links, ...ofResult } = observed;
    return { result: { ...result, ...ofResult }, links, finalUrl: null };
  }

  #fits(event: ChunkEvent): boolean {
    return Buffer.byteLength(JSON.stringify(event)) + 1 <= this.bytesLeft;
  }

  /** @throws ResponseFullError */
  async #writeIfFits(event: ChunkEvent): Promise<void> {
    if (!this.#fits(event)) {
      throw new ResponseFullError('the results of this page do not fit in the response of the function');
    }
    await this.write(event);
  }
}

function buildPageFinished(end: PageEndOfChunk): ChunkEvent {
  const { pageId, attempt } = end.result;
  return { type: 'page-finished', pageId, attempt, end: packPageEnd(end) };
}
