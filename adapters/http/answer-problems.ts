import { PROBLEM_TYPE } from '../../core/api/endpoint.ts';
import { buildProblemBody, Problem } from '../../core/problems/problem.ts';
import { problems } from '../../core/problems/problems.ts';
import { logger } from '../observability/logger.ts';
import { toResult } from './answer.ts';
import type { ApiMiddleware } from './call.ts';

const RETRY_AFTER_SECONDS = '2';

/**
 * Converts every error of a call into problem+json. An error that is not a `Problem` is logged; the response contains
 * nothing of it.
 */
export function answerProblems(): ApiMiddleware {
  return {
    onError: (request) => {
      const problem = toProblem(request.error);
      if (problem.code === 'internal-error' || problem.code === 'service-unavailable') {
        logger().error('call failed', { error: request.error });
      }
      request.response = toResult({
        status: problems[problem.code].status,
        headers: { 'Content-Type': PROBLEM_TYPE, ...problem.headers },
        json: buildProblemBody(problem, request.event.call.requestId),
      });
    },
  };
}

/** Returns the problem that is reported to the caller for an error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isTransient(error)) {
    return new Problem('service-unavailable', undefined, { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  }
  return new Problem(
    'internal-error',
    'The service failed. Try again; if it persists, report the request id.',
  );
}

/**
 * Names of transient errors: throttling by AWS services (list: https://github.com/smithy-lang/smithy-typescript,
 * service-error-classification), conflicts between writers, and timeouts.
 */
const transientErrors = new Set([
  'BandwidthLimitExceeded',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ServiceUnavailable',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'ContentionError',
  'TimeoutError',
]);

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const throttled = (error as { $retryable?: { throttling?: boolean } }).$retryable?.throttling === true;
  return throttled || transientErrors.has(error.name);
}
