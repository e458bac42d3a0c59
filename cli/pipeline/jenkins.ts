import type { GetVariable, PipelineReader } from './pipeline.ts';

/**
 * Jenkins. What it sets itself: https://www.jenkins.io/doc/book/pipeline/jenkinsfile/#using-environment-variables;
 * of multibranch projects: https://www.jenkins.io/doc/book/pipeline/multibranch/#additional-environment-variables;
 * of the Git plugin, once the repository is checked out: https://plugins.jenkins.io/git/#plugin-content-environment-variables.
 * No variable names the proposed commit where a pull request is built merged; GIT_COMMIT is then that of the merge.
 */
export const jenkins: PipelineReader = {
  label: 'Jenkins',
  isHere: (variable) => variable('JENKINS_URL') !== undefined,
  read(variable) {
    const commit = variable('GIT_COMMIT');
    if (variable('CHANGE_ID') === undefined) return { branch: branch(variable), commit };
    return {
      // BRANCH_NAME is then made up ("PR-12").
      branch: variable('CHANGE_BRANCH'),
      targetBranch: variable('CHANGE_TARGET'),
      commit,
      pullRequest: variable('CHANGE_ID'),
      fromFork: variable('CHANGE_FORK') !== undefined,
      fork: variable('CHANGE_FORK'),
    };
  },
};

function branch(variable: GetVariable): string | undefined {
  if (variable('TAG_NAME') !== undefined) return undefined;
  const name = variable('BRANCH_NAME') ?? variable('GIT_LOCAL_BRANCH') ?? variable('GIT_BRANCH');
  return name === 'detached' ? undefined : name?.replace(/^origin\//, '');
}
