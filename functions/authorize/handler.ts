import middy from '@middy/core';
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { recordRefusal } from '../../adapters/dynamodb/audit.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { headerValues } from '../../adapters/http/headers.ts';
import { authorizerContext } from '../../adapters/http/identify-caller.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { tracing } from '../../adapters/observability/tracing.ts';
import type { KeyRecord } from '../../core/access/key-record.ts';
import { type ProblemCode, problems } from '../../core/problems/problems.ts';
import { schema } from './env.ts';
import { policy } from './policy.ts';
import { keyVerifier } from './verify-key.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const store = openStore({ table: env.TABLE_NAME, auditTable: env.AUDIT_TABLE_NAME });
  const verify = keyVerifier(store);

  return middy<APIGatewayRequestAuthorizerEvent, APIGatewayAuthorizerResult>()
    .use(tracing())
    .handler(async (event: APIGatewayRequestAuthorizerEvent) => {
      logger().resetKeys();
      logger().appendKeys({ correlationId: event.requestContext.requestId });
      const now = new Date();
      const verdict = await verify(headerValues(event, 'X-API-Key'), now);
      if (verdict.refusal === undefined) {
        const { key, expiresAt } = verdict;
        return policy(
          'Allow',
          event.methodArn,
          key.keyId,
          authorizerContext({ ...key, kind: 'key', expiresAt }),
        );
      }
      const { key, refusal } = verdict;
      logger().info('key refused', { code: refusal, keyId: key?.keyId });
      if (key) await noteRefusal(event, key, refusal, now);
      const { title, meaning } = problems[refusal];
      // The gateway puts these into its answer without escaping, so nothing of the request is among them.
      return policy('Deny', event.methodArn, key?.keyId ?? 'unknown', {
        code: refusal,
        title,
        detail: meaning,
      });
    });

  async function noteRefusal(
    event: APIGatewayRequestAuthorizerEvent,
    { accountId, keyId }: KeyRecord,
    code: ProblemCode,
    now: Date,
  ): Promise<void> {
    // To the caller an id with a wrong secret is no known key; to the account's own log it is.
    const reason = code === 'key-unknown' ? 'wrong-secret' : code;
    const { requestId, identity } = event.requestContext;
    try {
      await recordRefusal(store, { accountId, keyId, reason, requestId, sourceIp: identity.sourceIp, now });
    } catch (error) {
      // The refusal stands even when it cannot be recorded.
      logger().error('could not record a refusal', { error });
    }
  }
}
