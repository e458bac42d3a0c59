import { STATUS_CODES } from 'node:http';
import type { CDPSession } from 'puppeteer-core';
import { getBareHost } from '../../core/crawl/same-site.ts';
import type { PageClock } from './clock.ts';
import { sanitizeText } from './sanitize-text.ts';

/**
 * What failed on a page: a script that was not loaded or threw an error that nothing caught, a style sheet, or a
 * request for data.
 */
export interface PageFailure {
  kind: 'script' | 'style' | 'data';
  /** The address of the script or of the data, or that of the page for a script in its markup. */
  url: string;
  /** What failed, such as `404 Not Found`. */
  why: string;
}

/** Maximum number of failures of one kind that are kept of a page. Scripts and data of other sites do not count. */
const FAILURES_MAX = 20;
const URL_MAX = 500;
const TEXT_MAX = 5_000;
const WHY_MAX = 200;
/** Browsers report it as an error, but nothing fails: layout goes on with the next frame. */
const HARMLESS = /^ResizeObserver loop/;

/** What the browser says of a script that it does not execute because of its content type, and of its address. */
const UNUSED = /^(?:Refused to execute|Failed to load module) script/;
const WRONG_TYPE = / MIME type (?:of |\()["'](.{0,100}?)["']/;
const REFUSED = /^Refused to execute script from '(.{1,2000}?)'/;

const kinds: Readonly<Record<string, PageFailure['kind']>> = {
  Script: 'script',
  Stylesheet: 'style',
  XHR: 'data',
  Fetch: 'data',
};

/** Records what fails in the latest main document of a page. What fails in frames does not count. */
export class FailureWatch {
  readonly #session: CDPSession;
  /** What was requested and is not complete, by the id of the request. */
  readonly #requested = new Map<string, Pick<PageFailure, 'kind' | 'url'>>();
  /** The contexts in which the scripts of the page run, not those of the scanner. */
  readonly #contexts = new Set<number>();
  #failures: PageFailure[] = [];
  /** The address of the document. */
  #url = '';

  constructor(session: CDPSession, mainFrameId: string) {
    this.#session = session;
    session.on('Network.requestWillBeSent', ({ requestId, frameId, type, request, redirectResponse }) => {
      if (frameId !== mainFrameId) return;
      const kind = kinds[type ?? ''];
      if (kind !== undefined) this.#requested.set(requestId, { kind, url: request.url });
      if (type !== 'Document') return;
      this.#url = request.url;
      if (redirectResponse !== undefined) return;
      this.#failures = [];
      this.#requested.clear();
    });
    session.on('Network.responseReceived', ({ requestId, response: { status, statusText, mimeType } }) => {
      const kind = this.#requested.get(requestId)?.kind;
      // Applications ask for data that need not exist, for example who is signed in.
      if (status >= (kind === 'data' ? 500 : 400))
        this.#fail(requestId, `${status} ${statusText || STATUS_CODES[status] || ''}`.trim());
      // The browser says nothing about it.
      else if (kind === 'style' && mimeType === 'text/html')
        this.#fail(requestId, `the content type is ${mimeType}`);
    });
    session.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
      if (canceled === true) this.#requested.delete(requestId);
      else this.#fail(requestId, errorText);
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#requested.delete(requestId));
    session.on('Runtime.executionContextCreated', ({ context: { id, auxData } }) => {
      if (auxData?.isDefault === true && auxData.frameId === mainFrameId) this.#contexts.add(id);
    });
    session.on('Runtime.executionContextsCleared', () => this.#contexts.clear());
    session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      const { executionContextId, exception, text, url = '' } = exceptionDetails;
      if (executionContextId === undefined || !this.#contexts.has(executionContextId)) return;
      const [why = ''] = String(exception?.description ?? exception?.value ?? text).split('\n', 1);
      // Scripts that are evaluated have no address, or one such as `webpack-internal:///./src/app.js`.
      const source = /^https?:/i.test(url) ? url : this.#url;
      if (!HARMLESS.test(why)) this.#add({ kind: 'script', url: source, why });
    });
    // Many servers answer with their start page to addresses that they do not know, which is no script.
    session.on('Log.entryAdded', ({ entry: { source, level, text, url = '' } }) => {
      // Addresses can be long.
      const [, type] = WRONG_TYPE.exec(text.slice(0, TEXT_MAX)) ?? [];
      if (level !== 'error' || type === undefined || !UNUSED.test(text)) return;
      const [, refused = url] = source === 'security' ? (REFUSED.exec(text.slice(0, TEXT_MAX)) ?? []) : [];
      this.#add({ kind: 'script', url: refused, why: `the content type is ${type}` });
    });
  }

  /**
   * Returns what failed in the present document, each address once: scripts and data of its site, and style sheets.
   * @param isReporting whether the session has reported errors since the page was opened. Otherwise the browser is
   *   asked for those that it has kept, because a page can notice that errors are reported while it loads.
   */
  async listFailures(clock: PageClock, isReporting: boolean): Promise<readonly PageFailure[]> {
    if (!isReporting) {
      await clock.bound('reading the errors of the page', this.#session.send('Runtime.enable'));
      await clock.bound('reading the errors of the page', this.#session.send('Runtime.disable'));
    }
    await clock.bound('reading the errors of the page', this.#session.send('Log.enable'));
    await clock.bound('reading the errors of the page', this.#session.send('Log.disable'));
    return [...new Map(this.#failures.map((failure) => [failure.url, failure])).values()];
  }

  #fail(requestId: string, why: string): void {
    const known = this.#requested.get(requestId);
    if (known === undefined) return;
    this.#requested.delete(requestId);
    this.#add({ ...known, why });
  }

  #add({ kind, url, why }: PageFailure): void {
    // Sites have their style sheets on hosts of other names as well.
    const isOwn = kind === 'style' || isOfSite(url, this.#url);
    const isFull = this.#failures.filter((failure) => failure.kind === kind).length >= FAILURES_MAX;
    if (isFull || !isOwn) return;
    this.#failures.push({ kind, url: sanitizeText(url, URL_MAX), why: sanitizeText(why, WHY_MAX) });
  }
}

/**
 * True if an address belongs to the site of a page: it has the same host, a host below it, or one beside it, such as
 * `static.example.org` for `www.example.org`.
 */
function isOfSite(url: string, pageUrl: string): boolean {
  const [address, page] = [URL.parse(url), URL.parse(pageUrl)];
  if (address === null || page === null) return false;
  const [host, own] = [getBareHost(address), getBareHost(page)];
  const labels = own.split('.');
  const isAddress = /^[\d.]+$|^\[/.test(own);
  const parent = labels.length > 2 && !isAddress ? labels.slice(1).join('.') : own;
  return host === own || (!isAddress && (host === parent || host.endsWith(`.${parent}`)));
}
