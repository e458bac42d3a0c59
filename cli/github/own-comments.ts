import { callGitHub, type GitHubAccess, GitHubError } from './api.ts';

/** A comment at a pull request. */
export interface Comment {
  id: number;
  login: string;
  body: string;
}

const PER_PAGE = 100;
const PAGES_MAX = 50;
/** Whose comments are those of the token that every workflow has. */
const ACTIONS_BOT = 'github-actions[bot]';

/**
 * The comments of the token's own user, oldest first. What others wrote is never taken for one, whatever it says.
 * @param url of all comments
 * @param isMeant by the text; nobody is asked whom the token is of before one is
 * @throws GitHubError, also where there are too many to look through
 */
export async function* listOwnComments(
  access: GitHubAccess,
  url: string,
  isMeant: (body: string) => boolean,
): AsyncGenerator<Comment, undefined> {
  let login: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const found = await callGitHub(access, 'GET', `${url}?per_page=${PER_PAGE}&page=${page}`);
    const comments = Array.isArray(found) ? found : [];
    for (const comment of comments.flatMap(commentOf).filter(({ body }) => isMeant(body))) {
      login ??= await ownLogin(access);
      if (comment.login === login) yield comment;
    }
    if (comments.length < PER_PAGE) return;
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
