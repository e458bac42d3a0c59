import type { Functions } from '../functions/functions.ts';
import type { MetricCounters } from '../metrics.ts';
import type { Service } from '../template/service.ts';
import { buildGatewayResponse } from './gateway-responses.ts';
import { handleRequest } from './handle.ts';
import type { GatewayServer } from './server.ts';

type Api = NonNullable<Service['api']>;

/** Lets the gateway answer the requests of an API, and counts the responses that API Gateway counts as errors. */
export function serveApi(
  gateway: GatewayServer,
  api: Api,
  {
    invoke,
    report,
    metrics,
  }: { invoke: Functions['invoke']; report: (line: string) => void; metrics: MetricCounters },
): void {
  gateway.serve({
    apiId: api.id,
    stage: api.stageName,
    handle: async (request) => {
      const response = await handleRequest(api, request, invoke, report);
      if (response.statusCode >= 500) metrics.count('5XXError', api.id);
      return response;
    },
    tooLarge: (request) => buildGatewayResponse(api.gatewayResponses, { type: 'REQUEST_TOO_LARGE' }, request),
  });
}
