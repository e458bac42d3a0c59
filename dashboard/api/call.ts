import { ACCOUNT_HEADER, NO_ACCOUNT } from '../../core/access/session-text.ts';
import { API_PATH, API_ROOT } from '../../core/api/endpoint.ts';
import { SHARE_TOKEN_HEADER } from '../../core/shared-reports/share-header.ts';
import { CallError, isSignedOut, needsRecentSignIn, readCallError } from './call-error.ts';
import { reportInterruption } from './interruptions.ts';

/** Longer than the limit of the gateway, 29 seconds. */
const TIMEOUT_MS = 35_000;

export type QueryValue = string | number | undefined;

export interface CallOptions {
  /** The account of the call; calls of the signed-in person have none. */
  accountId?: string | undefined;
  query?: Readonly<Record<string, QueryValue>> | undefined;
  body?: unknown;
  idempotencyKey?: string | undefined;
  /** The token of a shared report. The call then sends no session. */
  shareToken?: string | undefined;
  /** Whether the call needs no session, and sends none. */
  isForStrangers?: boolean;
  signal?: AbortSignal | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Calls the API with the session of the browser.
 * @param path after the root of the API, such as `/me`
 * @returns the body; undefined if the answer has none
 * @throws CallError, or the reason of the signal
 */
export async function call<Result>(method: Method, path: string, options: CallOptions = {}): Promise<Result> {
  const response = await send(method, path, options);
  try {
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Result;
  } catch {
    options.signal?.throwIfAborted();
    throw new CallError('unexpected', { status: response.status });
  }
}

/** Calls the API like `call`, and returns the text of the answer, with the path of the next page if it names one. */
export async function callText(
  path: string,
  options: CallOptions = {},
): Promise<{ text: string; next: string | null }> {
  const response = await send('GET', path, options, '*/*');
  return { text: await response.text(), next: findNextPath(response.headers.get('Link')) };
}

async function send(method: Method, path: string, options: CallOptions, accept = 'application/json') {
  const { accountId, query, body, idempotencyKey, shareToken, signal } = options;
  const { isForStrangers = shareToken !== undefined } = options;
  const headers: Record<string, string> = { Accept: accept };
  if (!isForStrangers) headers[ACCOUNT_HEADER] = accountId ?? NO_ACCOUNT;
  if (shareToken !== undefined) headers[SHARE_TOKEN_HEADER] = shareToken;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(`${API_PATH}${path}${formatQuery(query)}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      credentials: isForStrangers ? 'omit' : 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
  } catch {
    signal?.throwIfAborted();
    throw new CallError(timeout.aborted ? 'timeout' : 'offline', undefined, undefined, method !== 'GET');
  }
  if (response.ok) return response;
  const error = await readCallError(response, Date.now());
  if (isSignedOut(error)) reportInterruption('session-ended');
  if (needsRecentSignIn(error)) reportInterruption('sign-in-too-old');
  throw error;
}

/** Returns the query as text, without members that are undefined or empty. */
export function formatQuery(query: CallOptions['query'] = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(
    entries.map(([name, value]) => [name, String(value)] as [string, string]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Returns the path of the next page that a `Link` header names, after the root of the API; null if the header names no
 * page. Only the path and the query count, so that no call leaves the origin.
 */
export function findNextPath(link: string | null): string | null {
  const target = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined) return null;
  const { pathname, search } = new URL(target, 'http://origin.invalid');
  const at = pathname.indexOf(`${API_ROOT}/`);
  return at < 0 ? null : `${pathname.slice(at + API_ROOT.length)}${search}`;
}
