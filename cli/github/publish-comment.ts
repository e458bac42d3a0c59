import type { Host } from '../host.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { updateComment, writeComment } from './comment.ts';
import { buildCommentMarker, findCommentMarker, findReportMarker } from './comment-marker.ts';
import { renderFooter, renderOriginMarker } from './footer.ts';
import { withPullRequest } from './with-pull-request.ts';

/**
 * Publishes a Markdown report as one comment on the built pull request. Later runs update this comment.
 * @param key distinguishes several scans of one site; empty for none
 * @returns why there is no comment; null if it was written, or there is no pull request
 */
export async function publishComment(
  host: Host,
  pipeline: Pipeline | null,
  markdown: string,
  key: string,
): Promise<string | null> {
  return withPullRequest(host, pipeline, async (access, pullRequest) => {
    const reportMarker = findReportMarker(markdown);
    if (reportMarker === undefined) return 'The report has no comment marker.';
    const marker = buildCommentMarker(reportMarker, key);
    const body = `${marker}${markdown.slice(reportMarker.length)}${renderFooter(host.env, pipeline)}`;
    await writeComment(access, pullRequest, marker, body);
    return null;
  });
}

/**
 * Updates the comment of an earlier run if this run has no report. Otherwise the result of another commit could be
 * mistaken for that of this one. Creates no comment. Without a report, the site id of the marker may be unknown. Then
 * the right comment is our own comment on this pull request that the same step of the same workflow wrote, for any site
 * of the service. If there are several, none is updated, because all but one would be wrong.
 * @param text the new text
 * @param scan key as for `publishComment`, site from `getMarkerSite`
 * @returns why the comment was not changed; null if it was, or does not exist
 */
export async function replaceOutdatedComment(
  host: Host,
  pipeline: Pipeline | null,
  text: string,
  { key, site }: { key: string; site: string | null },
): Promise<string | null> {
  const footer = renderFooter(host.env, pipeline);
  const origin = renderOriginMarker(host.env);
  return withPullRequest(host, pipeline, async (access, pullRequest) => {
    const result = await updateComment(
      access,
      pullRequest,
      (body) =>
        site === null && !body.trimEnd().endsWith(origin) ? undefined : findCommentMarker(body, key, site),
      (marker) => `${marker}\n${text}\n${footer}`,
    );
    return result === 'several'
      ? 'There are comments of several sites, and this scan ended before its site was known. Set the site by its id, or give each scan a comment-key.'
      : null;
  });
}
