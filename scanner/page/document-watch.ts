import type { CDPSession, Protocol } from 'puppeteer-core';

interface DocumentRequest {
  requestId: string;
  url: string;
  response: Protocol.Network.Response | null;
  netError: string | null;
  bytes: number;
  /** All of it has come. */
  isWhole: boolean;
  committed: boolean;
}

/** Follows the main document of a page through the browser's network and page events. */
export interface DocumentWatch {
  /** The latest request; undefined before the first. */
  latest(): DocumentRequest | undefined;
  /** How many main documents were committed. */
  commits(): number;
  /** Whether the page has asked for one document after another beyond all reason. */
  keepsNavigating(): boolean;
  /** Whether the latest document is, or says that it is, larger than the limit. */
  tooLarge(): boolean;
  /** Whether a navigation was begun and has neither been committed nor failed. */
  navigating(): boolean;
  /** Whether another document has come since there were so many commits, or is on its way. */
  movedSince(commits: number): boolean;
  /** Resolves when the latest request has been answered and shown, or failed. */
  committed(): Promise<void>;
  /** Resolves when the latest document has fired its load event, or failed, or exceeded the limit. */
  loaded(): Promise<void>;
  /** Milliseconds since the latest network event of any kind. */
  quietFor(): number;
  /** Whether any request is under way. */
  waiting(): boolean;
}

/** A page that asks for another document and within this time does not request it has changed its mind. */
const REQUEST_DELAY_MS = 2_000;
/** How many documents a page may go through by script until it is given up as restless. */
const MAX_DOCUMENTS = 10;

/**
 * @param mainFrameId id of the page's top frame
 * @param maxBytes size of a document above which its loading is stopped
 */
export function watchDocument(session: CDPSession, mainFrameId: string, maxBytes: number): DocumentWatch {
  let request: DocumentRequest | undefined;
  let commits = 0;
  let documents = 0;
  let loadFired = false;
  let waiters: { until: () => boolean; resolve: () => void }[] = [];
  let lastEvent = performance.now();
  const pending = new Set<string>();
  /** The document that is shown while another is asked for. */
  let shown: { request: DocumentRequest; loadFired: boolean } | undefined;
  /** When the page last asked for another document that has not been requested yet. */
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
    lastEvent = performance.now();
    pending.add(event.requestId);
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
    lastEvent = performance.now();
    if (request === undefined || !isMain(event.requestId)) return;
    request.response = event.response;
    if (tooLarge()) stopLoading();
  });
  session.on('Network.dataReceived', (event) => {
    lastEvent = performance.now();
    if (request === undefined || !isMain(event.requestId)) return;
    request.bytes += event.dataLength;
    if (request.bytes > maxBytes) stopLoading();
  });
  session.on('Network.loadingFinished', (event) => {
    lastEvent = performance.now();
    pending.delete(event.requestId);
    if (request !== undefined && isMain(event.requestId)) request.isWhole = true;
  });
  session.on('Network.loadingFailed', (event) => {
    lastEvent = performance.now();
    pending.delete(event.requestId);
    if (request === undefined || !isMain(event.requestId)) return;
    // A page that starts a download, or is answered 204, stays the page that it is.
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
    commits: () => commits,
    keepsNavigating,
    tooLarge,
    navigating,
    movedSince: (before) => commits !== before || navigating(),
    committed: () => when(() => finished() || request?.committed === true),
    loaded: () => when(finished),
    quietFor: () => performance.now() - lastEvent,
    waiting: () => pending.size > 0,
  };
}
