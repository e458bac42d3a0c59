import { callGitHub, type GitHubAccess, GitHubError } from './api.ts';
import { type Comment, listOwnComments } from './own-comments.ts';

/** A pull request. */
export interface PullRequest {
  /** Owner and name. */
  repository: string;
  number: string;
}

/**
 * Writes a comment at a pull request, or writes over the one that is there: the oldest of the token's own user whose
 * text begins alike.
 * @param mark what the comment begins with, and no other of this user
 * @throws GitHubError, which is passing where a further try may work, also as to a comment that was just deleted
 */
export async function writeComment(
  access: GitHubAccess,
  pullRequest: PullRequest,
  mark: string,
  body: string,
): Promise<'created' | 'updated'> {
  const url = commentsOf(access, pullRequest);
  const { value: own } = await listOwnComments(access, url, (text) => text.startsWith(mark)).next();
  if (own !== undefined) return writeOver(access, pullRequest, own, body);
  await callGitHub(access, 'POST', url, { body });
  return 'created';
}

/**
 * Writes over a comment of the token's own user, and creates none. All that are meant must have one mark, of which the
 * oldest is written over, as by `writeComment`: of several it is not known which is the right one.
 * @param markOf the mark that a text begins with; undefined where the comment is not meant
 * @param bodyOf what a comment with this mark is to say
 * @throws GitHubError as `writeComment` does
 */
export async function updateComment(
  access: GitHubAccess,
  pullRequest: PullRequest,
  markOf: (text: string) => string | undefined,
  bodyOf: (mark: string) => string,
): Promise<'none' | 'several' | 'updated'> {
  const oldest = new Map<string, Comment>();
  const url = commentsOf(access, pullRequest);
  for await (const comment of listOwnComments(access, url, (text) => markOf(text) !== undefined)) {
    const mark = markOf(comment.body) ?? '';
    if (!oldest.has(mark)) oldest.set(mark, comment);
  }
  const [only, ...others] = oldest;
  if (only === undefined) return 'none';
  if (others.length > 0) return 'several';
  const [mark, comment] = only;
  return writeOver(access, pullRequest, comment, bodyOf(mark));
}

async function writeOver(
  access: GitHubAccess,
  pullRequest: PullRequest,
  { id }: Comment,
  body: string,
): Promise<'updated'> {
  try {
    await callGitHub(access, 'PATCH', `${issuesOf(access, pullRequest)}/comments/${id}`, { body });
    return 'updated';
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
    throw new GitHubError('the comment is gone', { status: 404, passing: true, retryAfterMs: null });
  }
}

function commentsOf(access: GitHubAccess, pullRequest: PullRequest): string {
  return `${issuesOf(access, pullRequest)}/${pullRequest.number}/comments`;
}

function issuesOf({ apiUrl }: GitHubAccess, { repository }: PullRequest): string {
  return `${apiUrl}/repos/${repository}/issues`;
}
