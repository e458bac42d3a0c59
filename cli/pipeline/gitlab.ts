import type { PipelineReader } from './pipeline.ts';

/**
 * GitLab CI. https://docs.gitlab.com/ci/variables/predefined_variables/: pipelines of merge requests and tags have no
 * variable with the commit's branch. Only pipelines of merged results have one with the source branch's commit; they
 * build a merge commit.
 */
export const gitlab: PipelineReader = {
  label: 'GitLab CI',
  detects: (variable) => variable('GITLAB_CI') !== undefined,
  read(variable) {
    const commit = variable('CI_COMMIT_SHA');
    if (variable('CI_MERGE_REQUEST_IID') !== undefined) {
      const source = variable('CI_MERGE_REQUEST_SOURCE_PROJECT_ID');
      return {
        branch: variable('CI_MERGE_REQUEST_SOURCE_BRANCH_NAME'),
        targetBranch: variable('CI_MERGE_REQUEST_TARGET_BRANCH_NAME'),
        commit: variable('CI_MERGE_REQUEST_SOURCE_BRANCH_SHA') ?? commit,
        pullRequest: variable('CI_MERGE_REQUEST_IID'),
        fromFork: source !== undefined && source !== variable('CI_MERGE_REQUEST_PROJECT_ID'),
        fork: variable('CI_MERGE_REQUEST_SOURCE_PROJECT_PATH'),
      };
    }
    // GitLab builds a pull request of GitHub.
    if (variable('CI_EXTERNAL_PULL_REQUEST_IID') !== undefined) {
      const source = variable('CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY');
      return {
        branch: variable('CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME'),
        targetBranch: variable('CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME'),
        commit: variable('CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_SHA') ?? commit,
        pullRequest: variable('CI_EXTERNAL_PULL_REQUEST_IID'),
        fromFork: source !== undefined && source !== variable('CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY'),
        fork: source,
      };
    }
    return { branch: variable('CI_COMMIT_BRANCH'), commit };
  },
};
