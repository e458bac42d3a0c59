import type { CDPSession, Protocol } from 'puppeteer-core';

type ResourceType = Protocol.Network.ResourceType;

/** Kinds of files that a page consists of. Requests of other kinds can change something, even with GET. */
const fileTypes: ReadonlySet<ResourceType> = new Set([
  'Script',
  'Stylesheet',
  'Image',
  'Font',
  'Media',
  'TextTrack',
]);
/** Kinds that a page also loads later, such as the code of a dialog. */
const lateTypes: ReadonlySet<ResourceType> = new Set(['Script', 'Stylesheet', 'Font']);
/** Names of such files. A script at another address can be a call of the server that answers with a script. */
const LATE_FILE = /\.(m?js|css|woff2?)$/i;
/** Maximum number of addresses that are stored for a page. */
const MAX_ADDRESSES = 5_000;

/** A request that the browser is about to send. */
export interface ResourceRequest {
  method: string;
  url: string;
  type: ResourceType;
}

/**
 * The files that a page requested while it loaded. They are what it may request while the scanner interacts with it: to
 * request them again has no effect that the load did not have.
 */
export class OwnResources {
  readonly #addresses = new Set<string>();
  /** The origins that gave the page scripts, styles or fonts. */
  readonly #origins = new Set<string>();

  /** Records the requests of a tab from now on. Returns a function that ends it. */
  watch(session: CDPSession): () => void {
    const onRequest = ({ request, type }: Protocol.Network.RequestWillBeSentEvent) => {
      if (type !== undefined) this.add({ method: request.method, url: request.url, type });
    };
    session.on('Network.requestWillBeSent', onRequest);
    return () => session.off('Network.requestWillBeSent', onRequest);
  }

  add({ method, url, type }: ResourceRequest): void {
    if (method !== 'GET' || !fileTypes.has(type) || this.#addresses.size >= MAX_ADDRESSES) return;
    this.#addresses.add(removeFragment(url));
    const origin = URL.parse(url)?.origin;
    if (lateTypes.has(type) && origin !== undefined) this.#origins.add(origin);
  }

  /**
   * Returns whether a request is a GET of a file of the page: one that it requested while it loaded, or a script, style
   * sheet or font that is a file without parameters from an origin that it loaded such files from.
   */
  isOwn({ method, url, type }: ResourceRequest): boolean {
    if (method !== 'GET' || !fileTypes.has(type)) return false;
    if (this.#addresses.has(removeFragment(url))) return true;
    const parsed = URL.parse(url);
    return (
      parsed !== null &&
      lateTypes.has(type) &&
      parsed.search === '' &&
      LATE_FILE.test(parsed.pathname) &&
      this.#origins.has(parsed.origin)
    );
  }
}

function removeFragment(url: string): string {
  return url.split('#')[0] ?? url;
}
