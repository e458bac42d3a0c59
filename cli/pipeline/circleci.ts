import type { PipelineReader } from './pipeline.ts';

/**
 * CircleCI. https://circleci.com/docs/reference/variables/: the number of a pull request is told for those from
 * forks only, else the end of its address; the branch that it is for is not told at all.
 */
export const circleci: PipelineReader = {
  label: 'CircleCI',
  isHere: (variable) => variable('CIRCLECI') !== undefined,
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
