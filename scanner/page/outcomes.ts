import { STATUS_CODES } from 'node:http';
import type { PageOutcome } from '../../core/scans/page-outcome.ts';
import type { Facts } from './facts.ts';
import { safeText } from './safe-text.ts';
import { isSameSite, looksLikeLogin } from './same-site.ts';

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
    when: (facts) => facts.egressFailure === 'dns' && facts.netError !== null,
    detail: (facts) => `The host name of ${host(facts)} could not be resolved.`,
  },
  {
    outcome: 'dns-error',
    when: error(/ERR_NAME_(NOT_RESOLVED|RESOLUTION_FAILED)/),
    detail: (facts) => `The host name of ${host(facts)} could not be resolved.`,
  },
  {
    outcome: 'connection-refused',
    when: (facts) => facts.egressFailure === 'refused' && facts.netError !== null,
    detail: (facts) => `${host(facts)} refused the connection.`,
  },
  {
    outcome: 'timeout',
    when: (facts) => facts.egressFailure === 'timeout' && facts.netError !== null,
    detail: (facts) => `No connection to ${host(facts)} could be made in time.`,
  },
  {
    outcome: 'empty-response',
    when: (facts) => facts.egressFailure === 'empty' && facts.netError !== null,
    detail: (facts) => `${host(facts)} closed the connection without an answer.`,
  },
  {
    outcome: 'connection-failed',
    when: (facts) => facts.egressFailure === 'invalid' && facts.netError !== null,
    detail: (facts) => `The answer of ${host(facts)} is not valid HTTP.`,
  },
  {
    outcome: 'connection-failed',
    when: (facts) => facts.egressFailure === 'unreachable' && facts.netError !== null,
    detail: (facts) => `The connection to ${host(facts)} could not be made.`,
  },
  {
    outcome: 'tls-error',
    when: error(/ERR_(CERT_|SSL_|BAD_SSL_|ECH_|CERTIFICATE_)/),
    detail: (facts) =>
      `The TLS certificate or handshake of ${host(facts)} was not accepted (${facts.netError}).`,
  },
  {
    outcome: 'empty-response',
    when: error(/ERR_EMPTY_RESPONSE/),
    detail: (facts) => `${host(facts)} closed the connection without an answer.`,
  },
  {
    outcome: 'timeout',
    when: (facts) => facts.timedOut,
    detail: (facts) => `${host(facts)} did not answer in time.`,
  },
  {
    outcome: 'timeout',
    when: error(/ERR_(CONNECTION_)?TIMED_OUT/),
    detail: (facts) => `${host(facts)} did not answer in time.`,
  },
  {
    outcome: 'blocked-by-site',
    when: (facts) => facts.challenge,
    detail: () => 'The site answered with a challenge to bots instead of the page.',
  },
  {
    outcome: 'rate-limited',
    when: (facts) => facts.httpStatus === 429,
    detail: (facts) => `The server answered ${statusLine(facts)}.`,
  },
  {
    outcome: 'off-site-redirect',
    when: (facts) => facts.finalUrl !== null && !isWeb(facts.finalUrl),
    detail: (facts) => `The page moved on to an address that is no web page (${protocol(facts.finalUrl)}).`,
  },
  {
    outcome: 'off-site-redirect',
    when: (facts) => facts.finalUrl !== null && !isSameSite(facts.requestedUrl, facts.finalUrl),
    detail: (facts) => `The page redirected to ${host(facts)}.`,
  },
  {
    outcome: 'http-error',
    when: (facts) => status(facts) >= 300,
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
    when: (facts) => facts.passwordField === true && looksLikeLogin(facts.requestedUrl, facts.finalUrl),
    detail: () => 'The page redirected to a login form.',
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

/** The reason not to scan, or not to count as scanned, that the facts give; undefined when there is none. */
export function refusal(facts: Facts): { outcome: PageOutcome; detail: string } | undefined {
  return decide(notScanned, facts);
}

/** The outcome of a page whose facts are complete. */
export function outcomeOf(facts: Facts): { outcome: PageOutcome; detail: string } {
  return decide([...notScanned, ...scanned], facts) as { outcome: PageOutcome; detail: string };
}

function decide(rows: OutcomeRow[], facts: Facts): { outcome: PageOutcome; detail: string } | undefined {
  const row = rows.find(({ when }) => when(facts));
  return row && { outcome: row.outcome, detail: row.detail(facts) };
}

function missing(facts: Facts): string[] {
  const { framesNotScanned = [], rulesNotRun = [], scriptStopped = false } = facts;
  const sentences: string[] = [];
  if (framesNotScanned.length > 0) {
    const named = framesNotScanned.slice(0, 5).join('; ');
    const more = framesNotScanned.length > 5 ? `; and ${framesNotScanned.length - 5} more` : '';
    sentences.push(`Frames not scanned: ${named}${more}.`);
  }
  if (rulesNotRun.length > 0) sentences.push(`Rules not run in the time allowed: ${rulesNotRun.join(', ')}.`);
  if (scriptStopped) sentences.push('A script of the page that would not end was stopped.');
  return sentences;
}
