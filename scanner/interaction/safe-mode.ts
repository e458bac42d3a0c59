import type { Browser, CDPSession, Protocol } from 'puppeteer-core';
import { OwnResources } from './own-resources.ts';

/** A change of context that the page tried and that was refused: of the top frame, or a new window. */
export interface RefusedChange {
  kind: 'navigation' | 'window';
  url: string;
  /** True if a script tried it. */
  isByScript: boolean;
  /** The number of requests that failed before and whose results scripts read: they may have reacted to that. */
  failedBefore: number;
}

/** What safe mode needs of a page. */
export interface SafeModeContext {
  browser: Browser;
  session: CDPSession;
  mainFrameId: string;
  /** Drops what the page writes to web sockets from now on. */
  holdWebSockets?: (() => void) | undefined;
}

const typesReadByScripts: ReadonlySet<Protocol.Network.ResourceType> = new Set([
  'XHR',
  'Fetch',
  'EventSource',
]);

/** Returns whether scripts read the results of requests of a type, unlike those of images and reports. */
export function isReadByScripts(type: Protocol.Network.ResourceType): boolean {
  return typesReadByScripts.has(type);
}

/** A pattern of requests, which no request matches. */
const NOTHING = 'https://a11y-scan.invalid/*';
const EVERYTHING = '*';
/** Maximum length of the address of a navigation in a frame, in UTF-16 units. */
const URL_MAX = 2_000;

/** By browser: the session that refuses requests, and what decides about them. */
const guards = new WeakMap<Browser, Guard>();

interface Guard {
  fetching: CDPSession;
  decide: ((event: Protocol.Fetch.RequestPausedEvent) => Promise<void>) | undefined;
}

/**
 * Prepares a browser for safe mode, before it opens a page: requests of documents and workers that exist cannot be
 * intercepted later. Ends the safe mode of the page before, whose tab is closed and whose state was cleared.
 */
export async function prepareSafeMode(browser: Browser): Promise<void> {
  const known = guards.get(browser);
  if (known !== undefined) {
    if (known.decide === undefined) return;
    known.decide = undefined;
    await intercept(known.fetching, NOTHING);
    return;
  }
  // The session of the browser, because that of a tab misses requests of service workers and shared workers.
  const fetching = await browser.target().createCDPSession();
  const guard: Guard = { fetching, decide: undefined };
  fetching.on('Fetch.requestPaused', (event) => {
    const decided =
      guard.decide?.(event) ?? fetching.send('Fetch.continueRequest', { requestId: event.requestId });
    decided.catch(() => undefined);
  });
  await intercept(fetching, NOTHING);
  guards.set(browser, guard);
}

async function intercept(fetching: CDPSession, urlPattern: string): Promise<void> {
  await fetching.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Request' }] });
}

/**
 * Refuses everything by which an interaction with a page could have an effect outside the browser: navigations of any
 * kind and frame, new windows, downloads, messages on web sockets, and all requests except GET of the page's own
 * files. It does not matter what triggers them, because a click on "Log out" is often a GET.
 *
 * Safe mode lasts until the next page begins: a page can send data about an interaction later, also when its tab is
 * closed, and its service worker even after that. What the page stores meanwhile is deleted with all state of the page
 * before the next one begins (`clearBrowserState`).
 */
export class SafeMode {
  /** What the page tried so far. */
  readonly refused: RefusedChange[] = [];
  /** The navigations that scripts tried in frames so far. Many come by themselves, such as those of advertisements. */
  readonly refusedInFrames: { frameId: string; url: string }[] = [];
  readonly #context: SafeModeContext;
  readonly #own = new OwnResources();
  readonly #stopWatching: () => void;
  #hasBegun = false;
  #isActing = false;
  #hasChanged = false;
  #failed = 0;

  /** The number of requests whose results scripts read, and that failed so far, mostly because they were refused. */
  get failedBefore(): number {
    return this.#failed;
  }

  /** @param context of a blank tab whose network events are enabled, so that no request is missed */
  constructor(context: SafeModeContext) {
    this.#context = context;
    this.#stopWatching = this.#own.watch(context.session);
  }

  /** True if the page may not look as before the interactions. */
  get hasChangedPage(): boolean {
    return this.#isActing || this.#hasChanged;
  }

  /** Begins an interaction, and to refuse. Resolves when nothing can pass any more. */
  async begin(): Promise<void> {
    this.#isActing = true;
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { browser, session, mainFrameId, holdWebSockets } = this.#context;
    this.#stopWatching();
    holdWebSockets?.();
    const guard = guards.get(browser);
    if (guard === undefined) throw new Error('the browser was not prepared for safe mode');
    const { fetching } = guard;
    guard.decide = (event) => this.#decide(fetching, event);
    const refuse = (change: Omit<RefusedChange, 'failedBefore'>) =>
      this.refused.push({ ...change, failedBefore: this.#failed });
    // The page sends it before a script notices, so the order of such events does not depend on the machine.
    session.on('Network.loadingFailed', ({ type }) => {
      if (isReadByScripts(type)) this.#failed += 1;
    });
    session.on('Page.windowOpen', ({ url }) => refuse({ kind: 'window', url, isByScript: true }));
    // Sent before the answer to the command that caused it, unlike the request of the navigation.
    session.on('Page.frameRequestedNavigation', ({ frameId, url, reason }) => {
      const isByScript = reason === 'scriptInitiated' || reason === 'reload';
      if (frameId === mainFrameId) refuse({ kind: 'navigation', url, isByScript });
      else this.refusedInFrames.push({ frameId, url: url.slice(0, URL_MAX) });
    });
    await Promise.all([
      intercept(fetching, EVERYTHING),
      fetching.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
      // Otherwise `history.back()` shows the blank page before it, or an earlier document of the site.
      session.send('Page.resetNavigationHistory'),
    ]);
  }

  /** Ends an interaction, after which the page is as before or not. It goes on to refuse. */
  end(hasChanged: boolean): void {
    this.#isActing = false;
    if (hasChanged || this.refused.length > 0) this.#hasChanged = true;
  }

  /** If a request can be neither continued nor failed, its page or the browser has ended. */
  async #decide(
    fetching: CDPSession,
    { requestId, request, resourceType: type }: Protocol.Fetch.RequestPausedEvent,
  ): Promise<void> {
    const { method, url } = request;
    const isAllowed = this.#own.isOwn({ method, url, type });
    const answer = isAllowed
      ? fetching.send('Fetch.continueRequest', { requestId })
      : // With `Aborted`, the document stays; with other reasons the browser shows an error page instead.
        fetching.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    await answer.catch(() => undefined);
  }
}
