import type { MiddlewareObj } from '@middy/core';

/**
 * Returns a middleware that gives each invocation an X-Ray subsegment with the cold start and the service as
 * annotations. Loads the X-Ray SDK, a large part of a function's start, only if Lambda provides a daemon to send to.
 * Otherwise the middleware does nothing. Traces do not contain answers, because answers contain text of pages.
 */
export function createTracingMiddleware(): MiddlewareObj {
  if (process.env.AWS_XRAY_DAEMON_ADDRESS === undefined) return { before: () => {} };
  const loading = loadTracer();
  return {
    before: async (request) => (await loading).before?.(request),
    after: async (request) => (await loading).after?.(request),
    onError: async (request) => (await loading).onError?.(request),
  };
}

async function loadTracer(): Promise<MiddlewareObj> {
  const [{ Tracer }, { captureLambdaHandler }] = await Promise.all([
    import('@aws-lambda-powertools/tracer'),
    import('@aws-lambda-powertools/tracer/middleware'),
  ]);
  return captureLambdaHandler(new Tracer(), { captureResponse: false }) as MiddlewareObj;
}
