import type { GatewayRequest } from '../gateway/request.ts';
import type { WireResponse } from '../gateway/response.ts';
import { matchesPattern } from '../iam/wildcards.ts';
import type { Behavior, Distribution } from '../template/distribution.ts';
import type { ReadObject } from './bucket-origin.ts';
import { EdgeFunctionError, runEdgeFunction } from './edge-function.ts';
import { applyEdgeRequest, setHeaders, toEdgeRequest } from './edge-request.ts';
import { applyResponseHeaders } from './response-headers.ts';

export type DistributionOptions = {
  /** Answers requests of the origin that is the API. */
  callApi: (request: GatewayRequest) => Promise<WireResponse>;
  /** Returns the function that reads objects of the bucket with this host; undefined if there is no such bucket. */
  findBucket: (domainName: string) => ReadObject | undefined;
  /** Gets a line for each failed CloudFront function. */
  report: (line: string) => void;
};

/**
 * Returns a function that answers requests as a CloudFront distribution does: behavior, function of the viewer request,
 * origin, response headers. It neither caches nor compresses.
 */
export function createDistribution(
  distribution: Distribution,
  { callApi, findBucket, report }: DistributionOptions,
): (request: GatewayRequest) => Promise<WireResponse> {
  return async (viewerRequest) => {
    const behavior = findBehavior(distribution.behaviors, viewerRequest.path);
    if (!behavior.allowedMethods.includes(viewerRequest.httpMethod))
      return answerText(403, 'The request method is not allowed for this path.');
    let request = viewerRequest;
    if (behavior.viewerRequestCode !== undefined) {
      try {
        const event = buildEvent(distribution, request);
        request = applyEdgeRequest(request, runEdgeFunction(behavior.viewerRequestCode, event));
      } catch (error) {
        if (!(error instanceof EdgeFunctionError)) throw error;
        report(`${distribution.logicalId} ${request.path}: ${error.message}`);
        return answerText(503, 'The function of this path failed.');
      }
    }
    if (request.path === '/') request = { ...request, path: `/${distribution.defaultRootObject}` };
    const response = await callOrigin(behavior, request);
    return applyResponseHeaders(response, behavior.responseHeaders);
  };

  async function callOrigin({ origin }: Behavior, request: GatewayRequest): Promise<WireResponse> {
    const sent = setHeaders(request, origin.customHeaders);
    if (!origin.isBucket) return callApi(sent);
    const readObject = findBucket(origin.domainName);
    return readObject ? readObject(sent) : answerText(502, `The origin ${origin.domainName} does not exist.`);
  }
}

/** Returns the first behavior whose pattern matches. In a pattern, `*` stands for any text, also with slashes. */
function findBehavior(behaviors: readonly Behavior[], path: string): Behavior {
  const found = behaviors.find(({ pathPattern }) => matchesPattern(pathPattern, path));
  if (found === undefined) throw new Error(`no behavior of the distribution matches ${path}`);
  return found;
}

function buildEvent({ id, domainName }: Distribution, request: GatewayRequest) {
  return {
    version: '1.0' as const,
    context: {
      distributionDomainName: domainName,
      distributionId: id,
      eventType: 'viewer-request',
      requestId: request.requestId,
    },
    viewer: { ip: request.sourceIp },
    request: toEdgeRequest(request),
  };
}

function answerText(statusCode: number, text: string): WireResponse {
  return {
    statusCode,
    headers: [['Content-Type', 'text/plain; charset=utf-8']],
    body: Buffer.from(`${text}\n`),
  };
}
