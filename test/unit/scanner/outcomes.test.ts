import { describe, expect, it } from 'vitest';
import type { PageOutcome } from '../../../core/scans/page-outcome.ts';
import type { Facts } from '../../../scanner/page/facts.ts';
import { notScanned, outcomeOf } from '../../../scanner/page/outcomes.ts';

const good: Facts = {
  requestedUrl: 'https://example.com/a',
  attemptedUrl: 'https://example.com/a',
  finalUrl: 'https://example.com/a',
  netError: null,
  egressFailure: null,
  timedOut: false,
  httpStatus: 200,
  httpStatusText: 'OK',
  mimeType: 'text/html',
  download: false,
  limitExceeded: null,
  challenge: false,
  restless: false,
  rendered: true,
  passwordField: false,
  framesNotScanned: [],
  rulesNotRun: [],
  scriptStopped: false,
};
const tunnel = {
  netError: 'net::ERR_TUNNEL_CONNECTION_FAILED',
  httpStatus: null,
  finalUrl: null,
  mimeType: null,
};
const failed = (netError: string) => ({ ...tunnel, netError });
const moved = (finalUrl: string) => ({ finalUrl, attemptedUrl: finalUrl });

const rows: [string, Partial<Facts>, PageOutcome, string][] = [
  ['a scheme that is no web page', { requestedUrl: 'file:///etc/passwd' }, 'blocked-address', 'Only http'],
  [
    'an address that the proxy refuses',
    { ...tunnel, egressFailure: 'blocked' },
    'blocked-address',
    'example.com',
  ],
  ['a port that the browser refuses', failed('net::ERR_UNSAFE_PORT'), 'blocked-address', 'ERR_UNSAFE_PORT'],
  ['redirects without end', failed('net::ERR_TOO_MANY_REDIRECTS'), 'too-many-redirects', 'without end'],
  ['a page that never comes to rest', { restless: true }, 'too-many-redirects', 'never came to rest'],
  ['a name that the proxy cannot resolve', { ...tunnel, egressFailure: 'dns' }, 'dns-error', 'example.com'],
  [
    'a name that the browser cannot resolve',
    failed('net::ERR_NAME_NOT_RESOLVED'),
    'dns-error',
    'example.com',
  ],
  ['a refused connection', { ...tunnel, egressFailure: 'refused' }, 'connection-refused', 'refused'],
  ['a connection that is not made in time', { ...tunnel, egressFailure: 'timeout' }, 'timeout', 'in time'],
  ['a server that hangs up', { ...tunnel, egressFailure: 'empty' }, 'empty-response', 'closed'],
  [
    'an answer that is not HTTP',
    { ...tunnel, egressFailure: 'invalid' },
    'connection-failed',
    'not valid HTTP',
  ],
  [
    'a network without a route',
    { ...tunnel, egressFailure: 'unreachable' },
    'connection-failed',
    'could not be made',
  ],
  ['a bad certificate', failed('net::ERR_CERT_AUTHORITY_INVALID'), 'tls-error', 'ERR_CERT_AUTHORITY_INVALID'],
  ['a failed handshake', failed('net::ERR_SSL_PROTOCOL_ERROR'), 'tls-error', 'ERR_SSL_PROTOCOL_ERROR'],
  ['an empty answer through a tunnel', failed('net::ERR_EMPTY_RESPONSE'), 'empty-response', 'closed'],
  ['silence', { timedOut: true, httpStatus: null, finalUrl: null }, 'timeout', 'did not answer'],
  ['a timeout that the browser saw', failed('net::ERR_TIMED_OUT'), 'timeout', 'did not answer'],
  ['a challenge', { challenge: true, httpStatus: 403 }, 'blocked-by-site', 'challenge'],
  ['too many requests', { httpStatus: 429, httpStatusText: '' }, 'rate-limited', '429 Too Many Requests'],
  ['an address that is no web page', moved('about:blank'), 'off-site-redirect', 'about:'],
  ['another host', moved('https://other.example/'), 'off-site-redirect', 'other.example'],
  ['a subdomain', moved('https://login.example.com/'), 'off-site-redirect', 'login.example.com'],
  ['another port', moved('https://example.com:8443/'), 'off-site-redirect', 'example.com:8443'],
  ['not found', { httpStatus: 404, httpStatusText: '' }, 'http-error', '404 Not Found'],
  ['a choice that is not followed', { httpStatus: 300 }, 'http-error', '300'],
  ['a download', { download: true }, 'not-html', 'download'],
  ['no content', { ...failed('net::ERR_ABORTED'), httpStatus: 204, httpStatusText: '' }, 'empty', '204'],
  ['a PDF', { mimeType: 'application/pdf', netError: 'net::ERR_ABORTED' }, 'not-html', 'application/pdf'],
  ['plain text', { mimeType: 'text/plain' }, 'not-html', 'text/plain'],
  ['a document above the limit', { limitExceeded: 20 * 1024 * 1024 }, 'too-large', '20 MB'],
  [
    'any other network error',
    failed('net::ERR_CONNECTION_RESET'),
    'connection-failed',
    'ERR_CONNECTION_RESET',
  ],
  ['a blank page', { rendered: false }, 'empty', 'neither text'],
  [
    'an unasked login form',
    { ...moved('https://example.com/login'), passwordField: true },
    'login-required',
    'login',
  ],
  ['frames left out', { framesNotScanned: ['https://a/ (gone)'] }, 'partially-scanned', 'https://a/ (gone)'],
  ['rules left out', { rulesNotRun: ['color-contrast'] }, 'partially-scanned', 'color-contrast'],
  ['a script that was stopped', { scriptStopped: true }, 'partially-scanned', 'script'],
  ['a sound page', {}, 'scanned', 'scanned'],
  ['a move to www', moved('https://www.example.com/a'), 'scanned', 'scanned'],
  ['a move to https', { requestedUrl: 'http://example.com/a' }, 'scanned', 'scanned'],
  [
    'a login page that was asked for',
    {
      ...moved('https://example.com/login?x'),
      requestedUrl: 'https://example.com/login',
      passwordField: true,
    },
    'scanned',
    'scanned',
  ],
  [
    'a home page with a login box after a redirect',
    { ...moved('https://example.com/en/'), passwordField: true },
    'scanned',
    'scanned',
  ],
  ['XHTML', { mimeType: 'application/xhtml+xml' }, 'scanned', 'scanned'],
];

describe('how facts become an outcome', () => {
  it.each(rows)('%s', (_name, facts, outcome, words) => {
    const decided = outcomeOf({ ...good, ...facts });
    expect(decided.outcome).toBe(outcome);
    expect(decided.detail).toContain(words);
  });

  it('has a test for every row of the table', () => {
    const hit = new Set(
      rows.map(([, facts]) => notScanned.findIndex(({ when }) => when({ ...good, ...facts }))),
    );
    expect([...notScanned.keys()].filter((row) => !hit.has(row))).toEqual([]);
  });

  it('names a few frames and counts the rest', () => {
    const framesNotScanned = Array.from({ length: 8 }, (_, index) => `frame ${index}`);
    expect(outcomeOf({ ...good, framesNotScanned }).detail).toMatch(/frame 4; and 3 more\.$/);
  });
});
