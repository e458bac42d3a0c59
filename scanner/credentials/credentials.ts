import type { Browser, CDPSession, Protocol } from 'puppeteer-core';
import { type Credentials, canHoldCredentials } from '../../core/sites/credentials.ts';
import { waitAtMost } from '../browser/kill.ts';
import { type Destination, toDestination } from '../egress/connect.ts';
import type { EgressPolicy } from '../egress/policy.ts';
import { Initiators } from './initiators.ts';

const TIMEOUT_MS = 5_000;

/** The credentials of a chunk, applied to one browser. */
export interface AppliedCredentials {
  /**
   * Sets the cookies again after the browser state was cleared between pages.
   * @returns false if the browser does not set them in time and must be replaced
   */
  renewCookies(): Promise<boolean>;
  /** Watches a blank tab, so that only requests that the site initiates get the credentials. */
  watchTab(session: CDPSession, mainFrameId: string): Promise<void>;
  /** Returns whether a web socket to a destination cannot give another origin the cookies of the site. */
  mayOpenWebSocket(destination: Destination): Promise<boolean>;
}

/** Returns the Chromium features that bind cookies to the scheme and the port that they were set for. */
export function getCredentialFeatures(credentials: Credentials | undefined): string[] {
  return credentials?.cookies.length ? ['EnablePortBoundCookies', 'EnableSchemeBoundCookies'] : [];
}

/** Returns the credentials if they may be used. Over http that is only on loopback, if loopback may be scanned. */
export function getUsableCredentials(
  credentials: Credentials | undefined,
  egress: EgressPolicy,
): Credentials | undefined {
  if (credentials === undefined || !canHoldCredentials(credentials.origin)) return undefined;
  const usable = credentials.origin.startsWith('https:') || egress.loopbackPorts !== 'none';
  return usable ? credentials : undefined;
}

/**
 * Makes the browser send credentials to their origin and nowhere else, and only with requests that the site initiates.
 * That applies to requests of pages, frames and all kinds of workers, and to each hop of a redirect separately. Only
 * requests to that origin are paused.
 * @throws Error if the browser does not accept the credentials
 */
export async function applyCredentials(
  browser: Browser,
  credentials: Credentials,
): Promise<AppliedCredentials> {
  // The session of the browser, because the interception of a tab's session misses service and shared workers.
  const session = await browser.target().createCDPSession();
  const initiators = new Initiators(credentials.origin, session);
  session.on('Fetch.requestPaused', (event) => void continueRequest(session, event, credentials, initiators));
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: `${escapeUrlPattern(credentials.origin)}/*`, requestStage: 'Request' }],
  });
  const cookies = buildCookies(credentials);
  const applied: AppliedCredentials = {
    async renewCookies() {
      if (cookies.length === 0) return true;
      const set = session.send('Storage.setCookies', { cookies }).then(() => true);
      return (await waitAtMost(TIMEOUT_MS, set)) === true;
    },
    watchTab: (tab, mainFrameId) => initiators.watch(tab, mainFrameId),
    mayOpenWebSocket: (destination) => initiators.mayOpenWebSocket(destination),
  };
  if (!(await applied.renewCookies())) throw new Error('the browser does not accept the cookies of the site');
  return applied;
}

/** If a request can be neither continued nor failed, its page or the browser has ended. */
async function continueRequest(
  session: CDPSession,
  event: Protocol.Fetch.RequestPausedEvent,
  credentials: Credentials,
  initiators: Initiators,
): Promise<void> {
  const { requestId, request } = event;
  try {
    const isSite = await initiators.isSite(event);
    const headers = (isSite ? addCredentialHeaders(credentials, request) : null) ?? removeCookies(request);
    await session.send('Fetch.continueRequest', { requestId, headers });
  } catch {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined);
  }
}

/** Escapes the wildcards `*` and `?` of the protocol's URL patterns. */
function escapeUrlPattern(text: string): string {
  return text.replace(/[*?\\]/g, '\\$&');
}

/**
 * Returns the cookies with a URL and without a domain, so that the browser sends them to this host only. Cookies of an
 * https origin are sent over https only.
 */
function buildCookies({ origin, cookies }: Credentials): Protocol.Network.CookieParam[] {
  const secure = origin.startsWith('https:');
  return cookies.map(({ name, value, path, httpOnly }) => ({
    name,
    value,
    path,
    httpOnly,
    secure,
    sameSite: 'Strict' as const,
    url: `${origin}/`,
    sourceScheme: secure ? 'Secure' : 'NonSecure',
    sourcePort: toDestination(new URL(origin)).port,
  }));
}

/** A request that the browser is about to send, with its current headers. */
export interface PausedRequest {
  url: string;
  headers: Record<string, string>;
}

/**
 * Returns the headers of a request with the credentials added; null if the request must not have them. Its origin must
 * be exactly that of the credentials. Another origin must not have caused it, because that origin could otherwise use
 * the credentials. Headers that the page sets itself stay unchanged.
 */
export function addCredentialHeaders(
  credentials: Credentials,
  { url, headers }: PausedRequest,
): { name: string; value: string }[] | null {
  if (URL.parse(url)?.origin !== credentials.origin) return null;
  const given = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  const origin = given.get('origin')?.value;
  if (origin !== undefined && origin !== credentials.origin) return null;
  // The browser's network stack adds the cookies of the request by its own rules.
  given.delete('cookie');
  for (const [name, value] of buildSecretHeaders(credentials)) {
    if (!given.has(name.toLowerCase())) given.set(name.toLowerCase(), { name, value });
  }
  return [...given.values()];
}

/** Returns the headers of a request without cookies: an empty header replaces those that the browser would add. */
function removeCookies({ headers }: PausedRequest): { name: string; value: string }[] {
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'cookie');
  return [...kept, ['Cookie', '']].map(([name = '', value = '']) => ({ name, value }));
}

function buildSecretHeaders({ headers, basic }: Credentials): [name: string, value: string][] {
  if (basic === null) return Object.entries(headers);
  // In UTF-8, the encoding of RFC 7617 for servers that name none. Sent without waiting for a 401.
  const pair = Buffer.from(`${basic.username}:${basic.password}`).toString('base64');
  return [...Object.entries(headers), ['Authorization', `Basic ${pair}`]];
}
