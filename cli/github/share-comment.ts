import type { Host } from '../host.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { atPullRequest } from './at-pull-request.ts';
import { writeComment } from './comment.ts';
import { footerOf } from './footer.ts';
import { commentMark, formMarkOf } from './mark.ts';

/**
 * Puts the Markdown form of a report at the pull request that is built, once: a later run writes over it.
 * @param key tells several scans of one site from each other; empty for none
 * @returns why there is no comment; null where there is one, or nothing to comment at
 */
export async function shareComment(
  host: Host,
  pipeline: Pipeline | null,
  markdown: string,
  key: string,
): Promise<string | null> {
  return atPullRequest(host, pipeline, async (access, pullRequest) => {
    const formMark = formMarkOf(markdown);
    if (formMark === undefined) return 'The report has no mark to find it by.';
    const mark = commentMark(formMark, key);
    const body = `${mark}${markdown.slice(formMark.length)}${footerOf(host.env, pipeline)}`;
    await writeComment(access, pullRequest, mark, body);
    return null;
  });
}
