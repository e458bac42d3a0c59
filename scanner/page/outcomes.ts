import { STATUS_CODES } from 'node:http';
import { isSameSite } from '../../core/crawl/same-site.ts';
import type { PageOutcome } from '../../core/scans/page-outcome.ts';
import type { EgressFailure } from '../egress/failure.ts';
import { challengeBy } from './challenges.ts';
import { retryAfterSeconds } from './deferral.ts';
import type { Facts } from './facts.ts';
import { isFrontPage, isLoginAddress, type LoginMove, loginMove } from './login-address.ts';
import { safeText } from './safe-text.ts';

/** One row: facts that match `when` mean `outcome`, told to people as `detail`. */
export interface OutcomeRow {
  outcome: PageOutcome;
  when: (facts: Facts) => boolean;
  detail: (facts: Facts) => string;
}

const host = ({ attemptedUrl }: Facts): string =>
  safeText(URL.parse(attemptedUrl)?.host ?? attemptedUrl, 300);
const error = (...names: RegExp[]) => {
  return ({ netError }: Facts) => netError !== null && names.some((name) => name.test(netError));
};
const status = (facts: Facts): number => facts.httpStatus ?? 0;
const statusLine = (facts: Facts): string =>
  `${status(facts)} ${safeText(facts.httpStatusText || STATUS_CODES[status(facts)] || '', 100)}`.trim();
const protocol = (url: string | null): string | undefined =>
  url === null ? undefined : URL.parse(url)?.protocol;
const isWeb = (url: string | null): boolean => ['http:', 'https:'].includes(protocol(url) ?? '');

const isOffSite = ({ requestedUrl, finalUrl }: Facts): boolean =>
  finalUrl !== null && !isSameSite(requestedUrl, finalUrl);
const isExpected = (facts: Facts): boolean =>
  facts.expectStatus !== null && status(facts) === facts.expectStatus;
/** Scripts can change the address without loading anything. */
const move = ({ requestedUrl, finalUrl, address }: Facts): LoginMove =>
  loginMove(requestedUrl, address ?? finalUrl);
const hasPassword = ({ passwordFields = 0 }: Facts): boolean => passwordFields > 0;
const loginTitle =
  /\b(log|sign) ?-?(in|on)\b|\banmeld|\beinloggen|\bconnexion|\bse connecter|\biniciar sesi|\baccedi\b|\binloggen|\bentrar\b|\biniciar sess/i;

const silence = (facts: Facts): string =>
  facts.httpStatus === null
    ? `${host(facts)} did not answer within ${facts.waitedSeconds} s.`
    : `${host(facts)} began to answer, and the document was not complete after ${facts.waitedSeconds} s.`;

const hasTimedOut = error(/ERR_(CONNECTION_)?TIMED_OUT/);
const unresolved = (facts: Facts): string => `The host name of ${host(facts)} could not be resolved.`;
const hungUp = (facts: Facts): string => `${host(facts)} closed the connection without an answer.`;

/** What the egress proxy knows of the latest connection; a host that it blocks has a row before these. */
const egressEndings: [EgressFailure, PageOutcome, OutcomeRow['detail']][] = [
  ['dns', 'dns-error', unresolved],
  ['refused', 'connection-refused', (facts) => `${host(facts)} refused the connection.`],
  ['timeout', 'timeout', (facts) => `No connection to ${host(facts)} could be made in time.`],
  ['silent', 'timeout', silence],
  ['empty', 'empty-response', hungUp],
  ['invalid', 'connection-failed', (facts) => `The answer of ${host(facts)} is not valid HTTP.`],
  ['limit', 'too-large', () => 'The page asked for more than one page may before its document had come.'],
  ['unreachable', 'connection-failed', (facts) => `The connection to ${host(facts)} could not be made.`],
];
const egressRows = egressEndings.map(
  ([failure, outcome, detail]): OutcomeRow => ({
    outcome,
    when: (facts) => facts.egressFailure === failure && facts.netError !== null,
    detail,
  }),
);

const htmlTypes = ['text/html', 'application/xhtml+xml'];

/**
 * How the page ended, decided from facts; the first row that matches counts. Rows about the answer come before
 * rows about the content, so that the same table serves before and after the document is looked at. No row may
 * let an error page, a challenge, a blank page or an unasked login form pass as scanned.
 *
 * Names of network errors: https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h
 */
export const notScanned: OutcomeRow[] = [
  {
    outcome: 'blocked-address',
    when: (facts) => !isWeb(facts.requestedUrl),
    detail: () => 'Only http and https addresses can be scanned.',
  },
  {
    outcome: 'blocked-address',
    when: (facts) => facts.egressFailure === 'blocked' && facts.netError !== null,
    detail: (facts) => `${host(facts)} is not an address or port that this service may open.`,
  },
  {
    outcome: 'blocked-address',
    when: error(
      /ERR_(UNSAFE_PORT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|UNSAFE_REDIRECT|BLOCKED_BY_CLIENT)/,
    ),
    detail: (facts) => `The browser refuses to open ${host(facts)} (${facts.netError}).`,
  },
  {
    outcome: 'too-many-redirects',
    when: error(/ERR_TOO_MANY_REDIRECTS/),
    detail: () => 'The server answered with one redirect after another without end.',
  },
  {
    outcome: 'too-many-redirects',
    when: (facts) => facts.restless,
    detail: () => 'The page went on loading itself or other pages and never came to rest.',
  },
  {
    outcome: 'dns-error',
    when: error(/ERR_NAME_(NOT_RESOLVED|RESOLUTION_FAILED)/),
    detail: unresolved,
  },
  ...egressRows,
  {
    outcome: 'tls-error',
    when: error(/ERR_(CERT_|SSL_|BAD_SSL_|ECH_|CERTIFICATE_)/),
    detail: (facts) =>
      `The TLS certificate or handshake of ${host(facts)} was not accepted (${facts.netError}).`,
  },
  {
    outcome: 'empty-response',
    when: error(/ERR_EMPTY_RESPONSE/),
    detail: hungUp,
  },
  {
    outcome: 'timeout',
    when: (facts) => facts.timedOut || hasTimedOut(facts),
    detail: silence,
  },
  {
    outcome: 'blocked-by-site',
    when: (facts) => challengeBy(facts) !== undefined,
    detail: (facts) => `A challenge or refusal to bots (${challengeBy(facts)}) came instead of the page.`,
  },
  {
    outcome: 'login-required',
    when: (facts) => isOffSite(facts) && (move(facts).loginHost || move(facts).login),
    detail: (facts) => `The page redirected to ${host(facts)}, where people sign in.`,
  },
  {
    outcome: 'off-site-redirect',
    when: (facts) => facts.finalUrl !== null && !isWeb(facts.finalUrl),
    detail: (facts) => `The page moved on to an address that is no web page (${protocol(facts.finalUrl)}).`,
  },
  {
    outcome: 'off-site-redirect',
    when: isOffSite,
    detail: (facts) => `The page redirected to ${host(facts)}; scan it there if it is the same site.`,
  },
  {
    outcome: 'rate-limited',
    when: (facts) => retryAfterSeconds(facts) !== null,
    detail: (facts) =>
      `The server answered ${statusLine(facts)} and is to be asked again after ${retryAfterSeconds(facts)} s.`,
  },
  {
    outcome: 'login-required',
    when: (facts) => status(facts) === 401 && facts.expectStatus === null,
    detail: (facts) =>
      facts.credentialsGiven
        ? `The server answered ${statusLine(facts)}: it refused the credentials that the site has here.`
        : `The server answered ${statusLine(facts)}: it asks for credentials.`,
  },
  {
    outcome: 'http-error',
    when: (facts) => facts.httpStatus !== null && facts.expectStatus !== null && !isExpected(facts),
    detail: (facts) => `The server answered ${statusLine(facts)}; ${facts.expectStatus} was expected.`,
  },
  {
    outcome: 'http-error',
    when: (facts) => status(facts) >= 300 && !isExpected(facts),
    detail: (facts) => `The server answered ${statusLine(facts)}.`,
  },
  {
    outcome: 'not-html',
    when: (facts) => facts.download,
    detail: (facts) => `The address holds a download (${safeText(facts.mimeType ?? 'unknown type', 100)}).`,
  },
  {
    outcome: 'empty',
    when: (facts) => facts.httpStatus === 204 || facts.httpStatus === 205,
    detail: (facts) => `The server answered ${statusLine(facts)}.`,
  },
  {
    outcome: 'not-html',
    when: (facts) => facts.mimeType !== null && !htmlTypes.includes(facts.mimeType),
    detail: (facts) => `The address holds ${safeText(facts.mimeType ?? '', 100)}, not an HTML page.`,
  },
  {
    outcome: 'too-large',
    when: (facts) => facts.limitExceeded !== null,
    detail: (facts) => `The document is larger than ${(facts.limitExceeded ?? 0) / 1024 / 1024} MB.`,
  },
  {
    outcome: 'connection-failed',
    when: (facts) => facts.netError !== null,
    detail: (facts) => `The connection to ${host(facts)} failed (${facts.netError}).`,
  },
  {
    outcome: 'empty',
    when: (facts) => facts.rendered === false,
    detail: () => 'The page shows neither text nor images nor controls.',
  },
  {
    outcome: 'login-required',
    when: (facts) => hasPassword(facts) && move(facts).login,
    detail: () => 'The page redirected to a login form.',
  },
  {
    outcome: 'login-required',
    when: (facts) => facts.nameField === true && move(facts).loginSegment,
    detail: () => 'The page redirected to a form that asks who signs in.',
  },
  {
    outcome: 'login-required',
    when: (facts) => hasPassword(facts) && facts.slight === true && move(facts).elsewhere,
    detail: () => 'The page redirected to one that shows hardly more than a password field.',
  },
  {
    outcome: 'login-required',
    // The front page of what is behind a login may well be the login form; any other address was asked for as such.
    when: (facts) =>
      facts.passwordFields === 1 &&
      facts.slight === true &&
      loginTitle.test(facts.title ?? '') &&
      !isFrontPage(facts.requestedUrl) &&
      !isLoginAddress(facts.requestedUrl),
    detail: () => 'The address shows a login form instead of a page.',
  },
  {
    outcome: 'nothing-selected',
    when: (facts) => facts.nothingSelected === true,
    detail: () =>
      'Nothing that the page shows is within includeSelectors and outside excludeSelectors, so nothing was judged.',
  },
];

const scanned: OutcomeRow[] = [
  {
    outcome: 'partially-scanned',
    when: (facts) => missing(facts).length > 0,
    detail: (facts) => missing(facts).join(' '),
  },
  { outcome: 'scanned', when: () => true, detail: () => 'The page was scanned.' },
];

/** How a page ends, with a sentence for people. */
export interface PageEnding {
  outcome: PageOutcome;
  detail: string;
}

/** The reason not to scan, or not to count as scanned, that the facts give; undefined when there is none. */
export function refusal(facts: Facts): PageEnding | undefined {
  return decide(notScanned, facts);
}

/** The outcome of a page whose facts are complete. */
export function outcomeOf(facts: Facts): PageEnding {
  return decide([...notScanned, ...scanned], facts) as PageEnding;
}

function decide(rows: OutcomeRow[], facts: Facts): PageEnding | undefined {
  const row = rows.find(({ when }) => when(facts));
  return row && { outcome: row.outcome, detail: row.detail(facts) };
}

function missing(facts: Facts): string[] {
  const { framesNotScanned = [], rulesNotRun = [], scriptStopped = false, shortcomings = [] } = facts;
  const sentences: string[] = [];
  if (framesNotScanned.length > 0) {
    const named = framesNotScanned.slice(0, 5).join('; ');
    const more = framesNotScanned.length > 5 ? `; and ${framesNotScanned.length - 5} more` : '';
    sentences.push(`Frames not scanned: ${named}${more}.`);
  }
  if (rulesNotRun.length > 0) sentences.push(`Rules not run in the time allowed: ${rulesNotRun.join(', ')}.`);
  if (scriptStopped) sentences.push('A script of the page that would not end was stopped.');
  return [...sentences, ...shortcomings];
}
