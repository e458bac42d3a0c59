import { buildPageKey, isHashRoute } from '../../core/crawl/page-address.ts';
import type { EgressFailure } from '../egress/failure.ts';
import type { DocumentWatch } from './document-watch.ts';
import type { ResponseFacts } from './facts.ts';
import { sanitizeText } from './sanitize-text.ts';

/** Documents larger than this, inflated, are not scanned. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;
const MAX_URL = 4_000;

/** What the facts of an answer are drawn from. */
export interface ResponseContext {
  url: string;
  /** The status that the page is meant to answer with. */
  expectStatus?: number | undefined;
  /** Whether `#/…` and `#!/…` name pages of their own. */
  hashRoutes?: boolean;
  /** The origin that credentials are sent to; absent when there are none. */
  credentialsOrigin?: string | undefined;
  /** What the egress proxy knows of the latest connection to the host of a URL. */
  egressFailure: (url: string) => EgressFailure | undefined;
}

/**
 * What is known of the answer to the latest request for the main document.
 * @param createTimeoutError nothing, or not all of the document, was received within the bound
 * @param keepsNavigating the page went on loading itself or other pages
 * @param waitedMs how long the document was waited for
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

/** The part of a page's result that says where it was and what came from there. */
export function getResponseMembers(facts: ResponseFacts) {
  const contentType = facts.headers['content-type'] || facts.mimeType;
  return {
    finalUrl: facts.finalUrl === null ? null : sanitizeText(facts.finalUrl, MAX_URL),
    httpStatus: facts.httpStatus,
    contentType: contentType ? sanitizeText(contentType, 200) : null,
  };
}

/** The network knows no fragments: a document that is the one asked for shows the route that was asked for. */
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
