import type { Host } from '../host.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { originMark } from './origin.ts';

/** The end of a comment: which commit, which run and, unseen, which step of a workflow it is of. */
export function footerOf(env: Host['env'], pipeline: Pipeline | null): string {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = env;
  const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  const commit = pipeline?.metadata.commit;
  const parts = [
    ...(commit === undefined ? [] : [`Commit ${commit}`]),
    ...(/^https?:\/\/[\w.:/-]+$/.test(url) ? [`[workflow run](${url})`] : []),
  ];
  const shown = parts.length === 0 ? '' : `\n<sub>${parts.join(', ')}</sub>\n`;
  return `${shown}\n${originMark(env)}\n`;
}
