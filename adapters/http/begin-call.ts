import type { APIGatewayProxyEvent } from 'aws-lambda';
import { API_ROOT } from '../../core/api/endpoint.ts';
import { logger } from '../observability/logger.ts';
import type { ApiMiddleware, Call } from './call.ts';
import { getHeaderValues } from './headers.ts';

/**
 * Begins the call: its id, its time, where the API is; every log line from here on carries the id.
 * @param vary request header that the answers depend on, if any
 */
export function beginCall(operation: string, vary?: string): ApiMiddleware {
  return {
    before: ({ event, context }) => {
      const { requestId } = event.requestContext;
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
 * Where the API is as the caller reached it. The path is the caller's up to `/v1`: behind the default domain it
 * begins with the stage, behind a domain of one's own with that domain's mapping.
 */
export function getApiBase(event: APIGatewayProxyEvent): Call['base'] {
  const { path, domainName } = event.requestContext;
  const scheme = getHeaderValues(event, 'X-Forwarded-Proto').at(-1) === 'http' ? 'http' : 'https';
  const host = domainName ?? getHeaderValues(event, 'Host').at(-1) ?? 'localhost';
  const segments = path.split('/');
  const depth = event.resource.split('/').length;
  const prefix = segments.slice(0, Math.max(1, segments.length - depth + 1)).join('/');
  return { origin: `${scheme}://${host}`, path: `${prefix}${API_ROOT}` };
}
