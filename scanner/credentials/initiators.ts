import type { CDPSession, Protocol } from 'puppeteer-core';
import { waitAtMost } from '../browser/kill.ts';
import { type Destination, toDestination } from '../egress/connect.ts';

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
  /** URL of its document; undefined until the frame navigates for the first time. */
  url: string | undefined;
  /** Ends when the context of its document is reported, or when it was awaited in vain. */
  contextReported: PromiseWithResolvers<void>;
}

function createFrame(parentId: string | undefined, url: string | undefined): Frame {
  return { parentId, url, contextReported: Promise.withResolvers() };
}

/** The script context of a document. */
interface DocumentContext {
  id: number;
  /** Not a web origin if the document is sandboxed. */
  origin: string;
}

/**
 * Decides whether the site itself initiated a request of the browser, so that the request may have the credentials of
 * the site. A frame of another origin must not have, because it could act with them: neither can a document of the
 * site within such a frame. The origin of a document is that of its script context. Its URL is not enough:
 * `about:blank` has the origin of the document that navigated the frame there, and a sandboxed document has an origin
 * of its own. Reports of a page's frames and of its requests come in one order, so a request is decided only after it
 * was reported. Only one tab is open at a time.
 */
export class Initiators {
  readonly #origin: string;
  readonly #browserSession: CDPSession;
  #session: CDPSession | undefined;
  #mainFrameId = '';
  /** The page had a frame of another origin to which browsers may send `SameSite` cookies of the site. */
  #hadSameSiteFrame = false;
  #frames = new Map<string, Frame>();
  /** By frame: the context of its document. */
  #contexts = new Map<string, DocumentContext>();
  /** By request: whether each of its URLs until now is of the site. */
  #requests = new Map<string, boolean>();
  #waiting = new Map<string, () => void>();

  /** @param browserSession session of the browser, which knows its workers */
  constructor(origin: string, browserSession: CDPSession) {
    this.#origin = origin;
    this.#browserSession = browserSession;
  }

  /** Watches the frames and requests of a blank tab, and forgets those of the previous tab. */
  async watch(session: CDPSession, mainFrameId: string): Promise<void> {
    const frames = new Map<string, Frame>([[mainFrameId, createFrame(undefined, undefined)]]);
    const contexts = new Map<string, DocumentContext>();
    const requests = new Map<string, boolean>();
    this.#frames = frames;
    this.#contexts = contexts;
    this.#requests = requests;
    this.#session = session;
    this.#mainFrameId = mainFrameId;
    this.#hadSameSiteFrame = false;
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      frames.set(frameId, createFrame(parentFrameId, undefined));
    });
    session.on('Page.frameNavigated', ({ frame: { id, parentId, url } }) =>
      frames.set(id, createFrame(parentId, url)),
    );
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') frames.delete(frameId);
    });
    session.on('Runtime.executionContextCreated', ({ context: { id, origin, auxData } }) => {
      if (auxData?.isDefault !== true) return;
      const frameId = String(auxData.frameId);
      contexts.set(frameId, { id, origin });
      frames.get(frameId)?.contextReported.resolve();
      if (this.#session === session && this.#isSameSiteOrigin(origin)) this.#hadSameSiteFrame = true;
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      for (const [frameId, { id }] of contexts) if (id === executionContextId) contexts.delete(frameId);
    });
    session.on('Runtime.executionContextsCleared', () => contexts.clear());
    session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
      requests.set(requestId, requests.get(requestId) !== false && this.#isOfSite(url));
      this.#waiting.get(requestId)?.();
    });
    await session.send('Runtime.enable');
  }

  /** True if a request to the site was initiated by the site, or is the navigation of the scan itself. */
  async isSite({ frameId, networkId, resourceType, request }: PausedInitiator): Promise<boolean> {
    // Requests of workers are not reported in the tab.
    if (networkId !== undefined && !(await this.#isReported(networkId))) return false;
    const frame = this.#frames.get(frameId);
    if (frame === undefined) return this.#isWorkerOfSite(frameId);
    if (resourceType === 'Document' && frame.parentId === undefined)
      return this.#mayNavigate(frameId, request);
    // A server of another origin that redirected the request to the site has chosen its address.
    if (networkId !== undefined && this.#requests.get(networkId) !== true) return false;
    await this.#waitForContexts(frameId);
    return this.#areAllOfSite(frameId);
  }

  /**
   * Waits until the contexts of a frame and of those above it are reported. The first requests of a document may be
   * reported before its context. If that does not come in time, no other request of the document waits.
   */
  async #waitForContexts(innermost: string): Promise<void> {
    for (let frameId: string | undefined = innermost; frameId !== undefined; ) {
      const frame = this.#frames.get(frameId);
      if (frame?.url !== undefined && !this.#contexts.has(frameId))
        await waitAtMost(REPORT_TIMEOUT_MS, frame.contextReported.promise).finally(
          frame.contextReported.resolve,
        );
      frameId = frame?.parentId;
    }
  }

  /**
   * True if a web socket to a destination cannot have been opened by another origin with the cookies of the site. The
   * browser adds cookies to the web sockets of frames and workers that are of the same site, and does not say who opens
   * a web socket. So a page that had such a frame opens none to the site.
   */
  async mayOpenWebSocket({ host, port }: Destination): Promise<boolean> {
    const site = toDestination(new URL(this.#origin));
    if (host !== site.host || port !== site.port) return true;
    const session = this.#session;
    if (session === undefined) return false;
    try {
      // The frames are reported before this response.
      const answer = session.send('Page.getFrameTree').then(() => true);
      if ((await waitAtMost(REPORT_TIMEOUT_MS, answer)) !== true) return false;
      // The connection of a frame of the tab before may arrive late. A blank tab opens none.
      const isOfThisPage =
        this.#session === session && this.#frames.get(this.#mainFrameId)?.url !== undefined;
      return isOfThisPage && !this.#hadSameSiteFrame;
    } catch {
      return false;
    }
  }

  /**
   * True if an origin is not the site, and may be of the same site (https://web.dev/articles/same-site-same-origin).
   * Without the list of public suffixes, hosts that share two labels count as the same site.
   */
  #isSameSiteOrigin(origin: string): boolean {
    const [host, own] = [origin, this.#origin].map((each) => URL.parse(each)?.hostname ?? '');
    if (!host || !own || origin === this.#origin) return false;
    const getEnd = (name: string) => name.split('.').slice(-2).join('.');
    return (
      host === own || getEnd(host) === getEnd(own) || host.endsWith(`.${own}`) || own.endsWith(`.${host}`)
    );
  }

  /**
   * True if the scan navigates the page, or its own document does. A frame of another origin may also navigate the
   * page. It cannot send the address of another document than its own as the referrer.
   */
  #mayNavigate(pageId: string, { headers }: PausedInitiator['request']): boolean {
    if (this.#frames.get(pageId)?.url === undefined) return true;
    if (!this.#isDocumentOfSite(pageId)) return false;
    const { Referer: referrer } = headers;
    return referrer === undefined
      ? [...this.#frames.keys()].every((frameId) => this.#isDocumentOfSite(frameId))
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

  #areAllOfSite(innermost: string): boolean {
    for (let frameId: string | undefined = innermost; frameId !== undefined; ) {
      const frame = this.#frames.get(frameId);
      if (frame === undefined || !this.#isDocumentOfSite(frameId)) return false;
      frameId = frame.parentId;
    }
    return true;
  }

  /** The first, empty document of a frame may have no context. It has the origin of the frame above it, or none. */
  #isDocumentOfSite(frameId: string): boolean {
    const context = this.#contexts.get(frameId);
    if (context !== undefined) return context.origin === this.#origin;
    const frame = this.#frames.get(frameId);
    return (
      frame !== undefined &&
      frame.url === undefined &&
      frame.parentId !== undefined &&
      this.#isDocumentOfSite(frame.parentId)
    );
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
