import { STATUS_CODES } from 'node:http';
import { isSameSite } from '../../core/crawl/same-site.ts';
import type { PageOutcome } from '../../core/scans/page-outcome.ts';
import type { EgressFailure } from '../egress/failure.ts';
import { findChallengeProvider } from './challenges.ts';
import { getRetryAfterSeconds } from './deferral.ts';
import type { PageFacts } from './facts.ts';
import { detectLoginMove, isFrontPage, isLoginAddress, type LoginMove } from './login-address.ts';
import { SVG_TYPE } from './rules-of-document.ts';
import { sanitizeText } from './sanitize-text.ts';

/** One row of the table: if the facts match `when`, the page has `outcome`, and `detail` describes it to users. */
export interface OutcomeRow {
  outcome: PageOutcome;
  when: (facts: PageFacts) => boolean;
  detail: (facts: PageFacts) => string;
}

const host = ({ attemptedUrl }: PageFacts): string =>
  sanitizeText(URL.parse(attemptedUrl)?.host ?? attemptedUrl, 300);
const error = (...names: RegExp[]) => {
  return ({ netError }: PageFacts) => netError !== null && names.some((name) => name.test(netError));
};
const status = (facts: PageFacts): number => facts.httpStatus ?? 0;
const statusLine = (facts: PageFacts): string =>
  `${status(facts)} ${sanitizeText(facts.httpStatusText || STATUS_CODES[status(facts)] || '', 100)}`.trim();
const protocol = (url: string | null): string | undefined =>
  url === null ? undefined : URL.parse(url)?.protocol;
const isWeb = (url: string | null): boolean => ['http:', 'https:'].includes(protocol(url) ?? '');

const isOffSite = ({ requestedUrl, finalUrl }: PageFacts): boolean =>
  finalUrl !== null && !isSameSite(requestedUrl, finalUrl);
const isExpected = (facts: PageFacts): boolean =>
  facts.expectStatus !== null && status(facts) === facts.expectStatus;
/** Compares with `address`, because scripts can change the address without loading a document. */
const move = ({ requestedUrl, finalUrl, address }: PageFacts): LoginMove =>
  detectLoginMove(requestedUrl, address ?? finalUrl);
const hasPassword = ({ passwordFields = 0 }: PageFacts): boolean => passwordFields > 0;
const LOGIN_TITLE =
  /\b(log|sign) ?-?(in|on)\b|\banmeld|\beinloggen|\bconnexion|\bse connecter|\biniciar sesi|\baccedi\b|\binloggen|\bentrar\b|\biniciar sess/i;

const silence = (facts: PageFacts): string =>
  facts.httpStatus === null
    ? `${host(facts)} did not answer within ${facts.waitedSeconds} s.`
    : `${host(facts)} began to answer, but the document was not complete after ${facts.waitedSeconds} s.`;

const hasTimedOut = error(/ERR_(CONNECTION_)?TIMED_OUT/);
const unresolved = (facts: PageFacts): string => `The host name of ${host(facts)} could not be resolved.`;
const hungUp = (facts: PageFacts): string => `${host(facts)} closed the connection without an answer.`;

/** Outcomes of the failures that the egress proxy reports. A blocked host has its own row before these. */
const egressEndings: [EgressFailure, PageOutcome, OutcomeRow['detail']][] = [
  ['dns', 'dns-error', unresolved],
  ['refused', 'connection-refused', (facts) => `${host(facts)} refused the connection.`],
  ['timeout', 'timeout', (facts) => `${host(facts)} did not accept a connection in time.`],
  ['silent', 'timeout', silence],
  ['empty', 'empty-response', hungUp],
  ['invalid', 'connection-failed', (facts) => `The response of ${host(facts)} is not valid HTTP.`],
  ['limit', 'too-large', () => 'The page reached a traffic limit before its document was complete.'],
  ['unreachable', 'connection-failed', (facts) => `The connection to ${host(facts)} failed.`],
];
const egressRows = egressEndings.map(
  ([failure, outcome, detail]): OutcomeRow => ({
    outcome,
    when: (facts) => facts.egressFailure === failure && facts.netError !== null,
    detail,
  }),
);

/** Login forms that nobody requested: of the start URL at any address, of others if another page was requested. */
const loginForms: OutcomeRow[] = (
  [
    {
      outcome: 'login-required',
      when: (facts) =>
        facts.expectLogin === false && facts.passwordFields === 1 && facts.hasLittleText === true,
      detail: () =>
        'The start URL shows a login form. If it is meant to be scanned, set expect to {"login": true}; otherwise store credentials for the site.',
    },
    {
      outcome: 'login-required',
      when: (facts) => hasPassword(facts) && move(facts).login,
      detail: () => 'The page redirected to a login form.',
    },
    {
      outcome: 'login-required',
      when: (facts) => facts.nameField === true && move(facts).loginSegment,
      detail: () => 'The page redirected to a login form that asks for a user name.',
    },
    {
      outcome: 'login-required',
      when: (facts) => hasPassword(facts) && facts.hasLittleText === true && move(facts).elsewhere,
      detail: () => 'The page redirected to a page that shows little more than a password field.',
    },
    {
      outcome: 'login-required',
      // It can be the front page of a site behind a login. At any other address, another page was requested.
      when: (facts) =>
        facts.passwordFields === 1 &&
        facts.hasLittleText === true &&
        LOGIN_TITLE.test(facts.title ?? '') &&
        !isFrontPage(facts.requestedUrl) &&
        !isLoginAddress(facts.requestedUrl),
      detail: () => 'The address shows a login form instead of a page.',
    },
  ] satisfies OutcomeRow[]
).map((row) => ({ ...row, when: (facts) => facts.expectLogin !== true && row.when(facts) }));

/** Media types of documents that rules can test. */
const documentTypes = ['text/html', 'application/xhtml+xml', SVG_TYPE];

/**
 * Decides the outcome of a page that was not scanned. The first matching row counts. Rows about the response come
 * before rows about the content, so that the table can be used before and after the content is read. An error page, a
 * challenge, a blank page or an unrequested login form must never count as scanned.
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
    detail: (facts) => `This service may not open the address or port of ${host(facts)}.`,
  },
  {
    outcome: 'blocked-address',
    when: error(
      /ERR_(INVALID_URL|UNSAFE_PORT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|UNSAFE_REDIRECT|BLOCKED_BY_CLIENT)/,
    ),
    detail: (facts) => `The browser refuses to open ${host(facts)} (${facts.netError}).`,
  },
  {
    outcome: 'too-many-redirects',
    when: error(/ERR_TOO_MANY_REDIRECTS/),
    detail: () => 'The server answered with too many redirects.',
  },
  {
    outcome: 'too-many-redirects',
    when: (facts) => facts.keepsNavigating,
    detail: () => 'The page kept loading itself or other pages and did not become stable.',
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
    when: (facts) => findChallengeProvider(facts) !== undefined,
    detail: (facts) =>
      `Bot protection (${findChallengeProvider(facts)}) answered with a challenge or a refusal instead of the page.`,
  },
  {
    outcome: 'login-required',
    when: (facts) => isOffSite(facts) && (move(facts).loginHost || move(facts).login),
    detail: (facts) => `The page redirected to a login page at ${host(facts)}.`,
  },
  {
    outcome: 'off-site-redirect',
    when: (facts) => facts.finalUrl !== null && !isWeb(facts.finalUrl),
    detail: (facts) =>
      `The page navigated to an address that is not a web page (${protocol(facts.finalUrl)}).`,
  },
  {
    outcome: 'off-site-redirect',
    when: isOffSite,
    detail: (facts) =>
      `The page redirected to ${host(facts)}. If that is the same site, scan it at that address.`,
  },
  {
    outcome: 'rate-limited',
    when: (facts) => getRetryAfterSeconds(facts) !== null,
    detail: (facts) =>
      `The server answered ${statusLine(facts)}. Request the page again after ${getRetryAfterSeconds(facts)} s.`,
  },
  {
    outcome: 'login-required',
    when: (facts) => status(facts) === 401 && facts.expectStatus === null,
    detail: (facts) =>
      facts.credentialsGiven
        ? `The server answered ${statusLine(facts)}: it refused the credentials of the site.`
        : `The server answered ${statusLine(facts)}: it requires credentials.`,
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
    detail: (facts) => `The address is a download (${sanitizeText(facts.mimeType ?? 'unknown type', 100)}).`,
  },
  {
    outcome: 'empty',
    when: (facts) => facts.httpStatus === 204 || facts.httpStatus === 205,
    detail: (facts) => `The server answered ${statusLine(facts)}.`,
  },
  {
    outcome: 'not-html',
    when: (facts) => facts.mimeType !== null && !documentTypes.includes(facts.mimeType),
    detail: (facts) =>
      `The content type of the address is ${sanitizeText(facts.mimeType ?? '', 100)}, not HTML.`,
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
    outcome: 'not-html',
    when: (facts) => facts.hasSourceView === true && facts.mimeType !== 'text/html',
    detail: () => 'The document is XML that is neither XHTML nor SVG.',
  },
  {
    outcome: 'empty',
    when: (facts) => facts.rendered === false,
    detail: ({ noStart = null }) => noStart ?? 'The page shows neither text nor images nor controls.',
  },
  ...loginForms,
  {
    outcome: 'nothing-selected',
    when: (facts) => facts.nothingSelected === true,
    detail: () =>
      'No visible content of the page is within includeSelectors and outside excludeSelectors, so nothing was tested.',
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

/** The outcome of a page, with a sentence for users. */
export interface OutcomeDetail {
  outcome: PageOutcome;
  detail: string;
}

/** Returns the outcome of a page that cannot be scanned, or does not count as scanned; undefined if it can. */
export function findRefusal(facts: PageFacts): OutcomeDetail | undefined {
  return decide(notScanned, facts);
}

/** Returns the outcome of a page whose facts are complete. */
export function decideOutcome(facts: PageFacts): OutcomeDetail {
  return decide([...notScanned, ...scanned], facts) as OutcomeDetail;
}

function decide(rows: OutcomeRow[], facts: PageFacts): OutcomeDetail | undefined {
  const row = rows.find(({ when }) => when(facts));
  return row && { outcome: row.outcome, detail: row.detail(facts) };
}

function missing(facts: PageFacts): string[] {
  const { framesNotScanned = [], rulesNotRun = [], scriptStopped = false, shortcomings = [] } = facts;
  const sentences: string[] = facts.noStart == null ? [] : [facts.noStart];
  if (framesNotScanned.length > 0) {
    const named = framesNotScanned.slice(0, 5).join('; ');
    const more = framesNotScanned.length > 5 ? `; and ${framesNotScanned.length - 5} more` : '';
    sentences.push(`Frames not scanned: ${named}${more}.`);
  }
  if (rulesNotRun.length > 0)
    sentences.push(`Rules that did not test all of the page: ${rulesNotRun.join(', ')}.`);
  if (scriptStopped) sentences.push('An endless script of the page was stopped.');
  return [...sentences, ...shortcomings];
}
