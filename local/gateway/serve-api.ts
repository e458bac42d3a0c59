import type { RequestListener } from 'node:http';
import type { Functions } from '../functions/functions.ts';
import type { MetricCounters } from '../metrics.ts';
import type { RestApi } from '../template/rest-api.ts';
import { buildGatewayResponse } from './gateway-responses.ts';
import { handleRequest } from './handle.ts';
import type { GatewayRequest } from './request.ts';
import type { WireResponse } from './response.ts';
import type { GatewayServer } from './server.ts';

type CallApi = (request: GatewayRequest) => Promise<WireResponse>;

/** Returns a function that answers requests of an API, and counts what API Gateway counts as errors. */
export function createApi(
  api: RestApi,
  {
    invoke,
    report,
    metrics,
  }: { invoke: Functions['invoke']; report: (line: string) => void; metrics: MetricCounters },
): CallApi {
  return async (request) => {
    const response = await handleRequest(api, request, invoke, report);
    if (response.statusCode >= 500) metrics.count('5XXError', api.id);
    return response;
  };
}

/** Lets the gateway answer the requests of an API, and those of the distribution and the provider of identities. */
export function serveApi(
  gateway: GatewayServer,
  api: RestApi,
  callApi: CallApi,
  others: { distribution: CallApi | undefined; identityProvider: RequestListener | undefined },
): void {
  gateway.serve({
    apiId: api.id,
    stage: api.stageName,
    handle: callApi,
    refuse: (request, type) => buildGatewayResponse(api.gatewayResponses, { type }, request),
    ...others,
  });
}
