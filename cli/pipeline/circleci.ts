import type { PipelineReader } from './pipeline.ts';

/**
 * CircleCI. https://circleci.com/docs/reference/variables/: only pull requests from forks have a variable with their
 * number. For others it is the end of their URL. No variable has the target branch.
 */
export const circleci: PipelineReader = {
  label: 'CircleCI',
  detects: (variable) => variable('CIRCLECI') !== undefined,
  read(variable) {
    const fromFork = variable('CIRCLE_PR_NUMBER') !== undefined;
    const [, number] = /\/(\d+)$/.exec(variable('CIRCLE_PULL_REQUEST') ?? '') ?? [];
    return {
      branch: variable('CIRCLE_TAG') === undefined ? variable('CIRCLE_BRANCH') : undefined,
      commit: variable('CIRCLE_SHA1'),
      pullRequest: variable('CIRCLE_PR_NUMBER') ?? number,
      fromFork,
      fork: fromFork ? variable('CIRCLE_PR_USERNAME') : undefined,
    };
  },
};
