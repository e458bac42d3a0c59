import { computeRetryDelay, type Pace, paceDefault, sleep } from '../../client/pace.ts';
import type { Host } from '../host.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { Secret } from '../settings/secret.ts';
import { type GitHubAccess, GitHubError } from './api.ts';
import type { PullRequest } from './comment.ts';

/** A comment is worth less waiting than a scan. */
const patience: Partial<Pace> = { requestTimeout: 15_000, attempts: 3, retryAfterMax: 30_000 };

/**
 * Does something at the pull request that is built, again where GitHub asks for that or breaks down. It never fails,
 * for a comment says nothing that the scan does not say.
 * @param act answers why it was not done; null where it was. What it throws is a GitHubError
 * @returns why it was not done; null where it was, or there is no pull request
 */
export async function withPullRequest(
  { env, pace: ofHost, interrupted }: Host,
  pipeline: Pipeline | null,
  act: (access: GitHubAccess, pullRequest: PullRequest) => Promise<string | null>,
): Promise<string | null> {
  const number = pipeline?.metadata.pullRequest ?? '';
  const repository = env.GITHUB_REPOSITORY ?? '';
  if (!/^\d+$/.test(number) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return null;
  if (!env.GITHUB_TOKEN) return 'There is no token: give it as the input github-token, or as GITHUB_TOKEN.';
  const pace: Pace = { ...paceDefault, ...patience, ...ofHost };
  const access = {
    apiUrl: (env.GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, ''),
    graphqlUrl: env.GITHUB_GRAPHQL_URL || 'https://api.github.com/graphql',
    token: new Secret(env.GITHUB_TOKEN),
    requestTimeout: pace.requestTimeout,
    signal: interrupted,
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await act(access, { repository, number });
    } catch (error) {
      if (!(error instanceof GitHubError)) return 'It was interrupted, or the address of the API is none.';
      const { passing, retryAfterMs } = error;
      if (!passing || attempt >= pace.attempts || (retryAfterMs ?? 0) > pace.retryAfterMax)
        return reasonOf(error);
      await sleep(computeRetryDelay(attempt, retryAfterMs, pace), interrupted).catch(() => {});
    }
  }
}

function reasonOf({ status, message }: GitHubError): string {
  const mayNot = status === 401 || status === 403 || status === 404;
  const hint =
    'The token may not write to pull requests: the job needs "permissions: pull-requests: write", and a pull request from a fork cannot have it.';
  return mayNot ? `${message}. ${hint}` : `${message}.`;
}
