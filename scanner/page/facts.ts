import type { EgressFailure } from '../egress/failure.ts';
import type { PageContent } from './in-page/read-content.ts';

/** What the answer to the main document's request was. */
export interface ResponseFacts {
  requestedUrl: string;
  /** URL of the latest document that was asked for, answered or not. */
  attemptedUrl: string;
  /** URL of the document after redirects; null when no answer came. */
  finalUrl: string | null;
  /** Chromium's name of a network error, e.g. `net::ERR_TUNNEL_CONNECTION_FAILED`. */
  netError: string | null;
  /** Why the proxy could not reach the server of the latest document request. */
  egressFailure: EgressFailure | null;
  /** Nothing, or not all of the document, was received within the bound. */
  timedOut: boolean;
  /** How long the document was waited for. */
  waitedSeconds: number;
  httpStatus: number | null;
  httpStatusText: string;
  /** The status that the page is meant to answer with; null when any sound one will do. */
  expectStatus: number | null;
  /** The document was asked for with the credentials of the site. */
  credentialsGiven: boolean;
  /** The answer's headers by lower-case name; empty when no answer came. */
  headers: Record<string, string>;
  /** The media type as the browser understood it, in lower case and without parameters. */
  mimeType: string | null;
  /** The answer is to be saved, not shown. */
  download: boolean;
  /** More of the document came than the limit, in bytes; null when it did not. */
  limitExceeded: number | null;
  /** The page went on loading itself or other pages by script. */
  keepsNavigating: boolean;
}

/** What axe could not do, and what else people should know of the scan of the page. */
export interface CoverageFacts {
  /** One entry per frame that was not scanned, for people. */
  framesNotScanned: string[];
  /** Rules left out because of their cost. */
  rulesNotRun: string[];
  /** A script that would not end was stopped. */
  scriptStopped: boolean;
  /** The selectors of the scan leave nothing of the page to be judged. */
  nothingSelected: boolean;
  /** What else keeps the page from having been scanned wholly, one sentence each. */
  shortcomings: string[];
}

export type PageFacts = ResponseFacts & Partial<PageContent> & Partial<CoverageFacts>;
