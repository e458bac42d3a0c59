import type { PipelineReader } from './pipeline.ts';

/**
 * Bitbucket Pipelines. https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets/: builds of tags have
 * no branch. Pull requests from forks start no pipeline.
 */
export const bitbucket: PipelineReader = {
  label: 'Bitbucket Pipelines',
  detects: (variable) => variable('BITBUCKET_BUILD_NUMBER') !== undefined,
  read: (variable) => ({
    branch: variable('BITBUCKET_BRANCH'),
    targetBranch: variable('BITBUCKET_PR_DESTINATION_BRANCH'),
    commit: variable('BITBUCKET_COMMIT'),
    pullRequest: variable('BITBUCKET_PR_ID'),
  }),
};
