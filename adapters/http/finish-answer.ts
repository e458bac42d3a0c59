import { getActorId, getActorKeyId } from '../../core/audit/audit-entry.ts';
import { logger } from '../observability/logger.ts';
import { countInternalError, publishMetrics } from '../observability/metrics.ts';
import { withStandardHeaders } from './answer.ts';
import type { ApiEvent, ApiMiddleware } from './call.ts';

/**
 * Returns a middleware that adds the standard headers to every response, including problems, logs the end of the call
 * and counts internal errors. The log line says who read or changed what: it has the operation and the ids of the
 * request.
 */
export function finishAnswer(): ApiMiddleware {
  const finish: ApiMiddleware['after'] = (request) => {
    if (!request.response) return;
    const { call }: ApiEvent = request.event;
    request.response = withStandardHeaders(request.response, call.answerHeaders);
    const { statusCode } = request.response;
    const durationMs = Date.now() - call.now.getTime();
    const actor = call.principal && getActorId(call.principal);
    // The access log of API Gateway names the key in the same way, so that both logs can be searched for it.
    const keyId = actor && getActorKeyId(actor);
    const accountId = call.principal && 'accountId' in call.principal ? call.principal.accountId : undefined;
    // Validated parameters are ids. Those of an invalid request are text of the caller.
    const ids = call.valid?.params;
    logger().info('answered', { ...ids, status: statusCode, durationMs, accountId, actor, keyId });
    if (statusCode === 500) countInternalError();
    publishMetrics();
  };
  return { after: finish, onError: finish };
}
