import { type BuildFacts, type GetVariable, type PipelineReader, parseBranch } from './pipeline.ts';

/**
 * GitHub Actions. Variables: https://docs.github.com/en/actions/reference/workflows-and-actions/variables; events and
 * their GITHUB_SHA: https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows;
 * the file with the event: https://docs.github.com/en/webhooks/webhook-events-and-payloads.
 */
export const github: PipelineReader = {
  label: 'GitHub Actions',
  detects: (variable) => variable('GITHUB_ACTIONS') === 'true',
  read(variable, eventAt) {
    const event = variable('GITHUB_EVENT_NAME') ?? '';
    const path = variable('GITHUB_EVENT_PATH');
    const payload = path === undefined ? null : eventAt(path);
    if (/^pull_request(?:_|$)/.test(event)) return readPullRequest(variable, payload);
    if (event === 'merge_group') {
      return { ...readRef(variable), targetBranch: parseBranch(textAt(payload, 'merge_group', 'base_ref')) };
    }
    if (event === 'workflow_run') return readWorkflowRun(payload);
    return readRef(variable);
  },
};

function readRef(variable: GetVariable): BuildFacts {
  const type = variable('GITHUB_REF_TYPE');
  const ref = variable('GITHUB_REF') ?? '';
  return {
    branch: type === 'tag' || !ref.startsWith('refs/heads/') ? undefined : parseBranch(ref),
    commit: variable('GITHUB_SHA'),
  };
}

/** Does not use GITHUB_SHA: it is a merge commit of this build or a commit of the base, not the proposed commit. */
function readPullRequest(variable: GetVariable, payload: unknown): BuildFacts {
  const head = getMember(getMember(payload, 'pull_request'), 'head');
  const base = getMember(getMember(payload, 'pull_request'), 'base');
  const [, number] = /^refs\/pull\/(\d+)\//.exec(variable('GITHUB_REF') ?? '') ?? [];
  const target = textAt(base, 'repo', 'full_name') ?? variable('GITHUB_REPOSITORY');
  // The head's repository is null if the fork was deleted.
  const source = textAt(head, 'repo', 'full_name');
  return {
    branch: textAt(head, 'ref') ?? variable('GITHUB_HEAD_REF'),
    targetBranch: textAt(base, 'ref') ?? variable('GITHUB_BASE_REF'),
    commit: textAt(head, 'sha'),
    pullRequest: numberAt(payload, 'pull_request', 'number') ?? number,
    fromFork: head !== undefined && source !== target,
    fork: textAt(head, 'user', 'login'),
  };
}

/** Returns what the triggering workflow built. This workflow itself runs on the default branch. */
function readWorkflowRun(payload: unknown): BuildFacts {
  const run = getMember(payload, 'workflow_run');
  const target = textAt(payload, 'repository', 'full_name');
  const source = textAt(run, 'head_repository', 'full_name');
  return {
    branch: textAt(run, 'head_branch'),
    commit: textAt(run, 'head_sha'),
    fromFork: run !== undefined && source !== target,
    fork: textAt(run, 'head_repository', 'owner', 'login'),
  };
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce(getMember, value);
}

function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function numberAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'number' && Number.isSafeInteger(found) ? String(found) : undefined;
}
