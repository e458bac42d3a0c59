import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { isReadByScripts } from '../interaction/safe-mode.ts';
import type { PageClock } from '../page/clock.ts';

/** Wall-clock limit of waiting for refused requests, and the pause between two looks, in milliseconds. */
const REQUESTS_MS = 1_000;
const REQUESTS_PAUSE_MS = 10;
/** Virtual milliseconds in which scripts react to refused requests. */
export const REACTION_MS = 10;

/** Documents are refused in any case. A stream of events does not end, and media may wait until they are played. */
const ignored: ReadonlySet<string> = new Set(['Document', 'EventSource', 'Media']);

/** Watches the requests of a page whose end can be waited for. */
export class RequestWatch {
  /** The number of those that were refused and whose results scripts read. */
  refused = 0;
  readonly #session: CDPSession;
  readonly #pending = new Set<string>();

  constructor(session: CDPSession) {
    this.#session = session;
    session.on('Network.requestWillBeSent', this.#onRequest);
    session.on('Network.loadingFinished', this.#onEnd);
    session.on('Network.loadingFailed', this.#onFailure);
  }

  dispose(): void {
    this.#session.off('Network.requestWillBeSent', this.#onRequest);
    this.#session.off('Network.loadingFinished', this.#onEnd);
    this.#session.off('Network.loadingFailed', this.#onFailure);
  }

  /**
   * Waits until the requests that began meanwhile have ended: safe mode refuses almost all of them.
   * @param isDone ends to wait
   */
  async waitForRequests(clock: PageClock, isDone: () => boolean): Promise<void> {
    const end = clock.left() - REQUESTS_MS;
    while (!isDone() && this.#pending.size > 0 && clock.left() > Math.max(0, end))
      await pause(REQUESTS_PAUSE_MS);
  }

  readonly #onRequest = ({ requestId, type = 'Other' }: Protocol.Network.RequestWillBeSentEvent) => {
    if (!ignored.has(type)) this.#pending.add(requestId);
  };

  readonly #onEnd = ({ requestId }: { requestId: string }) => {
    this.#pending.delete(requestId);
  };

  readonly #onFailure = ({ requestId, type }: Protocol.Network.LoadingFailedEvent) => {
    if (this.#pending.delete(requestId) && isReadByScripts(type)) this.refused += 1;
  };
}
