import type { Browser, CDPSession, Protocol } from 'puppeteer-core';
import { type Credentials, canHoldCredentials } from '../../core/sites/credentials.ts';
import { waitAtMost } from '../browser/kill.ts';
import { toDestination } from '../egress/connect.ts';
import type { EgressPolicy } from '../egress/policy.ts';

const TIMEOUT_MS = 5_000;

/** The credentials of a chunk at work in one browser. */
export interface AppliedCredentials {
  /**
   * Sets the cookies anew, which clearing the browser between pages removes.
   * @returns false when the browser does not do it in time and should be replaced
   */
  renewCookies(): Promise<boolean>;
}

/** Chromium's switches that make cookies stay with the scheme and the port that they were set for. */
export function getCredentialFeatures(credentials: Credentials | undefined): string[] {
  return credentials?.cookies.length ? ['EnablePortBoundCookies', 'EnableSchemeBoundCookies'] : [];
}

/** The credentials if they may be used: by http only on loopback, and only where loopback may be scanned. */
export function getUsableCredentials(
  credentials: Credentials | undefined,
  egress: EgressPolicy,
): Credentials | undefined {
  if (credentials === undefined || !canHoldCredentials(credentials.origin)) return undefined;
  const usable = credentials.origin.startsWith('https:') || egress.loopbackPorts !== 'none';
  return usable ? credentials : undefined;
}

/**
 * Has the browser send credentials to their origin and nowhere else, whatever asks: frames, workers of any kind, each
 * hop of a redirect by itself. Only requests to that origin are held up for it.
 * @throws Error when the browser does not take them
 */
export async function applyCredentials(
  browser: Browser,
  credentials: Credentials,
): Promise<AppliedCredentials> {
  // The browser's own session, not a tab's, whose interception misses service and shared workers.
  const session = await browser.target().createCDPSession();
  if (Object.keys(credentials.headers).length > 0 || credentials.basic !== null) {
    session.on('Fetch.requestPaused', (event) => void continueRequest(session, event, credentials));
    await session.send('Fetch.enable', {
      patterns: [{ urlPattern: `${escapeUrlPattern(credentials.origin)}/*`, requestStage: 'Request' }],
    });
  }
  const cookies = buildCookies(credentials);
  const applied: AppliedCredentials = {
    async renewCookies() {
      if (cookies.length === 0) return true;
      const set = session.send('Storage.setCookies', { cookies }).then(() => true);
      return (await waitAtMost(TIMEOUT_MS, set)) === true;
    },
  };
  if (!(await applied.renewCookies())) throw new Error('the browser does not take the cookies of the site');
  return applied;
}

/** A request that can be sent neither with nor without headers is gone: its page or the browser has ended. */
async function continueRequest(
  session: CDPSession,
  { requestId, request }: Protocol.Fetch.RequestPausedEvent,
  credentials: Credentials,
): Promise<void> {
  const headers = addCredentialHeaders(credentials, request);
  try {
    await session.send('Fetch.continueRequest', { requestId, ...(headers === null ? {} : { headers }) });
  } catch {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined);
  }
}

/** In a URL pattern of the protocol, `*` and `?` stand for others. */
function escapeUrlPattern(text: string): string {
  return text.replace(/[*?\\]/g, '\\$&');
}

/** Set by URL and without a domain, so that they go to this host only, and by https only where it is https. */
function buildCookies({ origin, cookies }: Credentials): Protocol.Network.CookieParam[] {
  const secure = origin.startsWith('https:');
  return cookies.map(({ name, value, path, httpOnly }) => ({
    name,
    value,
    path,
    httpOnly,
    secure,
    url: `${origin}/`,
    sourceScheme: secure ? 'Secure' : 'NonSecure',
    sourcePort: toDestination(new URL(origin)).port,
  }));
}

/** A request that the browser is about to send, with the headers that it has so far. */
export interface PausedRequest {
  url: string;
  headers: Record<string, string>;
}

/**
 * The headers of a request with the credentials in them, or null when it gets none: its origin must be exactly that of
 * the credentials, and it must not have been caused by another origin, which could otherwise act in their name. What a
 * page sets itself stays.
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
  // The network stack adds the cookies that belong to the request, by rules that this list does not know.
  given.delete('cookie');
  for (const [name, value] of buildSecretHeaders(credentials)) {
    if (!given.has(name.toLowerCase())) given.set(name.toLowerCase(), { name, value });
  }
  return [...given.values()];
}

function buildSecretHeaders({ headers, basic }: Credentials): [name: string, value: string][] {
  if (basic === null) return Object.entries(headers);
  // In UTF-8, as RFC 7617 asks for where a server says nothing, and without waiting to be asked.
  const pair = Buffer.from(`${basic.username}:${basic.password}`).toString('base64');
  return [...Object.entries(headers), ['Authorization', `Basic ${pair}`]];
}
