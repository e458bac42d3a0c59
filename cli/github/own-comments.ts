import { callGitHub, type GitHubAccess, GitHubError } from './api.ts';

/** A comment on a pull request. */
export interface Comment {
  id: number;
  login: string;
  body: string;
}

const PER_PAGE = 100;
const PAGES_MAX = 50;
/** The user of the token that every workflow has. */
const ACTIONS_BOT = 'github-actions[bot]';

/**
 * Yields the matching comments of the token's own user, oldest first. Comments of other users never match.
 * @param url of all comments
 * @param matches checks the text; the token's user is requested only after the first match
 * @throws GitHubError, also if there are too many comments
 */
export async function* listOwnComments(
  access: GitHubAccess,
  url: string,
  matches: (body: string) => boolean,
): AsyncGenerator<Comment, undefined> {
  let login: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const found = await callGitHub(access, 'GET', `${url}?per_page=${PER_PAGE}&page=${page}`);
    const comments = Array.isArray(found) ? found : [];
    for (const comment of comments.flatMap(toComment).filter(({ body }) => matches(body))) {
      login ??= await fetchOwnLogin(access);
      if (comment.login === login) yield comment;
    }
    if (comments.length < PER_PAGE) return;
  }
  const info = { status: null, isTransient: false, retryAfterMs: null };
  throw new GitHubError(`there are more than ${PAGES_MAX * PER_PAGE} comments`, info);
}

/**
 * Returns the user of a token. Tokens of workflows and apps cannot request it by REST, but by GraphQL
 * (https://docs.github.com/en/graphql/reference/queries#viewer). If that is not available either, it returns the user
 * of workflow tokens.
 */
async function fetchOwnLogin(access: GitHubAccess): Promise<string> {
  try {
    const answer = await callGitHub(access, 'POST', access.graphqlUrl, {
      query: 'query { viewer { login } }',
    });
    const { data } = answer as { data?: { viewer?: { login?: unknown } } };
    const login = data?.viewer?.login;
    return typeof login === 'string' ? login : ACTIONS_BOT;
  } catch (error) {
    if (error instanceof GitHubError && !error.isTransient) return ACTIONS_BOT;
    throw error;
  }
}

function toComment(found: unknown): Comment[] {
  const { id, body, user } = (found ?? {}) as {
    id?: unknown;
    body?: unknown;
    user?: { login?: unknown } | null;
  };
  const login = user?.login;
  const isComment = Number.isSafeInteger(id) && typeof body === 'string' && typeof login === 'string';
  return isComment ? [{ id: id as number, body, login }] : [];
}
