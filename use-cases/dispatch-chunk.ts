import { BrowserLostError, BrowserNotStartedError } from '../core/scans/browser-errors.ts';
import type { ChunkJob } from '../core/scans/chunk.ts';
import type { ChunkEvent, PageEndOfChunk } from '../core/scans/chunk-events.ts';
import { type AcceptedEvent, ChunkEventError, ChunkProgress } from '../core/scans/chunk-progress.ts';
import {
  buildRecordMessage,
  type ChunkMessage,
  type ChunkReport,
  type RecordMessage,
} from '../core/scans/messages.ts';
import { buildPictureKey, buildResultKey } from '../core/scans/object-keys.ts';
import { isFinal, type Scan } from '../core/scans/scan.ts';
import type { Credentials, SealedCredentials } from '../core/sites/credentials.ts';
import type { Log } from './log.ts';

/** The dependencies of `dispatchChunk`. */
export interface ChunkDispatcher {
  findScan(scanId: string): Promise<Pick<Scan, 'status'> | undefined>;
  /** Decrypts credentials that were encrypted for an account. */
  openCredentials(sealed: SealedCredentials, accountId: string): Promise<Credentials>;
  /**
   * Lets a browser that is shared with no other site scan the pages of a job. Yields the events that the browser's
   * function reports. That function continues while an event is handled.
   * @throws BrowserNotStartedError, BrowserLostError
   */
  runBrowser(job: ChunkJob, call: Pick<ChunkMessage, 'siteId' | 'correlationId'>): AsyncIterable<ChunkEvent>;
  putObject(key: string, body: string | Uint8Array, contentType: string): Promise<void>;
  sendRecord(message: RecordMessage): Promise<void>;
  /** Counts a chunk whose browser failed for a reason that is no page's. */
  countBrowserFault(): void;
  /** Counts a browser whose function reported what it must not report. */
  countRefusedEvent(): void;
  log: Log;
}

/**
 * Lets a browser scan the pages of a chunk, and reports each page to the recorder. The function of the browser is not
 * trusted: everything that it reports is checked, and only this function writes. If the queue delivers a
 * chunk again, its earlier run ended early or is still running. Only the recorder (`record-outcomes`) knows which pages
 * have ended, so the chunk is not scanned again here: the recorder dispatches the remaining pages in another one.
 * @param received.receiveCount how often the queue has delivered the chunk, including this time
 * @param received.run identifies this run, so that its results differ from those of a duplicate of the chunk
 * @throws errors of the dependencies; the queue then delivers the chunk again
 */
export async function dispatchChunk(
  dispatcher: ChunkDispatcher,
  chunk: ChunkMessage,
  { receiveCount, run }: { receiveCount: number; run: string },
): Promise<void> {
  const report = (what: ChunkReport) => dispatcher.sendRecord(buildRecordMessage(chunk, what));
  if (receiveCount > 1) {
    return report({ type: 'chunk-redelivered', pageIds: chunk.pages.map(({ pageId }) => pageId) });
  }
  const scan = await dispatcher.findScan(chunk.scanId);
  // The pages of a scan that was cancelled, or given up, need no outcome.
  if (scan !== undefined && !isFinal(scan.status)) {
    await new ChunkRun(dispatcher, chunk, run).scan();
  }
  await report({ type: 'chunk-ended' });
}

/** One run of a browser over the pages of a chunk. */
class ChunkRun {
  readonly #dispatcher: ChunkDispatcher;
  readonly #chunk: ChunkMessage;
  readonly #run: string;
  readonly #progress: ChunkProgress;
  readonly #writtenPictures = new Set<string>();
  /** The page whose attempt was reported, until its end was reported. */
  #begun: { pageId: string; attempt: number } | undefined;

  constructor(dispatcher: ChunkDispatcher, chunk: ChunkMessage, run: string) {
    this.#dispatcher = dispatcher;
    this.#chunk = chunk;
    this.#run = run;
    this.#progress = new ChunkProgress(chunk);
  }

  async scan(): Promise<void> {
    const { scanId, siteId, correlationId, accountId, credentials: sealed, ...rest } = this.#chunk;
    const { pages, ruleIds, settings, hashRoutes, marks } = rest;
    try {
      // Decrypted for this chunk only, and stored nowhere.
      const credentials = sealed && (await this.#dispatcher.openCredentials(sealed, accountId));
      const job = { scanId, pages, ruleIds, settings, hashRoutes, marks, credentials };
      for await (const event of this.#dispatcher.runBrowser(job, { siteId, correlationId })) {
        await this.#handle(this.#progress.accept(event));
      }
      if (!this.#progress.hasEnded) throw new BrowserLostError('its events stopped before the end');
    } catch (error) {
      if (error instanceof BrowserNotStartedError) return this.#returnWaiting(error);
      if (error instanceof BrowserLostError || error instanceof ChunkEventError) return this.#lose(error);
      // A fault of this function must not count as a crash of the browser caused by the open page.
      if (this.#begun !== undefined) await this.#report({ type: 'attempt-void', ...this.#begun });
      throw error;
    }
  }

  #report(what: ChunkReport): Promise<void> {
    return this.#dispatcher.sendRecord(buildRecordMessage(this.#chunk, what));
  }

  /** Writes and reports what an event says. */
  async #handle(event: AcceptedEvent): Promise<void> {
    switch (event.type) {
      case 'page-started':
        await this.#report(event);
        this.#begun = { pageId: event.pageId, attempt: event.attempt };
        return;
      case 'picture':
        return this.#writePicture(event);
      case 'page-finished':
        return this.#finishPage(event);
      case 'page-deferred': {
        const { pageId, attempt, retryAfterSeconds } = event;
        await this.#report(event);
        this.#begun = undefined;
        return this.#dispatcher.log.info('page deferred', { pageId, attempt, retryAfterSeconds });
      }
      case 'fault':
        this.#dispatcher.log.error('the scanner failed', { detail: event.detail });
        return this.#returnRemaining(true);
      case 'response-full':
        // The page is the first of another chunk next, with the space of a whole response.
        return this.#returnRemaining(!this.#progress.hasAdvanced);
      case 'end': {
        const { notReached: pageIds } = event;
        if (pageIds.length === 0) return;
        // A chunk that returns all of its pages must count, or it could be dispatched without end.
        if (!this.#progress.hasAdvanced) return this.#returnAfterFault(pageIds);
        return this.#report({ type: 'pages-returned', pageIds, isFault: false });
      }
    }
  }

  /**
   * Writes a picture. Pictures are written before the result that refers to them, and the result before its outcome is
   * reported, so that every object that is referred to exists. Another chunk of the scan with the same picture writes
   * the same bytes.
   */
  async #writePicture({ id, bytes }: { id: string; bytes: Uint8Array }): Promise<void> {
    if (this.#writtenPictures.has(id)) return;
    const { accountId, scanId } = this.#chunk;
    await this.#dispatcher.putObject(buildPictureKey({ accountId, scanId, id }), bytes, 'image/webp');
    this.#writtenPictures.add(id);
  }

  async #finishPage({ result, links, finalUrl }: PageEndOfChunk): Promise<void> {
    const { accountId, scanId } = this.#chunk;
    const { pageId, attempt, outcome, detail, durationMs } = result;
    const run = this.#run;
    const key = buildResultKey({ accountId, scanId, pageId, attempt, run });
    await this.#dispatcher.putObject(key, JSON.stringify(result), 'application/json');
    await this.#report({ type: 'page-finished', pageId, attempt, run, outcome, detail, finalUrl, links });
    this.#begun = undefined;
    this.#dispatcher.log.info('page ended', { pageId, attempt, outcome, durationMs });
  }

  /** Returns pages because their browser failed for a reason that is no page's. */
  async #returnAfterFault(pageIds: string[]): Promise<void> {
    this.#dispatcher.countBrowserFault();
    await this.#report({ type: 'pages-returned', pageIds, isFault: true });
  }

  /** Returns all pages, because there was no capacity for a browser. */
  async #returnWaiting(error: BrowserNotStartedError): Promise<void> {
    this.#dispatcher.log.warn('no browser could be started; the pages are dispatched again', { error });
    await this.#report({ type: 'pages-returned', pageIds: this.#progress.listWaiting(), isFault: false });
  }

  /** Returns the open page, whose attempt does not count, and the pages after it. */
  async #returnRemaining(isFault: boolean): Promise<void> {
    const { open } = this.#progress;
    if (open !== undefined) await this.#report({ type: 'attempt-void', ...open });
    const pageIds = [...(open === undefined ? [] : [open.pageId]), ...this.#progress.listWaiting()];
    if (isFault) return this.#returnAfterFault(pageIds);
    return this.#report({ type: 'pages-returned', pageIds, isFault: false });
  }

  /** Names the page that was open when the function of the browser ended, and returns the others. */
  async #lose(error: Error): Promise<void> {
    const { open } = this.#progress;
    this.#dispatcher.log.error('the function of a browser was lost', { error, ...open });
    const isRefused = error instanceof ChunkEventError;
    if (isRefused) this.#dispatcher.countRefusedEvent();
    if (open !== undefined) await this.#report({ type: 'page-lost', ...open, isRefused });
    const pageIds = this.#progress.listWaiting();
    if (pageIds.length === 0) return;
    if (open === undefined && !isRefused) return this.#returnAfterFault(pageIds);
    await this.#report({ type: 'pages-returned', pageIds, isFault: open === undefined });
  }
}
