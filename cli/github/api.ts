import { isLoopback } from '../../client/api-url.ts';
import { parseRetryAfter } from '../../client/retry-after.ts';
import type { Secret } from '../settings/secret.ts';

/** A failed call of GitHub's API. */
export class GitHubError extends Error {
  override name = 'GitHubError';
  /** Null if there was no response. */
  readonly status: number | null;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
  /** How long GitHub asks to wait, in milliseconds from now; null if it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    { status, isTransient, retryAfterMs }: Pick<GitHubError, 'status' | 'isTransient' | 'retryAfterMs'>,
  ) {
    super(message);
    this.status = status;
    this.isTransient = isTransient;
    this.retryAfterMs = retryAfterMs;
  }
}

/** URLs, token and limits of calls to GitHub's API. */
export interface GitHubAccess {
  /** Without a trailing slash, e.g. https://api.github.com. */
  apiUrl: string;
  graphqlUrl: string;
  token: Secret;
  /** Timeout of a whole answer, in milliseconds. */
  requestTimeout: number;
  signal: AbortSignal;
}

const API_VERSION = '2022-11-28';

/**
 * Calls GitHub's API: https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api.
 * Does not follow redirects, because they would get the token.
 * @returns the response as JSON
 * @throws GitHubError if there is no response or it is an error
 */
export async function callGitHub(
  { token, requestTimeout, signal }: GitHubAccess,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  body?: object,
): Promise<unknown> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    const info = { status: null, isTransient: false, retryAfterMs: null };
    throw new GitHubError(`${hostname} is not an HTTPS address`, info);
  }
  try {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]),
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${token.reveal()}`,
        'User-Agent': 'a11y-scan',
        'X-GitHub-Api-Version': API_VERSION,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw await toGitHubError(answer);
    return await answer.json();
  } catch (error) {
    if (error instanceof GitHubError) throw error;
    signal.throwIfAborted();
    throw new GitHubError(`no complete response from ${hostname}`, {
      status: null,
      isTransient: true,
      retryAfterMs: null,
    });
  }
}

async function toGitHubError(answer: Response): Promise<GitHubError> {
  const { status, headers } = answer;
  const retryAfterMs = getRetryAfterMs(headers);
  const isTransient =
    status === 408 || status === 429 || status >= 500 || (status === 403 && retryAfterMs !== null);
  return new GitHubError(`GitHub returned ${status}${await readReason(answer)}`, {
    status,
    isTransient,
    retryAfterMs,
  });
}

/** Rate limits return 403 or 429: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api. */
function getRetryAfterMs(headers: Headers): number | null {
  const retryAfterMs = parseRetryAfter(headers);
  if (retryAfterMs !== null || headers.get('X-RateLimit-Remaining') !== '0') return retryAfterMs;
  const reset = Number(headers.get('X-RateLimit-Reset')) * 1_000;
  return Number.isFinite(reset) ? Math.max(0, reset - Date.now()) : null;
}

async function readReason(answer: Response): Promise<string> {
  try {
    const { message } = (await answer.json()) as { message?: unknown };
    return typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
  } catch {
    return '';
  }
}
