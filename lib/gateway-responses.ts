import { type CfnStage, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { API_ROOT, PROBLEM_TYPE, standardHeaders } from '../core/api/endpoint.ts';
import { getOpenapi } from '../core/api/service-endpoints.ts';
import { buildProblemBody, getProblemType, Problem } from '../core/problems/problem.ts';
import { getGatewayDetail, type ProblemCode, problems } from '../core/problems/problems.ts';

/**
 * The challenge (`WWW-Authenticate`) for a call without a valid key. The scheme is specific to this service; the header
 * with the key is X-API-Key.
 */
export const CHALLENGE = 'ApiKey realm="a11y-scan"';

/** The responses that API Gateway sends itself. `ACCESS_DENIED` stands for every code of the authorizer. */
const answers: ReadonlyArray<readonly [ResponseType, ProblemCode]> = [
  [ResponseType.UNAUTHORIZED, 'key-missing'],
  [ResponseType.ACCESS_DENIED, 'key-unknown'],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, 'route-not-found'],
  [ResponseType.RESOURCE_NOT_FOUND, 'route-not-found'],
  [ResponseType.BAD_REQUEST_BODY, 'bad-request'],
  [ResponseType.BAD_REQUEST_PARAMETERS, 'bad-request'],
  [ResponseType.DEFAULT_4XX, 'bad-request'],
  [ResponseType.REQUEST_TOO_LARGE, 'body-too-large'],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, 'unsupported-media-type'],
  [ResponseType.THROTTLED, 'rate-limited'],
  [ResponseType.QUOTA_EXCEEDED, 'rate-limited'],
  [ResponseType.WAF_FILTERED, 'request-blocked'],
  [ResponseType.INTEGRATION_TIMEOUT, 'timeout'],
  [ResponseType.INTEGRATION_FAILURE, 'internal-error'],
  [ResponseType.AUTHORIZER_FAILURE, 'internal-error'],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, 'internal-error'],
  [ResponseType.API_CONFIGURATION_ERROR, 'internal-error'],
  [ResponseType.DEFAULT_5XX, 'internal-error'],
];

const REQUEST_ID = '$context.requestId';

/**
 * API Gateway's own responses as problem+json (RFC 9457). API Gateway replaces `$context.…`. The responses contain no
 * text from the client, because API Gateway does not escape it.
 */
export class GatewayResponses extends Construct {
  constructor(scope: Construct, id: string, api: RestApi) {
    super(scope, id);
    // The literal name of the stage. A reference to the stage would be circular, because its deployment depends on
    // these responses.
    const { stageName } = api.deploymentStage.node.defaultChild as CfnStage;
    const openapi = `/${stageName}${API_ROOT}${getOpenapi.path}`;
    for (const [type, code] of answers) {
      const list = code === 'route-not-found' ? ` ${openapi} lists all paths.` : '';
      const body = buildProblemBody(new Problem(code, getGatewayDetail(code) + list), REQUEST_ID);
      api.addGatewayResponse(toConstructId(type), {
        type,
        statusCode: String(problems[code].status),
        responseHeaders: buildHeaders(code),
        templates: {
          'application/json': JSON.stringify(
            type === ResponseType.ACCESS_DENIED ? buildDeniedBody(body) : body,
          ),
        },
      });
    }
  }
}

/** Returns the body with code, title and detail from the context that the authorizer returns with a denial. */
function buildDeniedBody(body: object): object {
  const { code, title, detail } = {
    code: '$context.authorizer.code',
    title: '$context.authorizer.title',
    detail: '$context.authorizer.detail',
  };
  return { ...body, type: getProblemType(code), title, detail, code };
}

/** Returns the headers of a response, each as a quoted literal or as a variable of API Gateway. */
function buildHeaders(code: ProblemCode): Record<string, string> {
  const literals = {
    'Content-Type': PROBLEM_TYPE,
    ...standardHeaders,
    // API Gateway quotes the values of these headers. Documentation does not say how a value contains quotes.
    'Content-Security-Policy': 'sandbox',
    ...(problems[code].status === 401 && { 'WWW-Authenticate': CHALLENGE }),
    ...(code === 'rate-limited' && { 'Retry-After': '1' }),
  };
  const quoted = Object.entries(literals).map(([name, value]) => [name, `'${value}'`]);
  return { ...Object.fromEntries(quoted), 'X-Request-Id': REQUEST_ID.slice(1) };
}

function toConstructId(type: ResponseType): string {
  return type.responseType
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
