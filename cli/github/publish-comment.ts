import type { Host } from '../host.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { updateComment, writeComment } from './comment.ts';
import { buildCommentMarker, findCommentMarker, findReportMarker } from './comment-marker.ts';
import { renderFooter, renderOriginMarker } from './footer.ts';
import { withPullRequest } from './with-pull-request.ts';

/**
 * Puts the Markdown form of a report at the pull request that is built, once: a later run writes over it.
 * @param key tells several scans of one site from each other; empty for none
 * @returns why there is no comment; null where there is one, or nothing to comment at
 */
export async function publishComment(
  host: Host,
  pipeline: Pipeline | null,
  markdown: string,
  key: string,
): Promise<string | null> {
  return withPullRequest(host, pipeline, async (access, pullRequest) => {
    const formMark = findReportMarker(markdown);
    if (formMark === undefined) return 'The report has no mark to find it by.';
    const mark = buildCommentMarker(formMark, key);
    const body = `${mark}${markdown.slice(formMark.length)}${renderFooter(host.env, pipeline)}`;
    await writeComment(access, pullRequest, mark, body);
    return null;
  });
}

/**
 * Writes over the comment of an earlier run where this one has no report, lest the result of another commit be taken
 * for that of this one. No comment is created. Without a report nothing may tell the id of the site, which is in the
 * mark; then the comment is the one of ours at this pull request that the same step of the same workflow has written,
 * of any site of the service. Where there are several none is written over, for each but one would be wrong.
 * @param text what is said instead
 * @param scan key as for `publishComment`, site as `getMarkerSite` knows it
 * @returns why the comment stays as it was; null where it does not, or there is none
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
    const became = await updateComment(
      access,
      pullRequest,
      (body) =>
        site === null && !body.trimEnd().endsWith(origin) ? undefined : findCommentMarker(body, key, site),
      (mark) => `${mark}\n${text}\n${footer}`,
    );
    return became === 'several'
      ? 'There are comments of several sites, and this scan ended before it was known which is its own. Name the site by its id, or give each scan a comment-key.'
      : null;
  });
}
