import { type CfnStage, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';

/** How a client is told what to send: the header is X-API-Key, its scheme is our own. */
export const CHALLENGE = 'ApiKey realm="a11y-scan"';

interface GatewayProblem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** Headers besides those of every response. */
  readonly headers?: Readonly<Record<string, string>>;
}

const challenge = { 'WWW-Authenticate': `'${CHALLENGE}'` };

const internalError = {
  status: 500,
  code: 'internal-error',
  title: 'Internal error',
  detail: 'The service could not handle the request. Try again; if it persists, report the request id.',
};
const badRequest = {
  status: 400,
  code: 'bad-request',
  title: 'Bad request',
  detail: 'The gateway could not read the request.',
};
const routeNotFound = (openapiPath: string) => ({
  status: 404,
  code: 'route-not-found',
  title: 'Route not found',
  detail: `There is no such route. ${openapiPath} lists all.`,
});
const rateLimited = {
  status: 429,
  code: 'rate-limited',
  title: 'Too many requests',
  detail: 'The service receives too many requests at the moment. Wait, then try again.',
  headers: { 'Retry-After': "'1'" },
};

/**
 * What the gateway answers by itself, in the form that the handlers' errors have. `$context.…` is filled in by the
 * gateway; nothing that the client sent is repeated, since the gateway does not escape it.
 * @param openapiPath path of the OpenAPI document as callers reach it
 */
const problems = (openapiPath: string): ReadonlyArray<readonly [ResponseType, GatewayProblem]> => [
  [
    ResponseType.UNAUTHORIZED,
    {
      status: 401,
      code: 'key-missing',
      title: 'API key missing',
      detail: 'Send an API key in the header X-API-Key.',
      headers: challenge,
    },
  ],
  [
    // The authorizer denies with the code, the title and the sentence in its context.
    ResponseType.ACCESS_DENIED,
    {
      status: 401,
      code: '$context.authorizer.code',
      title: '$context.authorizer.title',
      detail: '$context.authorizer.detail',
      headers: challenge,
    },
  ],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, routeNotFound(openapiPath)],
  [ResponseType.RESOURCE_NOT_FOUND, routeNotFound(openapiPath)],
  [ResponseType.BAD_REQUEST_BODY, badRequest],
  [ResponseType.BAD_REQUEST_PARAMETERS, badRequest],
  [ResponseType.DEFAULT_4XX, badRequest],
  [
    ResponseType.REQUEST_TOO_LARGE,
    { status: 413, code: 'body-too-large', title: 'Body too large', detail: 'A body may have 256 KB.' },
  ],
  [
    ResponseType.UNSUPPORTED_MEDIA_TYPE,
    {
      status: 415,
      code: 'unsupported-media-type',
      title: 'Unsupported media type',
      detail: 'Send JSON with Content-Type: application/json.',
    },
  ],
  [ResponseType.THROTTLED, rateLimited],
  [ResponseType.QUOTA_EXCEEDED, rateLimited],
  [
    ResponseType.WAF_FILTERED,
    {
      status: 403,
      code: 'request-blocked',
      title: 'Request blocked',
      detail: 'The firewall refused the request.',
    },
  ],
  [
    ResponseType.INTEGRATION_TIMEOUT,
    {
      status: 504,
      code: 'timeout',
      title: 'Timed out',
      detail: 'The service took too long to answer. Try again.',
    },
  ],
  [ResponseType.INTEGRATION_FAILURE, internalError],
  [ResponseType.AUTHORIZER_FAILURE, internalError],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, internalError],
  [ResponseType.API_CONFIGURATION_ERROR, internalError],
  [ResponseType.DEFAULT_5XX, internalError],
];

const commonHeaders = {
  'Content-Type': "'application/problem+json'",
  'X-Request-Id': 'context.requestId',
  'Cache-Control': "'no-store'",
  'X-Content-Type-Options': "'nosniff'",
  'Strict-Transport-Security': "'max-age=31536000; includeSubDomains'",
};

/** The gateway's own answers as problem+json (RFC 9457). */
export class GatewayResponses extends Construct {
  constructor(scope: Construct, id: string, api: RestApi) {
    super(scope, id);
    // The stage's name as it was given. A reference to the stage would lead back here: its deployment waits for these.
    const { stageName } = api.deploymentStage.node.defaultChild as CfnStage;
    for (const [type, problem] of problems(`/${stageName}/v1/openapi.json`)) {
      api.addGatewayResponse(idOf(type), {
        type,
        statusCode: String(problem.status),
        responseHeaders: { ...commonHeaders, ...problem.headers },
        templates: {
          'application/json': JSON.stringify({
            type: `urn:a11y-scan:problem:${problem.code}`,
            title: problem.title,
            status: problem.status,
            detail: problem.detail,
            code: problem.code,
            instance: 'urn:uuid:$context.requestId',
          }),
        },
      });
    }
  }
}

function idOf(type: ResponseType): string {
  return type.responseType
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
