import type { APIGatewayProxyEvent } from 'aws-lambda';
import { API_ROOT } from '../../core/api/endpoint.ts';
import { logger } from '../observability/logger.ts';
import type { ApiMiddleware, Call } from './call.ts';
import { getHeaderValues } from './headers.ts';
import { readRequestId } from './request-id.ts';

/**
 * Returns a middleware that sets the id, the time and the base URL of the call. Every log line from then on has the id.
 * @param vary request header that the responses depend on, if any
 */
export function beginCall(operation: string, vary?: string): ApiMiddleware {
  return {
    before: ({ event, context }) => {
      const requestId = readRequestId(event.requestContext);
      logger().addContext(context);
      logger().resetKeys();
      logger().appendKeys({ correlationId: requestId, operation });
      const call: Call = {
        requestId,
        now: new Date(),
        base: getApiBase(event),
        answerHeaders: { 'X-Request-Id': requestId, ...(vary === undefined ? {} : { Vary: vary }) },
      };
      event.call = call;
    },
  };
}

/**
 * Returns the base URL of the API as the caller addressed it. The path is the caller's path up to `/v1`: with the
 * default domain it begins with the stage, with a custom domain with the base path mapping.
 */
function getApiBase(event: APIGatewayProxyEvent): Call['base'] {
  const { path, domainName } = event.requestContext;
  const scheme = getHeaderValues(event, 'X-Forwarded-Proto').at(-1) === 'http' ? 'http' : 'https';
  const host = domainName ?? getHeaderValues(event, 'Host').at(-1) ?? 'localhost';
  const segments = path.split('/');
  const depth = event.resource.split('/').length;
  const prefix = segments.slice(0, Math.max(1, segments.length - depth + 1)).join('/');
  return { origin: `${scheme}://${host}`, path: `${prefix}${API_ROOT}` };
}
