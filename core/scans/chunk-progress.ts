import { createHash } from 'node:crypto';
import { PICTURES_BYTES_MAX, PICTURES_PER_PAGE_MAX } from '../findings/picture.ts';
import type { ChunkJob } from './chunk.ts';
import { type ChunkEvent, type PageEndOfChunk, unpackPageEnd } from './chunk-events.ts';
import { ATTEMPTS_MAX } from './pacing.ts';

/** The sender of events does not keep to their rules: it is broken, or a scanned page has taken it over. */
export class ChunkEventError extends Error {
  override name = 'ChunkEventError';
}

/** Source: https://developers.google.com/speed/webp/docs/riff_container */
function isWebP(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** An event that was accepted, with what was unpacked from it. */
export type AcceptedEvent =
  | Exclude<ChunkEvent, { type: 'picture' | 'page-finished' }>
  | { type: 'picture'; id: string; bytes: Buffer }
  | ({ type: 'page-finished'; pageId: string; attempt: number } & PageEndOfChunk);

/**
 * Checks the events of the function that scans the pages of a chunk, and keeps track of them. The pages must come in
 * their order, each with its attempts in their order; a result must be that of the open page and may only refer to
 * pictures that were sent before; the id of a picture must be its hash.
 */
export class ChunkProgress {
  /** The page that the browser has open, with its attempt. */
  open: { pageId: string; attempt: number } | undefined;
  /** True after `end`, `fault` or `response-full`. */
  hasEnded = false;
  /** True if a page ended or was deferred, so that the scan ends even if chunks return pages. */
  hasAdvanced = false;
  readonly #scanId: string;
  /** The pages that have not ended, in their order; the first one may be open. */
  readonly #remaining: { pageId: string; attempt: number }[];
  readonly #pictures = new Set<string>();
  #picturesOfPage = 0;
  #bytesOfPage = 0;
  #isDeferred = false;

  constructor({ scanId, pages }: Pick<ChunkJob, 'scanId' | 'pages'>) {
    this.#scanId = scanId;
    this.#remaining = pages.map(({ pageId, attempt }) => ({ pageId, attempt }));
  }

  /** Returns the ids of the pages that have not ended, without the open one. */
  listWaiting(): string[] {
    return this.#remaining.map(({ pageId }) => pageId).filter((pageId) => pageId !== this.open?.pageId);
  }

  /**
   * Accepts the next event.
   * @throws ChunkEventError if the event is not allowed now
   */
  accept(event: ChunkEvent): AcceptedEvent {
    if (this.hasEnded) throw new ChunkEventError(`"${event.type}" came after the end`);
    switch (event.type) {
      case 'page-started':
        this.#start(event);
        return event;
      case 'picture':
        return { type: 'picture', id: event.id, bytes: this.#acceptPicture(event) };
      case 'page-finished':
        return { ...event, ...this.#finish(event) };
      case 'page-deferred':
        this.#requireOpen(event);
        this.#closePage();
        this.#isDeferred = true;
        return event;
      case 'response-full':
        if (this.open === undefined) throw new ChunkEventError('a response was full while no page was open');
        this.hasEnded = true;
        return event;
      case 'fault':
        this.hasEnded = true;
        return event;
      case 'end':
        this.#end(event.notReached);
        return event;
    }
  }

  #start({ pageId, attempt }: { pageId: string; attempt: number }): void {
    const [next] = this.#remaining;
    if (this.#isDeferred) throw new ChunkEventError('a page was started after one was deferred');
    const expected = this.open === undefined ? next?.attempt : this.open.attempt + 1;
    if (next?.pageId !== pageId || attempt !== expected || attempt > ATTEMPTS_MAX) {
      throw new ChunkEventError(
        `attempt ${attempt} at ${pageId} was started instead of attempt ${expected} at ${next?.pageId}`,
      );
    }
    this.open = { pageId, attempt };
    this.#picturesOfPage = 0;
    this.#bytesOfPage = 0;
  }

  #acceptPicture({ id, bytes: encoded }: { id: string; bytes: string }): Buffer {
    if (this.open === undefined) throw new ChunkEventError('a picture came while no page was open');
    const bytes = Buffer.from(encoded, 'base64');
    this.#picturesOfPage++;
    this.#bytesOfPage += bytes.length;
    if (this.#picturesOfPage > PICTURES_PER_PAGE_MAX || this.#bytesOfPage > PICTURES_BYTES_MAX) {
      throw new ChunkEventError('a page has too many pictures, or too large ones');
    }
    if (!isWebP(bytes)) throw new ChunkEventError('a picture is not a WebP image');
    if (id !== `pic_${createHash('sha256').update(bytes).digest('hex')}`) {
      throw new ChunkEventError('the id of a picture is not its hash');
    }
    this.#pictures.add(id);
    return bytes;
  }

  #finish(event: { pageId: string; attempt: number; end: string }): PageEndOfChunk {
    this.#requireOpen(event);
    let end: PageEndOfChunk;
    try {
      end = unpackPageEnd(event.end);
    } catch (error) {
      throw new ChunkEventError('the result of a page is not valid', { cause: error });
    }
    const { scanId, pageId, attempt, findings } = end.result;
    if (scanId !== this.#scanId || pageId !== event.pageId || attempt !== event.attempt) {
      throw new ChunkEventError('the result is not that of the open page');
    }
    for (const { picture } of findings.flatMap(({ nodes }) => nodes)) {
      if (picture !== null && !this.#pictures.has(picture.id)) {
        throw new ChunkEventError('a result refers to a picture that was not sent');
      }
    }
    this.#closePage();
    return end;
  }

  #end(notReached: readonly string[]): void {
    const remaining = this.#remaining.map(({ pageId }) => pageId);
    if (remaining.join() !== notReached.join()) {
      throw new ChunkEventError('the pages that were not reached are not those that remain');
    }
    this.#remaining.length = 0;
    this.open = undefined;
    this.hasEnded = true;
  }

  #requireOpen({ pageId, attempt }: { pageId: string; attempt: number }): void {
    if (this.open?.pageId !== pageId || this.open.attempt !== attempt) {
      throw new ChunkEventError(`attempt ${attempt} at ${pageId} ended, but it is not the open one`);
    }
  }

  #closePage(): void {
    this.hasAdvanced = true;
    this.#remaining.shift();
    this.open = undefined;
  }
}
