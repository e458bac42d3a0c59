import { API_ROOT, type Endpoint } from '../../core/api/endpoint.ts';
import type { ApiHandler } from './call-handler.ts';

/** One call of a function that handles several calls. */
export interface Route {
  endpoint: Pick<Endpoint, 'method' | 'path'>;
  handler: ApiHandler;
}

/**
 * Returns a handler that passes each call to the handler of its method and resource. API Gateway has matched the path
 * already: `resource` is the path of the endpoint, with parameters in braces.
 * @throws Error if the gateway passes a call that the function does not handle
 */
export function createRouter(routes: readonly Route[]): ApiHandler {
  const handlers = new Map(
    routes.map(({ endpoint, handler }) => [`${endpoint.method} ${API_ROOT}${endpoint.path}`, handler]),
  );
  return async (event, context) => {
    const call = `${event.httpMethod} ${event.resource}`;
    const handler = handlers.get(call);
    if (handler === undefined) throw new Error(`the function does not handle ${call}`);
    return handler(event, context);
  };
}
