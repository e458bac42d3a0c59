import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { getActorId, getActorKeyId } from '../../core/audit/audit-entry.ts';
import { logger } from '../observability/logger.ts';
import { countInternalError, metrics, publishMetrics } from '../observability/metrics.ts';
import { withStandardHeaders } from './answer.ts';
import type { ApiEvent, ApiMiddleware } from './call.ts';

/**
 * Returns a middleware that adds the standard headers to every response, including problems, logs the end of the call
 * and counts it.
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
    logger().info('answered', { status: statusCode, durationMs, actor, keyId });
    metrics().addMetric('Calls', MetricUnit.Count, 1);
    metrics().addMetric('CallDuration', MetricUnit.Milliseconds, durationMs);
    if (statusCode >= 500) metrics().addMetric('ServerFaults', MetricUnit.Count, 1);
    if (statusCode === 500) countInternalError();
    publishMetrics();
  };
  return { after: finish, onError: finish };
}
