import middy from '@middy/core';
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { bindTo } from '../../adapters/bind-to.ts';
import { findKey } from '../../adapters/dynamodb/access.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { getHeaderValues } from '../../adapters/http/headers.ts';
import { buildAuthorizerContext } from '../../adapters/http/identify-caller.ts';
import { createRefusalRecorder } from '../../adapters/http/record-refusal.ts';
import { createSecretChecker } from '../../adapters/keys/secret-checker.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { countUncheckedKey, publishMetrics } from '../../adapters/observability/metrics.ts';
import { createTracingMiddleware } from '../../adapters/observability/tracing.ts';
import { API_KEY_HEADER } from '../../core/access/key-text.ts';
import { problems } from '../../core/problems/problems.ts';
import { verifyKey } from '../../use-cases/verify-key.ts';
import { schemas } from '../env.ts';
import { buildPolicy } from './policy.ts';

/** Verifies the API key of each call. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas.authorize, environment);
  const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  const dependencies = {
    ...bindTo(store, { findKey }),
    recordRefusal: createRefusalRecorder(store),
    checkSecret: createSecretChecker(),
  };
  return middy<APIGatewayRequestAuthorizerEvent, APIGatewayAuthorizerResult>()
    .use(createTracingMiddleware())
    .handler(async (event: APIGatewayRequestAuthorizerEvent) => {
      const { requestId, identity } = event.requestContext;
      logger().resetKeys();
      logger().appendKeys({ correlationId: requestId });
      const values = getHeaderValues(event, API_KEY_HEADER);
      const presented = { values, sourceIp: identity.sourceIp, requestId, now: new Date() };
      const verdict = await verifyKey(dependencies, presented);
      if ('principal' in verdict) {
        const { principal } = verdict;
        return buildPolicy('Allow', event.methodArn, principal.keyId, buildAuthorizerContext(principal));
      }
      const { refusal, keyId } = verdict;
      logger().info('key refused', { code: refusal, keyId });
      if (refusal === 'too-many-wrong-keys') {
        countUncheckedKey();
        publishMetrics();
      }
      const { title, meaning } = problems[refusal];
      // API Gateway inserts these texts into its response without escaping. So they contain nothing of the request.
      const context = { code: refusal, title, detail: meaning };
      return buildPolicy('Deny', event.methodArn, keyId ?? 'unknown', context);
    });
}
