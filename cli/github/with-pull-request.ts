import { computeRetryDelay, type Pace, paceDefault, sleep } from '../../client/pace.ts';
import { removeTrailing } from '../../core/text/remove-trailing.ts';
import type { Host } from '../host.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { Secret } from '../settings/secret.ts';
import { type GitHubAccess, GitHubError } from './api.ts';
import type { PullRequest } from './comment.ts';

/** Waits less than for a scan, because a comment is less important. */
const commentPace: Partial<Pace> = { requestTimeout: 15_000, attempts: 3, retryAfterMax: 30_000 };

/**
 * Runs an action on the built pull request, with retries if GitHub asks for them or fails. It never throws, because the
 * scan does not depend on the comment.
 * @param act returns why it did nothing; null if it succeeded. It throws only GitHubError
 * @returns why it was not done; null if it was, or there is no pull request
 */
export async function withPullRequest(
  { env, pace: hostPace, interrupted }: Host,
  pipeline: Pipeline | null,
  act: (access: GitHubAccess, pullRequest: PullRequest) => Promise<string | null>,
): Promise<string | null> {
  const number = pipeline?.metadata.pullRequest ?? '';
  const repository = env.GITHUB_REPOSITORY ?? '';
  if (!/^\d+$/.test(number) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return null;
  if (!env.GITHUB_TOKEN) return 'There is no token. Set the input github-token, or GITHUB_TOKEN.';
  const pace: Pace = { ...paceDefault, ...commentPace, ...hostPace };
  const access = {
    apiUrl: removeTrailing(env.GITHUB_API_URL || 'https://api.github.com', '/'),
    graphqlUrl: env.GITHUB_GRAPHQL_URL || 'https://api.github.com/graphql',
    token: new Secret(env.GITHUB_TOKEN),
    requestTimeout: pace.requestTimeout,
    signal: interrupted,
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await act(access, { repository, number });
    } catch (error) {
      if (!(error instanceof GitHubError)) return 'It was interrupted, or the URL of the API is invalid.';
      const { isTransient, retryAfterMs } = error;
      if (!isTransient || attempt >= pace.attempts || (retryAfterMs ?? 0) > pace.retryAfterMax)
        return formatReason(error);
      await sleep(computeRetryDelay(attempt, retryAfterMs, pace), interrupted).catch(() => {});
    }
  }
}

function formatReason({ status, message }: GitHubError): string {
  const isForbidden = status === 401 || status === 403 || status === 404;
  const hint =
    'The token may not write to pull requests. The job needs "permissions: pull-requests: write"; pull requests from forks cannot have it.';
  return isForbidden ? `${message}. ${hint}` : `${message}.`;
}
