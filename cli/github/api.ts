import { isLoopback } from '../../client/api-url.ts';
import { parseRetryAfter } from '../../client/retry-after.ts';
import type { Secret } from '../settings/secret.ts';

/** What the API of GitHub answered instead of what was asked for. */
export class GitHubError extends Error {
  override name = 'GitHubError';
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Whether the same may work later. */
  readonly passing: boolean;
  /** When GitHub asks to come back, in milliseconds from now; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    { status, passing, retryAfterMs }: Pick<GitHubError, 'status' | 'passing' | 'retryAfterMs'>,
  ) {
    super(message);
    this.status = status;
    this.passing = passing;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Where the API of a GitHub is, and as whom it is called. */
export interface GitHubAccess {
  /** Without a final slash, e.g. https://api.github.com. */
  apiUrl: string;
  graphqlUrl: string;
  token: Secret;
  /** For a whole answer, in milliseconds. */
  requestTimeout: number;
  signal: AbortSignal;
}

const API_VERSION = '2022-11-28';

/**
 * One call of GitHub's API: https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api.
 * Redirects are not followed, for the token would go with them.
 * @returns what was answered, as JSON
 * @throws GitHubError where there was no answer, or not the one that was asked for
 */
export async function callGitHub(
  { token, requestTimeout, signal }: GitHubAccess,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  body?: object,
): Promise<unknown> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    const told = { status: null, passing: false, retryAfterMs: null };
    throw new GitHubError(`${hostname} is not called over HTTPS`, told);
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
    if (!answer.ok) throw await refusalOf(answer);
    return await answer.json();
  } catch (error) {
    if (error instanceof GitHubError) throw error;
    signal.throwIfAborted();
    throw new GitHubError(`no whole answer from ${hostname}`, {
      status: null,
      passing: true,
      retryAfterMs: null,
    });
  }
}

async function refusalOf(answer: Response): Promise<GitHubError> {
  const { status, headers } = answer;
  const retryAfterMs = limitOf(headers);
  const passing =
    status === 408 || status === 429 || status >= 500 || (status === 403 && retryAfterMs !== null);
  return new GitHubError(`GitHub answered ${status}${await reasonOf(answer)}`, {
    status,
    passing,
    retryAfterMs,
  });
}

/** Limits answer 403 or 429: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api. */
function limitOf(headers: Headers): number | null {
  const asked = parseRetryAfter(headers);
  if (asked !== null || headers.get('X-RateLimit-Remaining') !== '0') return asked;
  const reset = Number(headers.get('X-RateLimit-Reset')) * 1_000;
  return Number.isFinite(reset) ? Math.max(0, reset - Date.now()) : null;
}

async function reasonOf(answer: Response): Promise<string> {
  try {
    const { message } = (await answer.json()) as { message?: unknown };
    return typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
  } catch {
    return '';
  }
}
