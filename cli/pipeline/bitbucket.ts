import type { PipelineReader } from './pipeline.ts';

/**
 * Bitbucket Pipelines. https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets/: there is no
 * branch in builds of tags. Pull requests from forks start no pipeline.
 */
export const bitbucket: PipelineReader = {
  label: 'Bitbucket Pipelines',
  isHere: (variable) => variable('BITBUCKET_BUILD_NUMBER') !== undefined,
  read: (variable) => ({
    branch: variable('BITBUCKET_BRANCH'),
    targetBranch: variable('BITBUCKET_PR_DESTINATION_BRANCH'),
    commit: variable('BITBUCKET_COMMIT'),
    pullRequest: variable('BITBUCKET_PR_ID'),
  }),
};
