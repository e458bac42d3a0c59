import type { MiddlewareObj } from '@middy/core';

/**
 * A middleware that gives each invocation an X-Ray subsegment with the cold start and the service as annotations.
 * The X-Ray SDK is a large part of a function's start, so it is loaded only where Lambda set up a daemon to send
 * to; elsewhere this does nothing. Answers are not put into traces, for they hold what pages contain.
 */
export function tracing(): MiddlewareObj {
  return tracer ?? { before: () => {} };
}

const tracer = process.env.AWS_XRAY_DAEMON_ADDRESS === undefined ? undefined : await loadTracer();

async function loadTracer(): Promise<MiddlewareObj> {
  const [{ Tracer }, { captureLambdaHandler }] = await Promise.all([
    import('@aws-lambda-powertools/tracer'),
    import('@aws-lambda-powertools/tracer/middleware'),
  ]);
  return captureLambdaHandler(new Tracer(), { captureResponse: false }) as MiddlewareObj;
}
