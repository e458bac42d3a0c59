import { randomUUID } from 'node:crypto';
import type {
  APIGatewayEventRequestContextWithAuthorizer,
  APIGatewayProxyEvent,
  APIGatewayRequestAuthorizerEvent,
} from 'aws-lambda';
import { ACCOUNT_ID, REGION } from '../template/names.ts';
import type { Match } from './routes.ts';

/** The context of an authorizer's policy, which is added to the request. */
export type AuthorizerContext = Record<string, string | number | boolean | null>;

/** An HTTP request as the gateway received it. */
export type GatewayRequest = {
  requestId: string;
  httpMethod: string;
  /** Percent-encoded path with the stage, without the query. */
  path: string;
  /** Percent-encoded query without `?`; may be empty. */
  query: string;
  /** Names and values in alternation, like `rawHeaders` of node:http. Names keep the case in which they were sent. */
  rawHeaders: readonly string[];
  body: Buffer;
  sourceIp: string;
  /** `localhost:3000`. */
  host: string;
  protocol: string;
  receivedAt: Date;
  apiId: string;
  stage: string;
};

/** Values of headers or parameters by name. */
type MultiValues = Record<string, string[]>;

/**
 * Builds the event of a Lambda proxy integration of a REST API (payload format 1.0), see
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function buildProxyEvent(
  request: GatewayRequest,
  match: Match,
  authorizer: AuthorizerContext | undefined,
): APIGatewayProxyEvent {
  return {
    ...buildCommonFields(request, match),
    requestContext: buildRequestContext(request, match, authorizer),
    body: request.body.length > 0 ? request.body.toString('utf8') : null,
    isBase64Encoded: false,
  };
}

/** Builds the event of an authorizer of type REQUEST. */
export function buildAuthorizerEvent(
  request: GatewayRequest,
  match: Match,
): APIGatewayRequestAuthorizerEvent {
  return {
    type: 'REQUEST',
    methodArn: buildMethodArn(request, match),
    ...buildCommonFields(request, match),
    requestContext: buildRequestContext(
      request,
      match,
      undefined,
    ) as APIGatewayRequestAuthorizerEvent['requestContext'],
  };
}

/**
 * Returns `arn:aws:execute-api:<region>:<account>:<api>/<stage>/<method>/<path>`, which is matched against a policy's
 * resources.
 */
export function buildMethodArn(request: GatewayRequest, match: Match): string {
  const path = removeStage(request).replace(/^\//, '');
  return `arn:aws:execute-api:${REGION}:${ACCOUNT_ID}:${request.apiId}/${request.stage}/${match.method.httpMethod === 'ANY' ? request.httpMethod : match.method.httpMethod}/${path}`;
}

/** Returns all values of a header. The case of the name does not matter. */
export function getHeaderValues(request: GatewayRequest, name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    if (request.rawHeaders[i]?.toLowerCase() === name.toLowerCase())
      values.push(request.rawHeaders[i + 1] ?? '');
  }
  return values;
}

function removeStage(request: GatewayRequest): string {
  return request.path.slice(request.stage.length + 1) || '/';
}

function buildCommonFields(request: GatewayRequest, match: Match) {
  const multiValueHeaders = collectHeaders(request);
  const multiValueQueryStringParameters = parseQuery(request.query);
  return {
    resource: match.method.resourcePath || '/',
    path: removeStage(request),
    httpMethod: request.httpMethod,
    headers: takeLastValues(multiValueHeaders),
    multiValueHeaders,
    queryStringParameters: emptyToNull(takeLastValues(multiValueQueryStringParameters)),
    multiValueQueryStringParameters: emptyToNull(multiValueQueryStringParameters),
    pathParameters: emptyToNull(match.pathParameters),
    stageVariables: null,
  };
}

function buildRequestContext(
  request: GatewayRequest,
  match: Match,
  authorizer: AuthorizerContext | undefined,
): APIGatewayEventRequestContextWithAuthorizer<AuthorizerContext | undefined> {
  return {
    accountId: ACCOUNT_ID,
    apiId: request.apiId,
    authorizer,
    domainName: request.host,
    domainPrefix: request.host.split(/[.:]/)[0],
    extendedRequestId: request.requestId,
    httpMethod: request.httpMethod,
    identity: {
      accessKey: null,
      accountId: null,
      apiKey: null,
      apiKeyId: null,
      caller: null,
      clientCert: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: request.sourceIp,
      user: null,
      userAgent: getHeaderValues(request, 'user-agent').at(-1) ?? null,
      userArn: null,
    },
    path: request.path,
    protocol: 'HTTP/1.1',
    requestId: request.requestId,
    requestTime: formatRequestTime(request.receivedAt),
    requestTimeEpoch: request.receivedAt.getTime(),
    resourceId: match.method.resourceId,
    resourcePath: match.method.resourcePath || '/',
    stage: request.stage,
  };
}

/** Returns the client's headers, in the case in which they were sent, and those that API Gateway adds. */
function collectHeaders(request: GatewayRequest): MultiValues {
  const result: MultiValues = Object.create(null);
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] ?? '';
    // Hop-by-hop headers are not forwarded. The client cannot choose the headers that the gateway sets itself.
    if (/^(connection|keep-alive|transfer-encoding|x-forwarded-(port|proto))$/i.test(name)) continue;
    result[name] = [...(result[name] ?? []), request.rawHeaders[i + 1] ?? ''];
  }
  const forwardedName = Object.keys(result).find((name) => name.toLowerCase() === 'x-forwarded-for');
  const forwarded = [...((forwardedName && result[forwardedName]) || []), request.sourceIp].join(', ');
  if (forwardedName) delete result[forwardedName];
  result['X-Forwarded-For'] = [forwarded];
  result['X-Forwarded-Port'] = [request.host.split(':')[1] ?? '80'];
  result['X-Forwarded-Proto'] = [request.protocol];
  result['X-Amzn-Trace-Id'] = [createTraceId(request)];
  return result;
}

function createTraceId(request: GatewayRequest): string {
  const time = Math.floor(request.receivedAt.getTime() / 1000).toString(16);
  return `Root=1-${time}-${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}

function parseQuery(query: string): MultiValues {
  const result: MultiValues = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) result[name] = [...(result[name] ?? []), value];
  return result;
}

function takeLastValues(multi: MultiValues): Record<string, string> {
  return Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1) ?? '']));
}

function emptyToNull<T extends object>(value: T): T | null {
  return Object.keys(value).length > 0 ? value : null;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns the time in the Common Log Format: `10/Oct/2000:13:55:36 +0000`. */
function formatRequestTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}
