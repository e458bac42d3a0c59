import type { CDPSession, Protocol } from 'puppeteer-core';

/** A response whose body may contain scripts. */
export interface SourceResponse {
  requestId: string;
  /** Empty for addresses without a host, such as `data:`. */
  host: string;
  /** What was received so far, after decompression. */
  bytes: number;
}

interface DocumentRequest {
  requestId: string;
  url: string;
  response: Protocol.Network.Response | null;
  netError: string | null;
  bytes: number;
  /** The document was received completely. */
  isWhole: boolean;
  committed: boolean;
}

/** Tracks the main document of a page by the browser's network and page events. */
export interface DocumentWatch {
  /** Returns the latest request; undefined before the first. */
  latest(): DocumentRequest | undefined;
  /** Records that the browser refused to navigate to a URL. Ignored if it has sent a request. */
  refuse(url: string): void;
  /** Returns the number of main documents that were committed. */
  commits(): number;
  /** True if the page navigated more often than `MAX_DOCUMENTS`. */
  keepsNavigating(): boolean;
  /** True if the latest document is larger than the limit, or its `Content-Length` is. */
  tooLarge(): boolean;
  /** True if a navigation has begun and has neither been committed nor failed. */
  navigating(): boolean;
  /** True if another document was committed since the number of commits was `commits`, or if one is being loaded. */
  movedSince(commits: number): boolean;
  /** Resolves when the latest document was committed, or its request failed. */
  committed(): Promise<void>;
  /** Resolves when the latest document has fired its load event, or failed, or exceeded the limit. */
  loaded(): Promise<void>;
  /** Returns the milliseconds since the latest network event of a request that does not only listen. */
  quietFor(): number;
  /** True if a request has not ended yet. */
  waiting(): boolean;
  /**
   * True if requests have not ended yet, and all of them are connections that only listen for news, as far as it can be
   * seen: event streams, answers that go on, requests without an answer, and beacons.
   */
  onlyListens(): boolean;
  /** True if a request of a script has got no answer for long: what it would show may be missing. */
  hangs(): boolean;
  /**
   * Returns the first `SOURCES_MAX` responses whose bodies may contain scripts: documents, also of frames, scripts, and
   * data.
   */
  sources(): readonly SourceResponse[];
}

const sourceTypes = new Set<Protocol.Network.ResourceType>(['Document', 'Script', 'XHR', 'Fetch']);
/** Maximum number of responses in `sources`. */
export const SOURCES_MAX = 1_000;
/** The part of an address that has its host: `data:` addresses can be long. */
const HOST_END = 2_000;
/** If the page starts a navigation and sends no request within this time, the navigation counts as cancelled. */
const REQUEST_DELAY_MS = 2_000;
/** A request of a script that gets no answer for this many milliseconds is not waited for, as a long poll is not. */
const LONG_POLL_MS = 3_000;
/** An answer to a script that has not ended after this many milliseconds is a stream. */
const STREAM_MS = 1_000;
/** Number of documents that a page may navigate to by script. */
const MAX_DOCUMENTS = 10;

/**
 * Starts to track the main document of a page.
 * @param mainFrameId id of the page's top frame
 * @param maxBytes maximum size of a document; loading stops above it
 * @param countDecoded counts bytes of any response, and returns false if the page may not load more
 */
export function watchDocument(
  session: CDPSession,
  mainFrameId: string,
  maxBytes: number,
  countDecoded: (bytes: number) => boolean = () => true,
): DocumentWatch {
  let request: DocumentRequest | undefined;
  let commits = 0;
  let documents = 0;
  let loadFired = false;
  let waiters: { until: () => boolean; resolve: () => void }[] = [];
  let lastEvent = performance.now();
  const pending = new Map<string, { type: string; sentAt: number; answeredAt?: number }>();
  const listens = (requestId: string) => {
    const known = pending.get(requestId);
    if (known === undefined) return false;
    const { type, sentAt, answeredAt } = known;
    if (type === 'EventSource' || type === 'Ping') return true;
    if (type !== 'XHR' && type !== 'Fetch') return false;
    const now = performance.now();
    return answeredAt === undefined ? now - sentAt > LONG_POLL_MS : now - answeredAt > STREAM_MS;
  };
  /** Records an event of a request, unless nobody waits for it. */
  const notice = (requestId: string) => {
    if (!listens(requestId)) lastEvent = performance.now();
  };
  const sources = new Map<string, SourceResponse>();
  /** The current document while another is requested. */
  let shown: { request: DocumentRequest; loadFired: boolean } | undefined;
  /** When the page last started a navigation whose request has not been sent yet. */
  let requestedAt: number | undefined;

  const wake = () => {
    const due = waiters.filter(({ until }) => until());
    waiters = waiters.filter(({ until }) => !until());
    for (const { resolve } of due) resolve();
  };
  const when = (until: () => boolean): Promise<void> =>
    until() ? Promise.resolve() : new Promise((resolve) => waiters.push({ until, resolve }));
  const isMain = (requestId: string) => request?.requestId === requestId;
  const tooLarge = () => {
    const declared = Object.entries(request?.response?.headers ?? {}).find(([name]) =>
      /^content-length$/i.test(name),
    );
    return (request?.bytes ?? 0) > maxBytes || Number(declared?.[1] ?? 0) > maxBytes;
  };
  const keepsNavigating = () => documents > MAX_DOCUMENTS;
  const finished = () =>
    loadFired || keepsNavigating() || (request !== undefined && (request.netError !== null || tooLarge()));
  const stopLoading = () => {
    session.send('Page.stopLoading').catch(() => undefined);
    wake();
  };

  session.on('Network.requestWillBeSent', (event) => {
    pending.set(event.requestId, { type: event.type ?? '', sentAt: performance.now() });
    notice(event.requestId);
    if (event.type !== 'Document' || event.frameId !== mainFrameId) return;
    requestedAt = undefined;
    if (event.redirectResponse === undefined) documents += 1;
    request = {
      requestId: event.requestId,
      url: event.request.url,
      response: null,
      netError: null,
      bytes: 0,
      isWhole: false,
      committed: false,
    };
    loadFired = false;
    if (keepsNavigating()) stopLoading();
  });
  session.on('Network.responseReceived', (event) => {
    const { requestId, type, response } = event;
    notice(requestId);
    const known = pending.get(requestId);
    if (known !== undefined) known.answeredAt = performance.now();
    if (sourceTypes.has(type) && sources.size < SOURCES_MAX) {
      const host = URL.parse(response.url.slice(0, HOST_END))?.hostname ?? '';
      sources.set(requestId, { requestId, host, bytes: 0 });
    }
    if (request === undefined || !isMain(event.requestId)) return;
    request.response = event.response;
    if (tooLarge()) stopLoading();
  });
  session.on('Network.dataReceived', (event) => {
    notice(event.requestId);
    // What the browser has received already can still become much more.
    if (!countDecoded(event.dataLength)) stopLoading();
    const source = sources.get(event.requestId);
    if (source !== undefined) source.bytes += event.dataLength;
    if (request === undefined || !isMain(event.requestId)) return;
    request.bytes += event.dataLength;
    if (request.bytes > maxBytes) stopLoading();
  });
  session.on('Network.loadingFinished', (event) => {
    notice(event.requestId);
    pending.delete(event.requestId);
    if (request !== undefined && isMain(event.requestId)) request.isWhole = true;
  });
  session.on('Network.loadingFailed', (event) => {
    notice(event.requestId);
    pending.delete(event.requestId);
    if (request === undefined || !isMain(event.requestId)) return;
    // After a download or a 204 response, the current document stays.
    if (shown !== undefined && !request.committed && event.errorText === 'net::ERR_ABORTED') {
      request = shown.request;
      loadFired = shown.loadFired;
      wake();
      return;
    }
    request.netError = event.errorText;
    wake();
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrameId) return;
    commits += 1;
    requestedAt = undefined;
    if (request !== undefined) {
      request.committed = true;
      shown = { request, loadFired: false };
    }
    wake();
  });
  session.on('Page.loadEventFired', () => {
    loadFired = true;
    if (shown !== undefined) shown.loadFired = true;
    wake();
  });
  session.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
    if (frameId === mainFrameId && /^https?:/i.test(url)) requestedAt = performance.now();
  });
  session.on('Page.navigatedWithinDocument', ({ frameId }) => {
    if (frameId === mainFrameId) requestedAt = undefined;
  });

  const navigating = () =>
    (request !== undefined && !request.committed && request.netError === null) ||
    (requestedAt !== undefined && performance.now() - requestedAt < REQUEST_DELAY_MS);

  return {
    latest: () => request,
    refuse(url) {
      if (request !== undefined) return;
      const netError = 'net::ERR_INVALID_URL';
      request = { requestId: '', url, response: null, netError, bytes: 0, isWhole: false, committed: false };
      wake();
    },
    commits: () => commits,
    keepsNavigating,
    tooLarge,
    navigating,
    movedSince: (before) => commits !== before || navigating(),
    committed: () => when(() => finished() || request?.committed === true),
    loaded: () => when(finished),
    quietFor: () => performance.now() - lastEvent,
    waiting: () => pending.size > 0,
    hangs: () =>
      [...pending].some(
        ([requestId, { type, answeredAt }]) =>
          (type === 'XHR' || type === 'Fetch') && answeredAt === undefined && listens(requestId),
      ),
    onlyListens: () => pending.size > 0 && [...pending.keys()].every(listens),
    sources: () => [...sources.values()],
  };
}
