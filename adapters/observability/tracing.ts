import type { MiddlewareObj } from '@middy/core';

/**
 * Returns a middleware that adds an X-Ray subsegment to each invocation, with the cold start and the service as
 * annotations. It loads the X-Ray SDK, which takes a large part of a function's start time, only if Lambda provides the
 * X-Ray daemon. Otherwise it does nothing. Traces do not contain responses, because responses contain text of pages.
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
