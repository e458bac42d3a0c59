import { type Pace, paceDefault } from '../client/pace.ts';
import { pauseAfter, sleep } from '../client/pause.ts';
import type { Host } from '../host.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { Secret } from '../settings/secret.ts';
import { GitHubError } from './api.ts';
import { writeComment } from './comment.ts';

/** A comment is worth less waiting than a scan. */
const patience: Partial<Pace> = { requestTimeout: 15_000, attempts: 3, retryAfterMax: 30_000 };

/** What the Markdown form of a report begins with: one for each site. */
const MARK = /^<!-- a11y-scan-report [\w-]+ -->/;

/**
 * Puts the Markdown form of a report at the pull request that is built, once: a later run writes over it. It never
 * fails, for a comment says nothing that the scan does not say.
 * @param key tells several scans of one site from each other; empty for none
 * @returns why there is no comment; null where there is one, or nothing to comment at
 */
export async function shareComment(
  host: Host,
  pipeline: Pipeline | null,
  markdown: string,
  key: string,
): Promise<string | null> {
  const { env, interrupted } = host;
  const number = pipeline?.metadata.pullRequest ?? '';
  const repository = env.GITHUB_REPOSITORY ?? '';
  if (!/^\d+$/.test(number) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return null;
  if (!env.GITHUB_TOKEN) return 'There is no token: give it as the input github-token, or as GITHUB_TOKEN.';
  const [formMark] = MARK.exec(markdown) ?? [];
  if (formMark === undefined) return 'The report has no mark to find it by.';
  const mark = key === '' ? formMark : `<!-- a11y-scan-comment ${key} -->${formMark}`;
  const body = `${mark}${markdown.slice(formMark.length)}${footerOf(env, pipeline)}`;
  const pace: Pace = { ...paceDefault, ...patience, ...host.pace };
  const access = {
    apiUrl: (env.GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, ''),
    graphqlUrl: env.GITHUB_GRAPHQL_URL || 'https://api.github.com/graphql',
    token: new Secret(env.GITHUB_TOKEN),
    requestTimeout: pace.requestTimeout,
    signal: interrupted,
  };
  for (let attempt = 1; ; attempt++) {
    try {
      await writeComment(access, { repository, number }, mark, body);
      return null;
    } catch (error) {
      if (!(error instanceof GitHubError)) return 'It was interrupted, or the address of the API is none.';
      const { passing, retryAfterMs } = error;
      if (!passing || attempt >= pace.attempts || (retryAfterMs ?? 0) > pace.retryAfterMax)
        return reasonOf(error);
      await sleep(pauseAfter(attempt, retryAfterMs, pace), interrupted).catch(() => {});
    }
  }
}

function reasonOf({ status, message }: GitHubError): string {
  const mayNot = status === 401 || status === 403 || status === 404;
  const hint =
    'The token may not write to pull requests: the job needs "permissions: pull-requests: write", and a pull request from a fork cannot have it.';
  return mayNot ? `${message}. ${hint}` : `${message}.`;
}

/** Which commit and which run it is of. */
function footerOf(env: Host['env'], pipeline: Pipeline | null): string {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = env;
  const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  const commit = pipeline?.metadata.commit;
  const parts = [
    ...(commit === undefined ? [] : [`Commit ${commit}`]),
    ...(/^https?:\/\/[\w.:/-]+$/.test(url) ? [`[workflow run](${url})`] : []),
  ];
  return parts.length === 0 ? '' : `\n<sub>${parts.join(', ')}</sub>\n`;
}
