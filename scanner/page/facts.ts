import type { EgressFailure } from '../egress/failure.ts';
import type { PageContent } from './in-page/read-content.ts';

/** Facts about the response to the request for the main document. */
export interface ResponseFacts {
  requestedUrl: string;
  /** URL of the latest requested document, answered or not. */
  attemptedUrl: string;
  /** URL of the document after redirects; null without a response. */
  finalUrl: string | null;
  /** Chromium's name of a network error, e.g. `net::ERR_TUNNEL_CONNECTION_FAILED`. */
  netError: string | null;
  /** Why the proxy could not reach the server of the latest document request. */
  egressFailure: EgressFailure | null;
  /** The document was not received, or not completely, within the time limit. */
  timedOut: boolean;
  /** How long the scan waited for the document. */
  waitedSeconds: number;
  httpStatus: number | null;
  httpStatusText: string;
  /** The expected status of the page; null if any successful status is expected. */
  expectStatus: number | null;
  /** Whether the page is meant to be a login form; null for other pages than the start URL. */
  expectLogin: boolean | null;
  /** The document was requested with the credentials of the site. */
  credentialsGiven: boolean;
  /** Response headers by lower-case name; empty without a response. */
  headers: Record<string, string>;
  /** The media type that the browser detected, in lower case and without parameters. */
  mimeType: string | null;
  /** The response is a download (`Content-Disposition: attachment`). */
  download: boolean;
  /** The size limit in bytes, if the document exceeds it; otherwise null. */
  limitExceeded: number | null;
  /** The page kept loading itself or other pages by script. */
  keepsNavigating: boolean;
}

/** What the scan of the page did not cover. */
export interface CoverageFacts {
  /** One text for users per frame that was not scanned. */
  framesNotScanned: string[];
  /** Rules that were skipped because they took too long. */
  rulesNotRun: string[];
  /** A sentence if the page shows hardly anything and has not started as it should; null otherwise. */
  noStart: string | null;
  /** An endless script was stopped. */
  scriptStopped: boolean;
  /** The selectors of the scan select nothing on the page that could be tested. */
  nothingSelected: boolean;
  /** Other reasons why the page was not scanned completely, one sentence each. */
  shortcomings: string[];
}

export type PageFacts = ResponseFacts & Partial<PageContent> & Partial<CoverageFacts>;
