import type { GatewayResponse } from '../template/rest-api.ts';
import { type GatewayRequest, getHeaderValues } from './request.ts';
import type { WireResponse } from './response.ts';

/**
 * Default status and message of each gateway response, from
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
const defaultResponses = {
  ACCESS_DENIED: { status: 403, message: 'User is not authorized to access this resource' },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error' },
  AUTHORIZER_FAILURE: { status: 500, message: 'Internal server error' },
  DEFAULT_4XX: { status: 400, message: 'Bad Request' },
  INTEGRATION_FAILURE: { status: 502, message: 'Internal server error' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  THROTTLED: { status: 429, message: 'Too Many Requests' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
} as const;

export type GatewayResponseType = keyof typeof defaultResponses;

/** Why the gateway itself responds, with the values that a response template may use besides the request. */
export type GatewayFailure = {
  type: GatewayResponseType;
  /** Context of an authorizer that denied access. */
  authorizer?: Record<string, unknown> | undefined;
};

/**
 * Builds the gateway's own response to a request that reached no function, or whose function failed.
 *
 * Uses the gateway response of this type, then `DEFAULT_4XX` or `DEFAULT_5XX`, then API Gateway's default.
 */
export function buildGatewayResponse(
  responses: readonly GatewayResponse[],
  failure: GatewayFailure,
  request: GatewayRequest,
): WireResponse {
  const standard = defaultResponses[failure.type];
  const own = responses.find(({ type }) => type === failure.type);
  const fallback = responses.find(
    ({ type }) => type === (standard.status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'),
  );
  const chosen = own ?? fallback;
  const statusCode = own?.statusCode ?? fallback?.statusCode ?? standard.status;

  const variables = buildContextVariables(request, failure, standard.message);
  const templates = Object.entries(chosen?.templates ?? {});
  const accepted = getHeaderValues(request, 'accept').join(',');
  const [contentType, template] = templates.find(([type]) => accepted.includes(type)) ??
    templates[0] ?? ['application/json', '{"message":$context.error.messageString}'];

  const headers: [string, string][] = [
    ['x-amzn-RequestId', request.requestId],
    ['x-amzn-ErrorType', failure.type],
    ['Content-Type', contentType],
  ];
  for (const [name, expression] of Object.entries(chosen?.headers ?? {})) {
    const value = resolveMapping(expression, variables, request);
    if (value === undefined) continue;
    const index = headers.findIndex(([existing]) => existing.toLowerCase() === name.toLowerCase());
    if (index >= 0) headers.splice(index, 1);
    headers.push([name, value]);
  }
  return { statusCode, headers, body: Buffer.from(renderTemplate(template, variables)) };
}

type Variables = ReadonlyMap<string, string>;

function buildContextVariables(request: GatewayRequest, failure: GatewayFailure, message: string): Variables {
  const variables = new Map<string, string>([
    ['apiId', request.apiId],
    ['domainName', request.host],
    ['error.message', message],
    // The only variable that API Gateway quotes itself.
    ['error.messageString', JSON.stringify(message)],
    ['error.responseType', failure.type],
    ['extendedRequestId', request.requestId],
    ['httpMethod', request.httpMethod],
    ['identity.sourceIp', request.sourceIp],
    ['identity.userAgent', getHeaderValues(request, 'user-agent').at(-1) ?? ''],
    ['path', request.path],
    ['protocol', 'HTTP/1.1'],
    ['requestId', request.requestId],
    ['requestTimeEpoch', String(request.receivedAt.getTime())],
    ['stage', request.stage],
  ]);
  for (const [name, value] of Object.entries(failure.authorizer ?? {})) {
    if (value !== null && value !== undefined) variables.set(`authorizer.${name}`, String(value));
  }
  return variables;
}

/**
 * Renders a template. Gateway responses support only variable substitution, nothing else of VTL. A variable without a
 * value becomes an empty string.
 */
function renderTemplate(template: string, variables: Variables): string {
  return template.replace(
    /\$(?:context\.([A-Za-z0-9_.]*[A-Za-z0-9_])|\{context\.([A-Za-z0-9_.]+)\})/g,
    (_, plain?: string, braced?: string) => variables.get(plain ?? braced ?? '') ?? '',
  );
}

/**
 * Resolves a mapping expression: `'literal'`, `context.…`, `method.request.header.…` or
 * `method.request.querystring.…`.
 */
function resolveMapping(
  expression: string,
  variables: Variables,
  request: GatewayRequest,
): string | undefined {
  const literal = /^'(.*)'$/s.exec(expression)?.[1];
  if (literal !== undefined) return literal;
  if (expression.startsWith('context.')) return variables.get(expression.slice('context.'.length));
  const header = /^method\.request\.header\.(.+)$/.exec(expression)?.[1];
  if (header !== undefined) return getHeaderValues(request, header).at(-1);
  const parameter = /^method\.request\.querystring\.(.+)$/.exec(expression)?.[1];
  if (parameter !== undefined) return new URLSearchParams(request.query).get(parameter) ?? undefined;
  return undefined;
}
