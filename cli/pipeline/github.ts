import { type BuildFacts, type GetVariable, type PipelineReader, parseBranch } from './pipeline.ts';

/**
 * GitHub Actions. Variables: https://docs.github.com/en/actions/reference/workflows-and-actions/variables;
 * events and what their GITHUB_SHA is: https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows;
 * the event's file: https://docs.github.com/en/webhooks/webhook-events-and-payloads.
 */
export const github: PipelineReader = {
  label: 'GitHub Actions',
  isHere: (variable) => variable('GITHUB_ACTIONS') === 'true',
  read(variable, eventAt) {
    const event = variable('GITHUB_EVENT_NAME') ?? '';
    const path = variable('GITHUB_EVENT_PATH');
    const payload = path === undefined ? null : eventAt(path);
    if (/^pull_request(?:_|$)/.test(event)) return ofPullRequest(variable, payload);
    if (event === 'merge_group') {
      return { ...ofRef(variable), targetBranch: parseBranch(textAt(payload, 'merge_group', 'base_ref')) };
    }
    if (event === 'workflow_run') return ofWorkflowRun(payload);
    return ofRef(variable);
  },
};

function ofRef(variable: GetVariable): BuildFacts {
  const type = variable('GITHUB_REF_TYPE');
  const ref = variable('GITHUB_REF') ?? '';
  return {
    branch: type === 'tag' || !ref.startsWith('refs/heads/') ? undefined : parseBranch(ref),
    commit: variable('GITHUB_SHA'),
  };
}

/** GITHUB_SHA is a merge commit that exists for this build only, or the base's: neither is what is proposed. */
function ofPullRequest(variable: GetVariable, payload: unknown): BuildFacts {
  const head = memberOf(memberOf(payload, 'pull_request'), 'head');
  const base = memberOf(memberOf(payload, 'pull_request'), 'base');
  const [, number] = /^refs\/pull\/(\d+)\//.exec(variable('GITHUB_REF') ?? '') ?? [];
  const target = textAt(base, 'repo', 'full_name') ?? variable('GITHUB_REPOSITORY');
  // The repository of a head is null once a fork was deleted.
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

/** It runs on the default branch, after a workflow that need not have: what that one built is what is meant. */
function ofWorkflowRun(payload: unknown): BuildFacts {
  const run = memberOf(payload, 'workflow_run');
  const target = textAt(payload, 'repository', 'full_name');
  const source = textAt(run, 'head_repository', 'full_name');
  return {
    branch: textAt(run, 'head_branch'),
    commit: textAt(run, 'head_sha'),
    fromFork: run !== undefined && source !== target,
    fork: textAt(run, 'head_repository', 'owner', 'login'),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce(memberOf, value);
}

function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function numberAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'number' && Number.isSafeInteger(found) ? String(found) : undefined;
}
