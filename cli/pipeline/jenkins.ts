import type { GetVariable, PipelineReader } from './pipeline.ts';

/**
 * Jenkins. Its own variables: https://www.jenkins.io/doc/book/pipeline/jenkinsfile/#using-environment-variables; those
 * of multibranch projects: https://www.jenkins.io/doc/book/pipeline/multibranch/#additional-environment-variables;
 * those of the Git plugin, after checkout: https://plugins.jenkins.io/git/#plugin-content-environment-variables. If a
 * pull request is built merged, GIT_COMMIT is the merge commit, and no variable has the proposed commit.
 */
export const jenkins: PipelineReader = {
  label: 'Jenkins',
  detects: (variable) => variable('JENKINS_URL') !== undefined,
  read(variable) {
    const commit = variable('GIT_COMMIT');
    if (variable('CHANGE_ID') === undefined) return { branch: readBranch(variable), commit };
    return {
      // For pull requests BRANCH_NAME is generated ("PR-12").
      branch: variable('CHANGE_BRANCH'),
      targetBranch: variable('CHANGE_TARGET'),
      commit,
      pullRequest: variable('CHANGE_ID'),
      fromFork: variable('CHANGE_FORK') !== undefined,
      fork: variable('CHANGE_FORK'),
    };
  },
};

function readBranch(variable: GetVariable): string | undefined {
  if (variable('TAG_NAME') !== undefined) return undefined;
  const name = variable('BRANCH_NAME') ?? variable('GIT_LOCAL_BRANCH') ?? variable('GIT_BRANCH');
  return name === 'detached' ? undefined : name?.replace(/^origin\//, '');
}
