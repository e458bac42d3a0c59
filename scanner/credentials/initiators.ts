import type { CDPSession, Protocol } from 'puppeteer-core';

/** How long a paused request waits for the report of its frame, in milliseconds. Without one it gets no credentials. */
const REPORT_TIMEOUT_MS = 5_000;

/** What the initiator of a paused request is decided by. */
export type PausedInitiator = Pick<
  Protocol.Fetch.RequestPausedEvent,
  'frameId' | 'networkId' | 'resourceType' | 'request'
>;

/** A frame of the open page. */
interface Frame {
  /** Absent for the top frame. */
  parentId: string | undefined;
  /** URL of its document. */
  url: string;
}

/**
 * Decides whether the site itself initiated a request of the browser, so that the request may have the credentials of
 * the site. A frame of another origin must not have, because it could act with them: neither can a document of the
 * site within such a frame. Reports of a page's frames and of its requests come in one order, so a request is decided
 * only after it was reported. Only one tab is open at a time.
 */
export class Initiators {
  readonly #origin: string;
  readonly #browserSession: CDPSession;
  #frames = new Map<string, Frame>();
  /** By request: whether each of its URLs until now is of the site. */
  #requests = new Map<string, boolean>();
  #waiting = new Map<string, () => void>();

  /** @param browserSession session of the browser, which knows its workers */
  constructor(origin: string, browserSession: CDPSession) {
    this.#origin = origin;
    this.#browserSession = browserSession;
  }

  /** Watches the frames and requests of a blank tab, and forgets those of the previous tab. */
  watch(session: CDPSession, mainFrameId: string): void {
    const frames = new Map<string, Frame>([[mainFrameId, { parentId: undefined, url: 'about:blank' }]]);
    const requests = new Map<string, boolean>();
    this.#frames = frames;
    this.#requests = requests;
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      frames.set(frameId, { parentId: parentFrameId, url: 'about:blank' });
    });
    session.on('Page.frameNavigated', ({ frame: { id, parentId, url } }) =>
      frames.set(id, { parentId, url }),
    );
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') frames.delete(frameId);
    });
    session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
      requests.set(requestId, requests.get(requestId) !== false && this.#isOfSite(url));
      this.#waiting.get(requestId)?.();
    });
  }

  /** True if a request to the site was initiated by the site, or is the navigation of the scan itself. */
  async isSite({ frameId, networkId, resourceType, request }: PausedInitiator): Promise<boolean> {
    // Requests of workers are not reported in the tab.
    if (networkId !== undefined && !(await this.#isReported(networkId))) return false;
    const frame = this.#frames.get(frameId);
    if (frame === undefined) return this.#isWorkerOfSite(frameId);
    if (resourceType === 'Document' && frame.parentId === undefined) return this.#mayNavigate(frame, request);
    // A server of another origin that redirected the request to the site has chosen its address.
    if (networkId !== undefined && this.#requests.get(networkId) !== true) return false;
    return this.#areAllOfSite(frame);
  }

  /**
   * True if the scan navigates the page, or its own document does. A frame of another origin may also navigate the
   * page. It cannot send the address of another document than its own as the referrer.
   */
  #mayNavigate(page: Frame, { headers }: PausedInitiator['request']): boolean {
    if (page.url === 'about:blank') return true;
    if (!this.#isDocumentOfSite(page)) return false;
    const { Referer: referrer } = headers;
    return referrer === undefined
      ? [...this.#frames.values()].every((frame) => this.#isDocumentOfSite(frame))
      : this.#isOfSite(referrer);
  }

  async #isReported(requestId: string): Promise<boolean> {
    if (this.#requests.has(requestId)) return true;
    const reported = Promise.withResolvers<void>();
    this.#waiting.set(requestId, reported.resolve);
    const timer = setTimeout(reported.resolve, REPORT_TIMEOUT_MS);
    await reported.promise;
    clearTimeout(timer);
    this.#waiting.delete(requestId);
    return this.#requests.has(requestId);
  }

  #areAllOfSite(innermost: Frame): boolean {
    for (let frame: Frame | undefined = innermost; ; frame = this.#frames.get(frame.parentId)) {
      if (frame === undefined || !this.#isDocumentOfSite(frame)) return false;
      if (frame.parentId === undefined) return true;
    }
  }

  /** A blank document has the origin of the document that created it, which is that of a frame above it. */
  #isDocumentOfSite({ url }: Frame): boolean {
    return url === 'about:blank' || url === 'about:srcdoc' || this.#isOfSite(url);
  }

  #isOfSite(url: string): boolean {
    return URL.parse(url)?.origin === this.#origin;
  }

  /** Shared workers and service workers have no frame: their requests have the id of the worker instead. */
  async #isWorkerOfSite(workerId: string): Promise<boolean> {
    const { targetInfos } = await this.#browserSession.send('Target.getTargets');
    return targetInfos.some(
      ({ targetId, type, url }) =>
        targetId === workerId &&
        (type === 'shared_worker' || type === 'service_worker') &&
        this.#isOfSite(url),
    );
  }
}
