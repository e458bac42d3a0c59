import { describe, expect, test } from 'vitest';
import { detectPipeline } from '../../../../cli/pipeline/detect.ts';

const COMMIT = '9f1c2ab0d3e4f5a6b7c8d9e0f1a2b3c4d5e6f708';
const MERGE = '1111111111111111111111111111111111111111';

/** The event of a pull request at GitHub, with the members that are read. */
function pullRequestEvent({ from = 'acme/shop', ref = 'feature/menu' as unknown } = {}) {
  return {
    pull_request: {
      number: 42,
      head: { ref, sha: COMMIT, repo: { full_name: from }, user: { login: from.split('/')[0] } },
      base: { ref: 'main', repo: { full_name: 'acme/shop' } },
    },
  };
}

const onPullRequest = {
  GITHUB_ACTIONS: 'true',
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_EVENT_PATH: '/event.json',
  GITHUB_SHA: MERGE,
  GITHUB_REF: 'refs/pull/42/merge',
  GITHUB_REF_NAME: '42/merge',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_HEAD_REF: 'feature/menu',
  GITHUB_BASE_REF: 'main',
  GITHUB_REPOSITORY: 'acme/shop',
};

function inGitHub(env: Record<string, string>, event: unknown = {}) {
  return detectPipeline({ GITHUB_ACTIONS: 'true', GITHUB_EVENT_PATH: '/event.json', ...env }, () =>
    JSON.stringify(event),
  );
}

test('detects no CI in an environment of an unknown CI', () => {
  expect(detectPipeline({ CI: 'true', GITHUB_ACTIONS: '', JENKINS_URL: '' })).toBeNull();
});

describe('GitHub Actions', () => {
  test('identifies a pull request by the proposed commit, not by the merge commit that is built', () => {
    expect(inGitHub(onPullRequest, pullRequestEvent())).toEqual({
      name: 'github',
      label: 'GitHub Actions',
      metadata: { branch: 'feature/menu', targetBranch: 'main', commit: COMMIT, pullRequest: '42' },
      fromFork: false,
    });
  });

  test('never gives a branch of a fork the name of a branch of the repository', () => {
    const pipeline = inGitHub(onPullRequest, pullRequestEvent({ from: 'mallory/shop', ref: 'main' }));
    expect(pipeline).toMatchObject({ fromFork: true, metadata: { branch: 'mallory:main' } });
  });

  test('treats a pull request whose fork was deleted as one from a fork', () => {
    const event = pullRequestEvent();
    const gone = { pull_request: { ...event.pull_request, head: { ref: 'x', sha: COMMIT, repo: null } } };
    expect(inGitHub(onPullRequest, gone)).toMatchObject({ fromFork: true, metadata: { branch: 'fork:x' } });
  });

  test.each([
    ['not JSON', '{"pull_request":'],
    ['null', 'null'],
    ['a list', '[1]'],
    ['an object with members of other types', '{"pull_request":{"number":"42","base":[7]}}'],
  ])('uses only the variables if the event file is %s, without the commit of the merge', (_what, text) => {
    const pipeline = detectPipeline(onPullRequest, () => text);
    expect(pipeline?.metadata).toEqual({ branch: 'feature/menu', targetBranch: 'main', pullRequest: '42' });
  });

  test('treats a head without a repository as one from a fork', () => {
    const event = { pull_request: { head: { ref: 7, sha: { length: 40 } } } };
    expect(inGitHub(onPullRequest, event)).toMatchObject({
      fromFork: true,
      metadata: { branch: 'fork:feature/menu', targetBranch: 'main', pullRequest: '42' },
    });
  });

  test.each(['/dev/zero', '/nowhere/event.json'])('does not read %s as an event file', (path) => {
    expect(detectPipeline({ ...onPullRequest, GITHUB_EVENT_PATH: path })?.metadata).toEqual({
      branch: 'feature/menu',
      targetBranch: 'main',
      pullRequest: '42',
    });
  });

  test('identifies a push by its branch', () => {
    const env = {
      GITHUB_EVENT_NAME: 'push',
      GITHUB_SHA: COMMIT,
      GITHUB_REF: 'refs/heads/release/1.x',
      GITHUB_REF_TYPE: 'branch',
    };
    expect(inGitHub(env)?.metadata).toEqual({ branch: 'release/1.x', commit: COMMIT });
  });

  test('reads no branch for a tag', () => {
    const env = {
      GITHUB_SHA: COMMIT,
      GITHUB_REF: 'refs/tags/v1',
      GITHUB_REF_TYPE: 'tag',
      GITHUB_REF_NAME: 'v1',
    };
    expect(inGitHub(env)?.metadata).toEqual({ commit: COMMIT });
  });

  test('compares a merge queue with its target branch', () => {
    const env = {
      GITHUB_EVENT_NAME: 'merge_group',
      GITHUB_SHA: COMMIT,
      GITHUB_REF: 'refs/heads/gh-readonly-queue/main/pr-42-abc',
      GITHUB_REF_TYPE: 'branch',
    };
    const event = { merge_group: { base_ref: 'refs/heads/main' } };
    expect(inGitHub(env, event)?.metadata).toEqual({
      branch: 'gh-readonly-queue/main/pr-42-abc',
      targetBranch: 'main',
      commit: COMMIT,
    });
  });

  test('uses the commit and branch of the triggering workflow, not those of the default branch', () => {
    const env = {
      GITHUB_EVENT_NAME: 'workflow_run',
      GITHUB_SHA: MERGE,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_TYPE: 'branch',
    };
    const head = { full_name: 'mallory/shop', owner: { login: 'mallory' } };
    const event = {
      workflow_run: { head_branch: 'main', head_sha: COMMIT, head_repository: head },
      repository: { full_name: 'acme/shop' },
    };
    expect(inGitHub(env, event)).toMatchObject({
      fromFork: true,
      metadata: { branch: 'mallory:main', commit: COMMIT },
    });
  });
});

const others: readonly [string, Record<string, string>, Record<string, unknown>, boolean?][] = [
  [
    'gitlab',
    { GITLAB_CI: 'true', CI_COMMIT_SHA: COMMIT, CI_COMMIT_BRANCH: 'main', CI_COMMIT_REF_NAME: 'main' },
    { branch: 'main', commit: COMMIT },
  ],
  ['gitlab', { GITLAB_CI: 'true', CI_COMMIT_SHA: COMMIT, CI_COMMIT_TAG: 'v1' }, { commit: COMMIT }],
  [
    'gitlab',
    {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: COMMIT,
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1',
      CI_MERGE_REQUEST_PROJECT_ID: '1',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
    },
    { branch: 'feature', targetBranch: 'main', commit: COMMIT, pullRequest: '7' },
  ],
  [
    'gitlab',
    {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: MERGE,
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2',
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'mallory/shop',
      CI_MERGE_REQUEST_PROJECT_ID: '1',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: COMMIT,
    },
    { branch: 'mallory/shop:main', targetBranch: 'main', commit: COMMIT, pullRequest: '7' },
    true,
  ],
  [
    'gitlab',
    {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: COMMIT,
      CI_EXTERNAL_PULL_REQUEST_IID: '8',
      CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME: 'feature',
      CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY: 'acme/shop',
      CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY: 'acme/shop',
    },
    { branch: 'feature', targetBranch: 'main', commit: COMMIT, pullRequest: '8' },
  ],
  [
    'jenkins',
    { JENKINS_URL: 'https://ci.example.com/', BRANCH_NAME: 'main', GIT_COMMIT: COMMIT },
    { branch: 'main', commit: COMMIT },
  ],
  [
    'jenkins',
    { JENKINS_URL: 'https://ci.example.com/', GIT_BRANCH: 'origin/feature/menu' },
    { branch: 'feature/menu' },
  ],
  ['jenkins', { JENKINS_URL: 'https://ci.example.com/', GIT_LOCAL_BRANCH: 'detached' }, {}],
  [
    'jenkins',
    { JENKINS_URL: 'https://ci.example.com/', TAG_NAME: 'v1', BRANCH_NAME: 'v1', GIT_COMMIT: COMMIT },
    { commit: COMMIT },
  ],
  [
    'jenkins',
    {
      JENKINS_URL: 'https://ci.example.com/',
      BRANCH_NAME: 'PR-12',
      CHANGE_ID: '12',
      CHANGE_BRANCH: 'feature',
      CHANGE_TARGET: 'main',
      GIT_COMMIT: COMMIT,
    },
    { branch: 'feature', targetBranch: 'main', commit: COMMIT, pullRequest: '12' },
  ],
  [
    'jenkins',
    {
      JENKINS_URL: 'https://ci.example.com/',
      BRANCH_NAME: 'PR-12',
      CHANGE_ID: '12',
      CHANGE_BRANCH: 'main',
      CHANGE_TARGET: 'main',
      CHANGE_FORK: 'mallory',
    },
    { branch: 'mallory:main', targetBranch: 'main', pullRequest: '12' },
    true,
  ],
  [
    'jenkins',
    { JENKINS_URL: 'https://ci.example.com/', BRANCH_NAME: 'PR-12', CHANGE_ID: '12', CHANGE_TARGET: 'main' },
    { targetBranch: 'main', pullRequest: '12' },
  ],
  [
    'azure',
    { TF_BUILD: 'True', BUILD_SOURCEBRANCH: 'refs/heads/release/1', BUILD_SOURCEVERSION: COMMIT },
    { branch: 'release/1', commit: COMMIT },
  ],
  [
    'azure',
    { TF_BUILD: 'True', BUILD_SOURCEBRANCH: 'refs/tags/v1', BUILD_SOURCEVERSION: COMMIT },
    { commit: COMMIT },
  ],
  [
    'azure',
    {
      TF_BUILD: 'True',
      BUILD_SOURCEBRANCH: 'refs/pull/3/merge',
      BUILD_SOURCEVERSION: MERGE,
      SYSTEM_PULLREQUEST_PULLREQUESTID: '900001',
      SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '3',
      SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature',
      SYSTEM_PULLREQUEST_TARGETBRANCH: 'main',
      SYSTEM_PULLREQUEST_SOURCECOMMITID: COMMIT,
      SYSTEM_PULLREQUEST_ISFORK: 'False',
    },
    { branch: 'feature', targetBranch: 'main', commit: COMMIT, pullRequest: '3' },
  ],
  [
    'azure',
    {
      TF_BUILD: 'True',
      SYSTEM_PULLREQUEST_PULLREQUESTID: '3',
      SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/main',
      SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
      SYSTEM_PULLREQUEST_ISFORK: 'True',
    },
    { branch: 'fork:main', targetBranch: 'main', pullRequest: '3' },
    true,
  ],
  [
    'circleci',
    { CIRCLECI: 'true', CIRCLE_BRANCH: 'feature', CIRCLE_SHA1: COMMIT },
    { branch: 'feature', commit: COMMIT },
  ],
  ['circleci', { CIRCLECI: 'true', CIRCLE_TAG: 'v1', CIRCLE_SHA1: COMMIT }, { commit: COMMIT }],
  [
    'circleci',
    {
      CIRCLECI: 'true',
      CIRCLE_BRANCH: 'feature',
      CIRCLE_SHA1: COMMIT,
      CIRCLE_PULL_REQUEST: 'https://github.com/acme/shop/pull/9',
    },
    { branch: 'feature', commit: COMMIT, pullRequest: '9' },
  ],
  [
    'circleci',
    {
      CIRCLECI: 'true',
      CIRCLE_BRANCH: 'pull/9',
      CIRCLE_SHA1: COMMIT,
      CIRCLE_PR_NUMBER: '9',
      CIRCLE_PR_USERNAME: 'mallory',
    },
    { branch: 'mallory:pull/9', commit: COMMIT, pullRequest: '9' },
    true,
  ],
  [
    'bitbucket',
    { BITBUCKET_BUILD_NUMBER: '1', BITBUCKET_BRANCH: 'main', BITBUCKET_COMMIT: COMMIT },
    { branch: 'main', commit: COMMIT },
  ],
  [
    'bitbucket',
    { BITBUCKET_BUILD_NUMBER: '1', BITBUCKET_TAG: 'v1', BITBUCKET_COMMIT: COMMIT },
    { commit: COMMIT },
  ],
  [
    'bitbucket',
    {
      BITBUCKET_BUILD_NUMBER: '1',
      BITBUCKET_BRANCH: 'feature',
      BITBUCKET_COMMIT: '9F1C2AB0D3E4',
      BITBUCKET_PR_ID: '5',
      BITBUCKET_PR_DESTINATION_BRANCH: 'main',
    },
    { branch: 'feature', targetBranch: 'main', commit: '9f1c2ab0d3e4', pullRequest: '5' },
  ],
];

test.each(others)('detects %s with %o as %o', (name, env, metadata, fromFork = false) => {
  expect(detectPipeline(env)).toMatchObject({ name, fromFork, metadata });
  expect(detectPipeline(env)?.metadata).toEqual(metadata);
});

test('omits only the values that the API would reject', () => {
  const env = {
    GITLAB_CI: 'true',
    CI_COMMIT_SHA: 'not a hash',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: `a${'b'.repeat(300)}`,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'evil\u202ebranch',
  };
  expect(detectPipeline(env)?.metadata).toEqual({ pullRequest: '7' });
});
