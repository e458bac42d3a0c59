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
  expectLogin: null,
  credentialsGiven: false,
  headers: {},
  mimeType: 'text/html',
  download: false,
  limitExceeded: null,
  keepsNavigating: false,
  hasSourceView: false,
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
  ['a scheme that is not a web page', { requestedUrl: 'file:///etc/passwd' }, 'blocked-address', 'Only http'],
  [
    'an address that the proxy refuses',
    { ...tunnel, egressFailure: 'blocked' },
    'blocked-address',
    'example.com',
  ],
  ['a port that the browser refuses', failed('net::ERR_UNSAFE_PORT'), 'blocked-address', 'ERR_UNSAFE_PORT'],
  ['endless redirects', failed('net::ERR_TOO_MANY_REDIRECTS'), 'too-many-redirects', 'too many redirects'],
  ['a page that never finishes', { keepsNavigating: true }, 'too-many-redirects', 'did not become stable'],
  ['a name that the proxy cannot resolve', { ...tunnel, egressFailure: 'dns' }, 'dns-error', 'example.com'],
  [
    'a name that the browser cannot resolve',
    failed('net::ERR_NAME_NOT_RESOLVED'),
    'dns-error',
    'example.com',
  ],
  ['a refused connection', { ...tunnel, egressFailure: 'refused' }, 'connection-refused', 'refused'],
  [
    'a connection that is not established in time',
    { ...tunnel, egressFailure: 'timeout' },
    'timeout',
    'in time',
  ],
  [
    'a server that keeps the connection open and sends nothing',
    { ...tunnel, egressFailure: 'silent', waitedSeconds: 30 },
    'timeout',
    'did not answer within 30 s.',
  ],
  [
    'a document that does not end',
    { timedOut: true, waitedSeconds: 30 },
    'timeout',
    'began to answer, but the document was not complete after 30 s.',
  ],
  ['a server that closes the connection', { ...tunnel, egressFailure: 'empty' }, 'empty-response', 'closed'],
  [
    'a response that is not HTTP',
    { ...tunnel, egressFailure: 'invalid' },
    'connection-failed',
    'not valid HTTP',
  ],
  [
    'a network without a route',
    { ...tunnel, egressFailure: 'unreachable' },
    'connection-failed',
    'The connection to example.com failed.',
  ],
  ['a bad certificate', failed('net::ERR_CERT_AUTHORITY_INVALID'), 'tls-error', 'ERR_CERT_AUTHORITY_INVALID'],
  ['a failed handshake', failed('net::ERR_SSL_PROTOCOL_ERROR'), 'tls-error', 'ERR_SSL_PROTOCOL_ERROR'],
  ['an empty response through a tunnel', failed('net::ERR_EMPTY_RESPONSE'), 'empty-response', 'closed'],
  ['silence', { timedOut: true, httpStatus: null, finalUrl: null }, 'timeout', 'did not answer'],
  ['a timeout of the browser', failed('net::ERR_TIMED_OUT'), 'timeout', 'did not answer'],
  [
    'a challenge',
    { headers: { 'cf-mitigated': 'challenge' }, httpStatus: 403 },
    'blocked-by-site',
    'Cloudflare',
  ],
  [
    'a challenge with the status 429',
    { headers: { 'x-vercel-mitigated': 'challenge' }, httpStatus: 429 },
    'blocked-by-site',
    'Vercel',
  ],
  [
    'a challenge with the expected status',
    { headers: { 'cf-mitigated': 'challenge' }, httpStatus: 403, expectStatus: 403 },
    'blocked-by-site',
    'Cloudflare',
  ],
  [
    'too many requests',
    { httpStatus: 429, httpStatusText: '' },
    'rate-limited',
    '429 Too Many Requests. Request the page again after 30 s',
  ],
  [
    'a server that is temporarily down',
    { httpStatus: 503, httpStatusText: '', headers: { 'retry-after': '120' } },
    'rate-limited',
    '503 Service Unavailable. Request the page again after 120 s',
  ],
  ['a server that is down', { httpStatus: 503, httpStatusText: '' }, 'http-error', '503 Service Unavailable'],
  [
    'required credentials',
    { httpStatus: 401, httpStatusText: '' },
    'login-required',
    '401 Unauthorized: it requires credentials',
  ],
  [
    'rejected credentials',
    { httpStatus: 401, httpStatusText: '', credentialsGiven: true },
    'login-required',
    '401 Unauthorized: it refused the credentials',
  ],
  [
    'an error with another status than the expected one',
    { httpStatus: 500, expectStatus: 404 },
    'http-error',
    '404 was expected',
  ],
  ['a page instead of the expected error', { expectStatus: 404 }, 'http-error', '200 OK; 404 was expected'],
  ['an expected error', { httpStatus: 404, expectStatus: 404 }, 'scanned', 'scanned'],
  ['an expected status 401', { httpStatus: 401, expectStatus: 401 }, 'scanned', 'scanned'],
  ['an expected status 429', { httpStatus: 429, expectStatus: 429 }, 'scanned', 'scanned'],
  [
    'a login form as the start page',
    { expectLogin: false, passwordFields: 1, hasLittleText: true, requestedUrl: 'https://example.com/login' },
    'login-required',
    'set expect to {"login": true}',
  ],
  [
    'an expected login form at any address',
    {
      ...moved('https://example.com/sign-in'),
      expectLogin: true,
      passwordFields: 1,
      hasLittleText: true,
      title: 'Log in',
    },
    'scanned',
    'scanned',
  ],
  [
    'a start page with much text beside a password',
    { expectLogin: false, passwordFields: 1, hasLittleText: false },
    'scanned',
    'scanned',
  ],
  [
    'a start page with the two passwords of a registration',
    { expectLogin: false, passwordFields: 2, hasLittleText: true },
    'scanned',
    'scanned',
  ],
  ['a proxy that requires credentials', { httpStatus: 407, httpStatusText: '' }, 'http-error', '407'],
  [
    'a page that reached a traffic limit before its document arrived',
    { ...tunnel, egressFailure: 'limit' },
    'too-large',
    'reached a traffic limit',
  ],
  ['a URL that is not a web page', moved('about:blank'), 'off-site-redirect', 'about:'],
  [
    'another host',
    moved('https://other.example/'),
    'off-site-redirect',
    'other.example. If that is the same site, scan it at that address',
  ],
  ['a subdomain', moved('https://shop.example.com/'), 'off-site-redirect', 'shop.example.com'],
  ['a subdomain for login', moved('https://login.example.com/'), 'login-required', 'login.example.com'],
  ['an identity provider', moved('https://acme.okta.com/app/x'), 'login-required', 'acme.okta.com'],
  [
    'the login page of another host',
    moved('https://other.example/oauth2/authorize?client_id=1'),
    'login-required',
    'other.example',
  ],
  [
    'a requested login page at another URL',
    { requestedUrl: 'https://example.com/login', ...moved('https://acme.okta.com/app/x') },
    'off-site-redirect',
    'acme.okta.com',
  ],
  [
    'a rate limit at an identity provider',
    { ...moved('https://acme.okta.com/app/x'), httpStatus: 429 },
    'login-required',
    'acme.okta.com',
  ],
  ['another port', moved('https://example.com:8443/'), 'off-site-redirect', 'example.com:8443'],
  ['not found', { httpStatus: 404, httpStatusText: '' }, 'http-error', '404 Not Found'],
  ['a choice of representations that is not followed', { httpStatus: 300 }, 'http-error', '300'],
  ['a download', { download: true }, 'not-html', 'download'],
  ['no content', { ...failed('net::ERR_ABORTED'), httpStatus: 204, httpStatusText: '' }, 'empty', '204'],
  ['a PDF', { mimeType: 'application/pdf', netError: 'net::ERR_ABORTED' }, 'not-html', 'application/pdf'],
  ['plain text', { mimeType: 'text/plain' }, 'not-html', 'text/plain'],
  ['a document above the size limit', { limitExceeded: 20 * 1024 * 1024 }, 'too-large', '20 MB'],
  [
    'any other network error',
    failed('net::ERR_CONNECTION_RESET'),
    'connection-failed',
    'ERR_CONNECTION_RESET',
  ],
  [
    'XML of another kind',
    { mimeType: 'application/xhtml+xml', hasSourceView: true },
    'not-html',
    'neither XHTML nor SVG',
  ],
  ['a blank page', { rendered: false }, 'empty', 'neither text'],
  [
    'an unexpected login form',
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
    'a login form that a script navigated to',
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
    'asks for a user name',
  ],
  [
    'an article about login after a redirect',
    { ...moved('https://example.com/blog/what-is-sso'), nameField: true },
    'scanned',
    'scanned',
  ],
  [
    'a page with little more than a password field after a redirect',
    { ...moved('https://example.com/welcome'), passwordFields: 1, hasLittleText: true },
    'login-required',
    'password field',
  ],
  [
    'a login form instead of the page',
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
  ['selectors that match nothing', { nothingSelected: true }, 'nothing-selected', 'includeSelectors'],
  [
    'an element to wait for that did not appear',
    { shortcomings: ['The element of waitFor, #ready, did not appear.'] },
    'partially-scanned',
    '#ready',
  ],
  ['skipped frames', { framesNotScanned: ['https://a/ (gone)'] }, 'partially-scanned', 'https://a/ (gone)'],
  ['skipped rules', { rulesNotRun: ['color-contrast'] }, 'partially-scanned', 'color-contrast'],
  ['a script that was stopped', { scriptStopped: true }, 'partially-scanned', 'script'],
  ['a scanned page', {}, 'scanned', 'scanned'],
  ['a redirect to www', moved('https://www.example.com/a'), 'scanned', 'scanned'],
  ['a redirect to https', { requestedUrl: 'http://example.com/a' }, 'scanned', 'scanned'],
  [
    'a requested login page',
    {
      ...moved('https://example.com/login?x'),
      requestedUrl: 'https://example.com/login',
      passwordFields: 1,
    },
    'scanned',
    'scanned',
  ],
  [
    'a home page with a login form after a redirect',
    { ...moved('https://example.com/en/'), passwordFields: 1 },
    'scanned',
    'scanned',
  ],
  ['XHTML', { mimeType: 'application/xhtml+xml' }, 'scanned', 'scanned'],
];

describe('the outcome of a page', () => {
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

  it('names a few frames and counts the others', () => {
    const framesNotScanned = Array.from({ length: 8 }, (_, index) => `frame ${index}`);
    expect(decideOutcome({ ...good, framesNotScanned }).detail).toMatch(/frame 4; and 3 more\.$/);
  });
});
