import { type Context, createContext, Script } from 'node:vm';

/** The value of a header, cookie or query parameter in an event of a CloudFront function. */
type EdgeValue = { value: string; multiValue?: { value: string }[] };

export type EdgeRequest = {
  method: string;
  uri: string;
  querystring: Record<string, EdgeValue>;
  headers: Record<string, EdgeValue>;
  cookies: Record<string, EdgeValue>;
};

/** An event: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
export type EdgeEvent = {
  version: '1.0';
  context: { distributionDomainName: string; distributionId: string; eventType: string; requestId: string };
  viewer: { ip: string };
  request: EdgeRequest;
};

/** The function failed, or returned something that CloudFront refuses. */
export class EdgeFunctionError extends Error {
  override name = 'EdgeFunctionError';
}

/** CloudFront limits the use of the processor, not the time. This ends a loop that does not end. */
const TIMEOUT_MILLISECONDS = 500;

/** The global of the event. No function of ours has this name. */
const EVENT = 'edgeEvent';
const call = new Script(`JSON.stringify(handler(JSON.parse(${EVENT})))`, { filename: 'edge-function.js' });

/** The globals of the functions by their code. As in CloudFront, the runs of a function can share them. */
const contexts = new Map<string, Context>();

/**
 * Runs a CloudFront function of the event `viewer-request`. As in CloudFront, it has neither modules nor timers, nor
 * can it turn a text into code.
 * @returns the request that it returned
 * @throws EdgeFunctionError
 */
export function runEdgeFunction(code: string, event: EdgeEvent): EdgeRequest {
  try {
    const context = contexts.get(code) ?? prepareContext(code);
    contexts.set(code, context);
    // The event crosses the border as a text, so that the function gets no object of this process.
    context[EVENT] = JSON.stringify(event);
    const result = call.runInContext(context, { timeout: TIMEOUT_MILLISECONDS });
    return requireRequest(JSON.parse(String(result)));
  } catch (error) {
    if (error instanceof EdgeFunctionError) throw error;
    throw new EdgeFunctionError(`the CloudFront function failed: ${(error as Error).message}`);
  }
}

function prepareContext(code: string): Context {
  const context = createContext(
    { console: { log: () => undefined } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  new Script(code, { filename: 'edge-function.js' }).runInContext(context, { timeout: TIMEOUT_MILLISECONDS });
  return context;
}

function requireRequest(result: unknown): EdgeRequest {
  const { method, uri, headers } = (result ?? {}) as Partial<EdgeRequest>;
  if (
    typeof uri !== 'string' ||
    !uri.startsWith('/') ||
    typeof method !== 'string' ||
    typeof headers !== 'object'
  )
    throw new EdgeFunctionError('the CloudFront function returned no request');
  return result as EdgeRequest;
}
