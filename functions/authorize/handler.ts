import middy from '@middy/core';
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { readEnvironment } from '../../adapters/environment.ts';
import { buildCallerContext } from '../../adapters/http/authorizer-context.ts';
import { readRequestId } from '../../adapters/http/request-id.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { countUncheckedKey, publishMetrics } from '../../adapters/observability/metrics.ts';
import { createTracingMiddleware } from '../../adapters/observability/tracing.ts';
import { getGatewayDetail, problems } from '../../core/problems/problems.ts';
import { schemas } from '../env.ts';
import { buildPolicy } from './policy.ts';
import { createCallerVerifier } from './verify-caller.ts';

/**
 * Verifies the credential of each call: an API key, or the session of a person. If the problem has the status 401, the
 * call is denied and the gateway responds. Its response for denials always has this status. So a call that is refused
 * with another status is allowed to reach its function with a context that no function accepts.
 */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const verifyCaller = createCallerVerifier(readEnvironment(schemas.authorize, environment));
  return middy<APIGatewayRequestAuthorizerEvent, APIGatewayAuthorizerResult>()
    .use(createTracingMiddleware())
    .handler(async (event: APIGatewayRequestAuthorizerEvent) => {
      logger().resetKeys();
      const requestId = readRequestId(event.requestContext);
      logger().appendKeys({ correlationId: requestId });
      const verdict = await verifyCaller(event, requestId, new Date());
      switch (verdict.kind) {
        case 'caller': {
          const { principal } = verdict;
          const id = principal.kind === 'key' ? principal.keyId : principal.personId;
          return buildPolicy('Allow', event.methodArn, id, buildCallerContext(principal));
        }
        case 'refused': {
          const { kind, code } = verdict;
          logger().info('call refused', { code });
          return buildPolicy('Allow', event.methodArn, 'unknown', { kind, code });
        }
        case 'denied': {
          const { code, keyId } = verdict;
          logger().info('call denied', { code, keyId });
          if (code === 'too-many-wrong-keys') {
            countUncheckedKey();
            publishMetrics();
          }
          // API Gateway inserts these texts into its response without escaping. So they contain nothing of the request.
          const context = { code, title: problems[code].title, detail: getGatewayDetail(code) };
          return buildPolicy('Deny', event.methodArn, keyId ?? 'unknown', context);
        }
      }
    });
}
