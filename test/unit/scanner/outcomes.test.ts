import { describe, expect, it } from 'vitest';
import type { PageOutcome } from '../../../core/scans/page-outcome.ts';
import type { PageFacts } from '../../../scanner/page/facts.ts';
import { decideOutcome, notScanned } from '../../../scanner/page/outcomes.ts';

const good: PageFacts = {
  requestedUrl: 'https://example.com/a',
  attemptedUrl: 'https://example.com/a',
  finalUrl: 'https://example.com/a',
  netError: null,
  egressFailure: null,
  timedOut: false,
  waitedSeconds: 0,
  httpStatus: 200,
  httpStatusText: 'OK',
  expectStatus: null,
  credentialsGiven: false,
  headers: {},
  mimeType: 'text/html',
  download: false,
  limitExceeded: null,
  keepsNavigating: false,
  rendered: true,
  title: 'A page',
  address: 'https://example.com/a',
  elements: 100,
  passwordFields: 0,
  nameField: false,
  hasLittleText: false,
  matchedIndicators: [],
  framesNotScanned: [],
  rulesNotRun: [],
  scriptStopped: false,
  nothingSelected: false,
  shortcomings: [],
};
const tunnel = {
  netError: 'net::ERR_TUNNEL_CONNECTION_FAILED',
  httpStatus: null,
  finalUrl: null,
  mimeType: null,
};
const failed = (netError: string) => ({ ...tunnel, netError });
const moved = (finalUrl: string) => ({ finalUrl, attemptedUrl: finalUrl, address: finalUrl });

const rows: [string, Partial<PageFacts>, PageOutcome, string][] = [
  ['a scheme that is no web page', { requestedUrl: 'file:///etc/passwd' }, 'blocked-address', 'Only http'],
  [
    'an address that the proxy refuses',
    { ...tunnel, egressFailure: 'blocked' },
    'blocked-address',
    'example.com',
  ],
  ['a port that the browser refuses', failed('net::ERR_UNSAFE_PORT'), 'blocked-address', 'ERR_UNSAFE_PORT'],
  ['redirects without end', failed('net::ERR_TOO_MANY_REDIRECTS'), 'too-many-redirects', 'without end'],
  ['a page that never comes to rest', { keepsNavigating: true }, 'too-many-redirects', 'never came to rest'],
  ['a name that the proxy cannot resolve', { ...tunnel, egressFailure: 'dns' }, 'dns-error', 'example.com'],
  [
    'a name that the browser cannot resolve',
    failed('net::ERR_NAME_NOT_RESOLVED'),
    'dns-error',
    'example.com',
  ],
  ['a refused connection', { ...tunnel, egressFailure: 'refused' }, 'connection-refused', 'refused'],
  ['a connection that is not made in time', { ...tunnel, egressFailure: 'timeout' }, 'timeout', 'in time'],
  [
    'a server that keeps the connection and is silent',
    { ...tunnel, egressFailure: 'silent', waitedSeconds: 30 },
    'timeout',
    'did not answer within 30 s.',
  ],
  [
    'a document that does not come to its end',
    { timedOut: true, waitedSeconds: 30 },
    'timeout',
    'began to answer, and the document was not complete after 30 s.',
  ],
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
  [
    'a challenge',
    { headers: { 'cf-mitigated': 'challenge' }, httpStatus: 403 },
    'blocked-by-site',
    'Cloudflare',
  ],
  [
    'a challenge with the status of too many requests',
    { headers: { 'x-vercel-mitigated': 'challenge' }, httpStatus: 429 },
    'blocked-by-site',
    'Vercel',
  ],
  [
    'a challenge with the status that is expected',
    { headers: { 'cf-mitigated': 'challenge' }, httpStatus: 403, expectStatus: 403 },
    'blocked-by-site',
    'Cloudflare',
  ],
  [
    'too many requests',
    { httpStatus: 429, httpStatusText: '' },
    'rate-limited',
    '429 Too Many Requests and is to be asked again after 30 s',
  ],
  [
    'a server that is down for a while',
    { httpStatus: 503, httpStatusText: '', headers: { 'retry-after': '120' } },
    'rate-limited',
    '503 Service Unavailable and is to be asked again after 120 s',
  ],
  ['a server that is down', { httpStatus: 503, httpStatusText: '' }, 'http-error', '503 Service Unavailable'],
  [
    'credentials asked for',
    { httpStatus: 401, httpStatusText: '' },
    'login-required',
    '401 Unauthorized: it asks for credentials',
  ],
  [
    'credentials refused',
    { httpStatus: 401, httpStatusText: '', credentialsGiven: true },
    'login-required',
    '401 Unauthorized: it refused the credentials',
  ],
  [
    'an error that is not the expected one',
    { httpStatus: 500, expectStatus: 404 },
    'http-error',
    '404 was expected',
  ],
  ['a page where an error is expected', { expectStatus: 404 }, 'http-error', '200 OK; 404 was expected'],
  ['an expected error', { httpStatus: 404, expectStatus: 404 }, 'scanned', 'scanned'],
  ['an expected request for credentials', { httpStatus: 401, expectStatus: 401 }, 'scanned', 'scanned'],
  ['an expected limit', { httpStatus: 429, expectStatus: 429 }, 'scanned', 'scanned'],
  ['a proxy that wants credentials', { httpStatus: 407, httpStatusText: '' }, 'http-error', '407'],
  [
    'a page that moved too much before its document came',
    { ...tunnel, egressFailure: 'limit' },
    'too-large',
    'more than one page may',
  ],
  ['an address that is no web page', moved('about:blank'), 'off-site-redirect', 'about:'],
  [
    'another host',
    moved('https://other.example/'),
    'off-site-redirect',
    'other.example; scan it there if it is the same site',
  ],
  ['a subdomain', moved('https://shop.example.com/'), 'off-site-redirect', 'shop.example.com'],
  ['a subdomain to sign in at', moved('https://login.example.com/'), 'login-required', 'login.example.com'],
  ['an identity provider', moved('https://acme.okta.com/app/x'), 'login-required', 'acme.okta.com'],
  [
    'the sign-in page of another host',
    moved('https://other.example/oauth2/authorize?client_id=1'),
    'login-required',
    'other.example',
  ],
  [
    'a login page that was asked for and is elsewhere',
    { requestedUrl: 'https://example.com/login', ...moved('https://acme.okta.com/app/x') },
    'off-site-redirect',
    'acme.okta.com',
  ],
  [
    'a limit at an identity provider',
    { ...moved('https://acme.okta.com/app/x'), httpStatus: 429 },
    'login-required',
    'acme.okta.com',
  ],
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
    { ...moved('https://example.com/login'), passwordFields: 1 },
    'login-required',
    'login',
  ],
  ...['/auth/settings', '/docs/sso/setup', '/entrar/conta'].map(
    (path): [string, Partial<PageFacts>, PageOutcome, string] => [
      `an unasked login form instead of ${path}`,
      {
        requestedUrl: `https://example.com${path}`,
        ...moved(`https://example.com/login?next=${path}`),
        passwordFields: 1,
      },
      'login-required',
      'redirected to a login form',
    ],
  ),
  [
    'a login form that a script went on to',
    { address: 'https://example.com/signin', passwordFields: 1 },
    'login-required',
    'login form',
  ],
  [
    'a login form behind the hash',
    { address: 'https://example.com/a#/login', passwordFields: 1 },
    'login-required',
    'login form',
  ],
  [
    'a form that asks for the user name first',
    { ...moved('https://example.com/account/login'), nameField: true },
    'login-required',
    'asks who signs in',
  ],
  [
    'an article about signing in after a redirect',
    { ...moved('https://example.com/blog/what-is-sso'), nameField: true },
    'scanned',
    'scanned',
  ],
  [
    'a page of little but a password field after a redirect',
    { ...moved('https://example.com/welcome'), passwordFields: 1, hasLittleText: true },
    'login-required',
    'password field',
  ],
  [
    'a login form in place of the page',
    { title: 'Sign in – Example', passwordFields: 1, hasLittleText: true },
    'login-required',
    'instead of a page',
  ],
  [
    'a front page that is the login form',
    {
      requestedUrl: 'https://example.com/',
      ...moved('https://example.com/'),
      title: 'Anmelden',
      passwordFields: 1,
      hasLittleText: true,
    },
    'scanned',
    'scanned',
  ],
  ['selectors that leave nothing', { nothingSelected: true }, 'nothing-selected', 'includeSelectors'],
  [
    'something that was waited for and did not come',
    { shortcomings: ['What the scan waits for, #ready, did not appear.'] },
    'partially-scanned',
    '#ready',
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
      passwordFields: 1,
    },
    'scanned',
    'scanned',
  ],
  [
    'a home page with a login box after a redirect',
    { ...moved('https://example.com/en/'), passwordFields: 1 },
    'scanned',
    'scanned',
  ],
  ['XHTML', { mimeType: 'application/xhtml+xml' }, 'scanned', 'scanned'],
];

describe('how facts become an outcome', () => {
  it.each(rows)('%s', (_name, facts, outcome, words) => {
    const decided = decideOutcome({ ...good, ...facts });
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
    expect(decideOutcome({ ...good, framesNotScanned }).detail).toMatch(/frame 4; and 3 more\.$/);
  });
});
