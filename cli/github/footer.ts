import { createHash } from 'node:crypto';
import type { Host } from '../host.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';

/** Renders the end of a comment: the commit, the workflow run, and the hidden origin marker. */
export function renderFooter(env: Host['env'], pipeline: Pipeline | null): string {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = env;
  const url = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  const commit = pipeline?.metadata.commit;
  const parts = [
    ...(commit === undefined ? [] : [`Commit ${commit}`]),
    ...(/^https?:\/\/[\w.:/-]+$/.test(url) ? [`[workflow run](${url})`] : []),
  ];
  const shown = parts.length === 0 ? '' : `\n<sub>${parts.join(', ')}</sub>\n`;
  return `${shown}\n${renderOriginMarker(env)}\n`;
}

/** Variables that distinguish the scans of a repository's workflows. */
const buildVariables = ['GITHUB_WORKFLOW', 'GITHUB_JOB', 'A11Y_SCAN_SITE', 'A11Y_SCAN_URL', 'A11Y_SCAN_ARGS'];

/** Renders the hidden marker at the end of a comment. It identifies the workflow step that wrote the comment. */
export function renderOriginMarker(env: Host['env']): string {
  const origin = JSON.stringify(buildVariables.map((name) => env[name] ?? ''));
  return `<!-- a11y-scan-of ${createHash('sha256').update(origin).digest('hex').slice(0, 16)} -->`;
}
