import { callGitHub, type GitHubAccess, GitHubError } from './api.ts';
import { type Comment, listOwnComments } from './own-comments.ts';

/** A pull request. */
export interface PullRequest {
  /** Owner and name. */
  repository: string;
  number: string;
}

/**
 * Creates the comment on a pull request, or updates the existing one: the oldest comment of the token's own user with
 * the same marker.
 * @param marker beginning of the comment; no other comment of this user begins with it
 * @throws GitHubError, also if the comment was just deleted, which a retry can fix
 */
export async function writeComment(
  access: GitHubAccess,
  pullRequest: PullRequest,
  marker: string,
  body: string,
): Promise<'created' | 'updated'> {
  const url = getCommentsUrl(access, pullRequest);
  const { value: own } = await listOwnComments(access, url, (text) => text.startsWith(marker)).next();
  if (own !== undefined) return overwriteComment(access, pullRequest, own, body);
  await callGitHub(access, 'POST', url, { body });
  return 'created';
}

/**
 * Updates a comment of the token's own user, and creates none. If the matching comments have the same marker, the
 * oldest one is updated, as in `writeComment`. If they have several markers, it is unknown which one is right.
 * @param findMarker returns the marker of a matching comment; undefined if the comment does not match
 * @param renderBody returns the new text of a comment with this marker
 * @throws GitHubError as `writeComment` does
 */
export async function updateComment(
  access: GitHubAccess,
  pullRequest: PullRequest,
  findMarker: (text: string) => string | undefined,
  renderBody: (marker: string) => string,
): Promise<'none' | 'several' | 'updated'> {
  const oldest = new Map<string, Comment>();
  const url = getCommentsUrl(access, pullRequest);
  for await (const comment of listOwnComments(access, url, (text) => findMarker(text) !== undefined)) {
    const marker = findMarker(comment.body) ?? '';
    if (!oldest.has(marker)) oldest.set(marker, comment);
  }
  const [only, ...others] = oldest;
  if (only === undefined) return 'none';
  if (others.length > 0) return 'several';
  const [marker, comment] = only;
  return overwriteComment(access, pullRequest, comment, renderBody(marker));
}

async function overwriteComment(
  access: GitHubAccess,
  pullRequest: PullRequest,
  { id }: Comment,
  body: string,
): Promise<'updated'> {
  try {
    await callGitHub(access, 'PATCH', `${getIssuesUrl(access, pullRequest)}/comments/${id}`, { body });
    return 'updated';
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
    throw new GitHubError('the comment is gone', { status: 404, isTransient: true, retryAfterMs: null });
  }
}

function getCommentsUrl(access: GitHubAccess, pullRequest: PullRequest): string {
  return `${getIssuesUrl(access, pullRequest)}/${pullRequest.number}/comments`;
}

function getIssuesUrl({ apiUrl }: GitHubAccess, { repository }: PullRequest): string {
  return `${apiUrl}/repos/${repository}/issues`;
}
