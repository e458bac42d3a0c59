import { Problem } from '../core/problems/problem.ts';

/** Returns the problem of a stranger whose links are not checked or followed for a minute. */
export function createLinkRateProblem(): Problem {
  return new Problem('rate-limited', 'Too many calls came from this network address. Wait a minute.', {
    headers: { 'Retry-After': '60' },
  });
}
