import type { ResultLimits } from './in-page/wire-results.ts';

/** How much of the results of one page is kept. What is beyond is counted. */
export const resultLimits: ResultLimits = {
  nodesPerRule: 200,
  html: 1_000,
  message: 500,
  selector: 2_000,
  datum: 200,
  data: 20,
  checks: 20,
  total: 3 * 1024 * 1024,
};
