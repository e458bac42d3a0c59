import { buildPageKey, isHashRoute } from '../../core/crawl/page-address.ts';
import { FINAL_URL_LENGTH_MAX } from '../../core/scans/messages.ts';
import type { EgressFailure } from '../egress/failure.ts';
import type { DocumentWatch } from './document-watch.ts';
import type { ResponseFacts } from './facts.ts';
import { sanitizeText } from './sanitize-text.ts';

/** Documents larger than this are not scanned; size after decompression. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** Inputs of the facts about a response. */
export interface ResponseContext {
  url: string;
  /** The expected status of the page. */
  expectStatus?: number | undefined;
  /** Whether the start URL is meant to show a login form. */
  expectLogin?: boolean | undefined;
  /** True if addresses that differ in `#/…` or `#!/…` are different pages. */
  hashRoutes?: boolean;
  /** The origin that credentials are sent to; absent without credentials. */
  credentialsOrigin?: string | undefined;
  /** Returns why the latest connection of the egress proxy to the host of a URL failed. */
  egressFailure: (url: string) => EgressFailure | undefined;
}

/**
 * Returns the facts about the response to the latest request for the main document.
 * @param timedOut true if the document was not received, or not completely, within the time limit
 * @param keepsNavigating true if the page kept loading itself or other pages
 * @param waitedMs how long the scan waited for the document, in milliseconds
 */
export function collectResponseFacts(
  context: ResponseContext,
  watch: DocumentWatch | undefined,
  timedOut: boolean,
  keepsNavigating: boolean,
  waitedMs: number,
): ResponseFacts {
  const request = watch?.latest();
  const response = request?.response ?? null;
  const headers = lowerCaseNames(response?.headers ?? {});
  const attemptedUrl = request?.url ?? context.url;
  return {
    requestedUrl: context.url,
    attemptedUrl,
    finalUrl: response === null ? null : withRoute(attemptedUrl, context),
    netError: request?.netError ?? null,
    egressFailure: context.egressFailure(attemptedUrl) ?? null,
    timedOut,
    waitedSeconds: Math.round(waitedMs / 1_000),
    httpStatus: response?.status ?? null,
    httpStatusText: response?.statusText ?? '',
    expectStatus: context.expectStatus ?? null,
    expectLogin: context.expectLogin ?? null,
    credentialsGiven:
      context.credentialsOrigin !== undefined &&
      URL.parse(attemptedUrl)?.origin === context.credentialsOrigin,
    headers,
    mimeType: response?.mimeType.toLowerCase() || null,
    download: /^\s*attachment/i.test(headers['content-disposition'] ?? ''),
    limitExceeded: watch?.tooLarge() ? MAX_DOCUMENT_BYTES : null,
    keepsNavigating,
  };
}

/** Returns the members of a page's result about its final URL and its response. */
export function getResponseMembers(facts: ResponseFacts) {
  const contentType = facts.headers['content-type'] || facts.mimeType;
  return {
    finalUrl: facts.finalUrl === null ? null : sanitizeText(facts.finalUrl, FINAL_URL_LENGTH_MAX),
    httpStatus: facts.httpStatus,
    contentType: contentType ? sanitizeText(contentType, 200) : null,
  };
}

/** Adds the requested client-side route to the URL of the requested document, because responses have no fragment. */
function withRoute(documentUrl: string, { url, hashRoutes }: ResponseContext): string {
  const hash = URL.parse(url)?.hash ?? '';
  if (!hashRoutes || !isHashRoute(hash) || !/^https?:/i.test(documentUrl)) return documentUrl;
  const document = { hashRoutes: false };
  if (buildPageKey(documentUrl, document) !== buildPageKey(url, document)) return documentUrl;
  return Object.assign(new URL(documentUrl), { hash }).href;
}

function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
