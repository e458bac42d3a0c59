import { createContext, Script } from 'node:vm';

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
const CALL = `;JSON.stringify(handler(JSON.parse(${EVENT})))`;

/** The compiled functions by their code. Each run has globals of its own. */
const scripts = new Map<string, Script>();

/**
 * Runs a CloudFront function of the event `viewer-request`. As in CloudFront, it has neither modules nor timers, nor
 * can it turn a text into code.
 * @returns the request that it returned
 * @throws EdgeFunctionError
 */
export function runEdgeFunction(code: string, event: EdgeEvent): EdgeRequest {
  try {
    const script = scripts.get(code) ?? new Script(`${code}\n${CALL}`, { filename: 'edge-function.js' });
    scripts.set(code, script);
    // The event crosses the border as a text, so that the function gets no object of this process.
    const context = createContext(
      { console: { log: () => undefined }, [EVENT]: JSON.stringify(event) },
      { codeGeneration: { strings: false, wasm: false } },
    );
    const result: unknown = JSON.parse(
      String(script.runInContext(context, { timeout: TIMEOUT_MILLISECONDS })),
    );
    return requireRequest(result);
  } catch (error) {
    if (error instanceof EdgeFunctionError) throw error;
    throw new EdgeFunctionError(`the CloudFront function failed: ${(error as Error).message}`);
  }
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
