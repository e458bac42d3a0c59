import type { EgressFailure } from '../egress/failure.ts';

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
  /** Nothing was received within the bound. */
  timedOut: boolean;
  httpStatus: number | null;
  httpStatusText: string;
  /** The media type as the browser understood it, in lower case and without parameters. */
  mimeType: string | null;
  /** The answer is to be saved, not shown. */
  download: boolean;
  /** More of the document came than the limit, in bytes; null when it did not. */
  limitExceeded: number | null;
  /** The server says itself that this is a challenge to bots. */
  challenge: boolean;
  /** The page went on loading itself or other pages by script. */
  restless: boolean;
}

/** What the settled document shows. */
export interface ContentFacts {
  /** Any text or replaced element can be seen. */
  rendered: boolean;
  /** A password field can be seen. */
  passwordField: boolean;
}

/** What axe could not do. */
export interface CoverageFacts {
  /** One entry per frame that was not scanned, for people. */
  framesNotScanned: string[];
  /** Rules left out because of their cost. */
  rulesNotRun: string[];
  /** A script that would not end was stopped. */
  scriptStopped: boolean;
}

export type Facts = ResponseFacts & Partial<ContentFacts> & Partial<CoverageFacts>;
