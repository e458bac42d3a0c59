import { callGitHub, type GitHubAccess, GitHubError } from './api.ts';

/** A pull request. */
export interface PullRequest {
  /** Owner and name. */
  repository: string;
  number: string;
}

const PER_PAGE = 100;
const PAGES_MAX = 50;
/** Whose comments are those of the token that every workflow has. */
const ACTIONS_BOT = 'github-actions[bot]';

interface Comment {
  id: number;
  login: string;
  body: string;
}

/**
 * Writes a comment at a pull request, or writes over the one that is there: that of the token's own user whose text
 * begins alike. What others wrote is never taken for it, whatever it says.
 * @param mark what the comment begins with, and no other of this user
 * @throws GitHubError, which is passing where a further try may work, also as to a comment that was just deleted
 */
export async function writeComment(
  access: GitHubAccess,
  { repository, number }: PullRequest,
  mark: string,
  body: string,
): Promise<'created' | 'updated'> {
  const base = `${access.apiUrl}/repos/${repository}/issues`;
  const own = await findOwn(access, `${base}/${number}/comments`, mark);
  if (own === undefined) {
    await callGitHub(access, 'POST', `${base}/${number}/comments`, { body });
    return 'created';
  }
  try {
    await callGitHub(access, 'PATCH', `${base}/comments/${own.id}`, { body });
    return 'updated';
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
    throw new GitHubError('the comment is gone', { status: 404, passing: true, retryAfterMs: null });
  }
}

/** The oldest comment of ours that begins with the mark; undefined where there is none. */
async function findOwn(access: GitHubAccess, url: string, mark: string): Promise<Comment | undefined> {
  let login: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const found = await callGitHub(access, 'GET', `${url}?per_page=${PER_PAGE}&page=${page}`);
    const comments = Array.isArray(found) ? found : [];
    for (const comment of comments.flatMap(commentOf).filter(({ body }) => body.startsWith(mark))) {
      login ??= await ownLogin(access);
      if (comment.login === login) return comment;
    }
    if (comments.length < PER_PAGE) return undefined;
  }
  const told = { status: null, passing: false, retryAfterMs: null };
  throw new GitHubError(`there are more than ${PAGES_MAX * PER_PAGE} comments`, told);
}

/**
 * The user that a token acts as. Tokens of workflows and apps may not ask for it by REST, but by GraphQL
 * (https://docs.github.com/en/graphql/reference/queries#viewer); where that is not there either, it is the one that
 * workflows have.
 */
async function ownLogin(access: GitHubAccess): Promise<string> {
  try {
    const answer = await callGitHub(access, 'POST', access.graphqlUrl, {
      query: 'query { viewer { login } }',
    });
    const { data } = answer as { data?: { viewer?: { login?: unknown } } };
    const login = data?.viewer?.login;
    return typeof login === 'string' ? login : ACTIONS_BOT;
  } catch (error) {
    if (error instanceof GitHubError && !error.passing) return ACTIONS_BOT;
    throw error;
  }
}

function commentOf(found: unknown): Comment[] {
  const { id, body, user } = (found ?? {}) as {
    id?: unknown;
    body?: unknown;
    user?: { login?: unknown } | null;
  };
  const login = user?.login;
  const isComment = Number.isSafeInteger(id) && typeof body === 'string' && typeof login === 'string';
  return isComment ? [{ id: id as number, body, login }] : [];
}
