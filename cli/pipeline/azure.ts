import { type PipelineReader, parseBranch } from './pipeline.ts';

/**
 * Azure Pipelines. https://learn.microsoft.com/en-us/azure/devops/pipelines/build/variables: whether branch names are
 * full refs depends on the repository host. Build.SourceVersion of a pull request is a merge commit.
 */
export const azure: PipelineReader = {
  label: 'Azure Pipelines',
  detects: (variable) => variable('TF_BUILD') !== undefined,
  read(variable) {
    const commit = variable('BUILD_SOURCEVERSION');
    // For pull requests at GitHub the id differs from the number that people see.
    const pullRequest =
      variable('SYSTEM_PULLREQUEST_PULLREQUESTNUMBER') ?? variable('SYSTEM_PULLREQUEST_PULLREQUESTID');
    if (pullRequest === undefined) return { branch: parseBranch(variable('BUILD_SOURCEBRANCH')), commit };
    return {
      branch: parseBranch(variable('SYSTEM_PULLREQUEST_SOURCEBRANCH')),
      targetBranch: parseBranch(variable('SYSTEM_PULLREQUEST_TARGETBRANCH')),
      commit: variable('SYSTEM_PULLREQUEST_SOURCECOMMITID') ?? commit,
      pullRequest,
      fromFork: variable('SYSTEM_PULLREQUEST_ISFORK')?.toLowerCase() === 'true',
    };
  },
};
