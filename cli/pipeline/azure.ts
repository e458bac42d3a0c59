import { type PipelineReader, parseBranch } from './pipeline.ts';

/**
 * Azure Pipelines. https://learn.microsoft.com/en-us/azure/devops/pipelines/build/variables: names of branches
 * are full refs or not, by where the repository is, and Build.SourceVersion of a pull request is a merge.
 */
export const azure: PipelineReader = {
  label: 'Azure Pipelines',
  isHere: (variable) => variable('TF_BUILD') !== undefined,
  read(variable) {
    const commit = variable('BUILD_SOURCEVERSION');
    // Of a pull request at GitHub the id is another number than the one that people see.
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
