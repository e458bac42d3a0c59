import type { TemplateResource } from './assembly.ts';
import { getRootResourceId, toRestApiId } from './context.ts';
import { type IntrinsicsContext, resolveIntrinsics } from './intrinsics.ts';
import { Properties } from './properties.ts';

/** One method of one resource. */
export type ApiMethod = {
  /** `/v1/sites/{siteId}`, without the stage. */
  resourcePath: string;
  resourceId: string;
  /** An HTTP method or `ANY`. */
  httpMethod: string;
  functionArn: string;
  /** The role with which API Gateway invokes the function; undefined if the function's own policy permits it. */
  roleArn: string | undefined;
  /** The authorizer's id; undefined if the method is public. */
  authorizerId: string | undefined;
  timeoutMilliseconds: number;
};

/** A Lambda authorizer of type REQUEST. */
export type ApiAuthorizer = {
  /** The value of `Ref`, which methods use. */
  id: string;
  functionArn: string;
  /** Names of the required headers and query parameters, from `method.request.header.X-API-Key`. */
  identityHeaders: string[];
  identityParameters: string[];
};

/** A gateway response of the template. */
export type GatewayResponse = {
  type: string;
  statusCode: number | undefined;
  /** Content type → template. */
  templates: Record<string, string>;
  /** Header name → mapping expression, such as `'text'` or `context.requestId`. */
  headers: Record<string, string>;
};

export type RestApi = {
  logicalId: string;
  id: string;
  stageName: string;
  methods: ApiMethod[];
  authorizers: ApiAuthorizer[];
  gatewayResponses: GatewayResponse[];
};

type Entry = [logicalId: string, resource: TemplateResource];

/**
 * Reads the REST API of a stack.
 *
 * @param notServed receives a line for each method whose integration is not a Lambda proxy
 * @returns undefined if the stack has no API
 * @throws Error if there are several, or one without a stage
 */
export function readRestApi(
  resources: Entry[],
  context: IntrinsicsContext,
  notServed: string[],
): RestApi | undefined {
  const ofType = (type: string) =>
    resources
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties: own }]) => {
        const path = `Resources.${id}.Properties`;
        // Methods, resources and authorizers refer to each other by the value of `Ref`.
        return {
          id: String(context.ref(id)),
          properties: new Properties(resolveIntrinsics(own ?? {}, context, path), path),
        };
      });

  const apis = resources.filter(([, { Type }]) => Type === 'AWS::ApiGateway::RestApi');
  const logicalId = apis[0]?.[0];
  if (logicalId === undefined) return undefined;
  if (apis.length > 1)
    throw new Error(`only one REST API is supported, not ${apis.length}: ${apis.map(([id]) => id)}`);
  const stageName = ofType('AWS::ApiGateway::Stage')[0]?.properties.string('StageName');
  if (stageName === undefined) throw new Error(`Resources.${logicalId}: the REST API has no stage`);

  const paths = buildResourcePaths(logicalId, ofType('AWS::ApiGateway::Resource'));
  const methods: ApiMethod[] = [];
  for (const { id, properties } of ofType('AWS::ApiGateway::Method')) {
    const resourceId = properties.string('ResourceId');
    const resourcePath = paths.get(resourceId);
    if (resourcePath === undefined) throw new Error(`Resources.${id}: unknown resource ${resourceId}`);
    const httpMethod = properties.string('HttpMethod');
    const integration = properties.object('Integration');
    const functionArn = parseFunctionArn(integration.optionalString('Uri'));
    if (integration.optionalString('Type') !== 'AWS_PROXY' || functionArn === undefined) {
      notServed.push(`${httpMethod} ${resourcePath} is not served: its integration is not a Lambda proxy`);
      continue;
    }
    methods.push({
      resourcePath,
      resourceId,
      httpMethod,
      functionArn,
      roleArn: integration.optionalString('Credentials'),
      authorizerId:
        properties.optionalString('AuthorizationType') === 'CUSTOM'
          ? properties.string('AuthorizerId')
          : undefined,
      timeoutMilliseconds: integration.number('TimeoutInMillis', 29_000),
    });
  }

  return {
    logicalId,
    id: toRestApiId(logicalId),
    stageName,
    methods,
    authorizers: ofType('AWS::ApiGateway::Authorizer').map(({ id, properties }) =>
      readAuthorizer(id, properties),
    ),
    gatewayResponses: ofType('AWS::ApiGateway::GatewayResponse').map(({ properties }) =>
      readGatewayResponse(properties),
    ),
  };
}

function buildResourcePaths(
  apiLogicalId: string,
  resources: { id: string; properties: Properties }[],
): ReadonlyMap<string, string> {
  const byId = new Map(resources.map(({ id, properties }) => [id, properties]));
  const paths = new Map([[getRootResourceId(apiLogicalId), '']]);
  const buildPath = (id: string): string => {
    const known = paths.get(id);
    if (known !== undefined) return known;
    const properties = byId.get(id);
    if (!properties) throw new Error(`Resources: the API resource ${id} does not exist`);
    const path = `${buildPath(properties.string('ParentId'))}/${properties.string('PathPart')}`;
    paths.set(id, path);
    return path;
  };
  for (const id of byId.keys()) buildPath(id);
  return paths;
}

/**
 * Returns the function's ARN from the URI of an integration: `…:lambda:path/2015-03-31/functions/<function
 * ARN>/invocations`.
 */
function parseFunctionArn(uri: string | undefined): string | undefined {
  return /\/functions\/(arn:[^/]+)\/invocations$/.exec(uri ?? '')?.[1];
}

function readAuthorizer(id: string, properties: Properties): ApiAuthorizer {
  const type = properties.string('Type');
  if (type !== 'REQUEST')
    throw new Error(`Resources.${id}: only authorizers of type REQUEST are supported, not ${type}`);
  if (properties.number('AuthorizerResultTtlInSeconds', 300) !== 0) {
    throw new Error(
      `Resources.${id}: AuthorizerResultTtlInSeconds must be 0; the embedded runtime caches no results`,
    );
  }
  const functionArn = parseFunctionArn(properties.optionalString('AuthorizerUri'));
  if (functionArn === undefined) throw new Error(`Resources.${id}: AuthorizerUri names no Lambda function`);
  const sources = (properties.optionalString('IdentitySource') ?? '')
    .split(',')
    .map((source) => source.trim());
  const named = (prefix: string) =>
    sources.filter((source) => source.startsWith(prefix)).map((source) => source.slice(prefix.length));
  return {
    id,
    functionArn,
    identityHeaders: named('method.request.header.'),
    identityParameters: named('method.request.querystring.'),
  };
}

function readGatewayResponse(properties: Properties): GatewayResponse {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(properties.object('ResponseParameters').strings())) {
    headers[name.replace('gatewayresponse.header.', '')] = value;
  }
  const status = properties.number('StatusCode', 0);
  return {
    type: properties.string('ResponseType'),
    statusCode: status === 0 ? undefined : status,
    templates: properties.object('ResponseTemplates').strings(),
    headers,
  };
}
