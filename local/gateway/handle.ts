import { FunctionTimeoutError } from '../functions/errors.ts';
import type { RestApi } from '../template/rest-api.ts';
import { authorize, type Invoke } from './authorize.ts';
import { buildGatewayResponse, type GatewayFailure } from './gateway-responses.ts';
import { type AuthorizerContext, buildProxyEvent, type GatewayRequest } from './request.ts';
import { toWireResponse, type WireResponse } from './response.ts';
import { findMethod } from './routes.ts';

/**
 * Handles one request: route → authorizer → function → response.
 *
 * @param request complete; its body is within the gateway's limit
 * @param invoke invokes a function by ARN
 * @param report gets a line with the cause of a 5xx response
 */
export async function handleRequest(
  api: RestApi,
  request: GatewayRequest,
  invoke: Invoke,
  report: (line: string) => void,
): Promise<WireResponse> {
  const fail = (failure: GatewayFailure) => buildGatewayResponse(api.gatewayResponses, failure, request);

  const stage = `/${api.stageName}`;
  const inStage = request.path === stage || request.path.startsWith(`${stage}/`);
  const match = inStage && findMethod(api.methods, request.httpMethod, request.path.slice(stage.length));
  if (!match) return fail({ type: 'MISSING_AUTHENTICATION_TOKEN' });

  let context: AuthorizerContext | undefined;
  if (match.method.authorizerId !== undefined) {
    const authorizer = api.authorizers.find(({ id }) => id === match.method.authorizerId);
    if (!authorizer) return fail({ type: 'AUTHORIZER_CONFIGURATION_ERROR' });
    const verdict = await authorize(authorizer, request, match, invoke);
    if ('failure' in verdict) {
      if (verdict.failure.type.startsWith('AUTHORIZER_'))
        report(`${request.requestId}: ${verdict.failure.type}`);
      return fail(verdict.failure);
    }
    context = verdict.context;
  }

  try {
    const event = buildProxyEvent(request, match, context);
    return toWireResponse(await invoke(match.method.functionArn, event, match.method.timeoutMilliseconds));
  } catch (error) {
    report(`${request.httpMethod} ${request.path} (${request.requestId}): ${error}`);
    return fail({
      type: error instanceof FunctionTimeoutError ? 'INTEGRATION_TIMEOUT' : 'INTEGRATION_FAILURE',
    });
  }
}
