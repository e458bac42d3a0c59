import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  AwsIntegration,
  type CfnAuthorizer,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  type Resource,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { API_ROOT, isPublic, STAGE_NAME } from '../core/api/endpoint.ts';
import { endpoints, type FunctionName, getFunctionName } from '../core/api/endpoints.ts';
import { GatewayResponses } from './gateway-responses.ts';
import type { NodeFunction } from './node-function.ts';
import type { StageSettings } from './stage-settings.ts';

export interface ApiProps {
  readonly settings: StageSettings;
  readonly functions: Readonly<Record<FunctionName | 'authorize' | 'refuse-method', NodeFunction>>;
}

/**
 * The REST API: every endpoint of the contract, with the authorizer unless the endpoint is public, and one
 * `ANY` method on each resource that responds with 405.
 */
export class Api extends Construct {
  readonly restApi: RestApi;

  constructor(scope: Construct, id: string, { settings, functions }: ApiProps) {
    super(scope, id);
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: settings.retention.logs,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.restApi = new RestApi(this, 'RestApi', {
      restApiName: `a11y-scan-${settings.stage}`,
      description: 'Accessibility scanning service',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: true,
      deployOptions: {
        stageName: STAGE_NAME,
        tracingEnabled: true,
        // Log errors of API Gateway itself, but never requests, because their headers contain keys.
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        throttlingRateLimit: settings.throttling.requestsPerSecond,
        throttlingBurstLimit: settings.throttling.burst,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: accessLogFormat(),
      },
    });
    // It has another id than the earlier authorizer with an identity source, because API Gateway keeps the source of an
    // authorizer from whose template it is removed.
    const authorizer = new RequestAuthorizer(this, 'CallerAuthorizer', {
      handler: functions.authorize.function,
      // It runs for every call, because a call has a key or a cookie. Without a credential it reads nothing.
      identitySources: [],
      // Results are not cached, so that a revoked key or an ended session stops working at the next call.
      resultsCacheTtl: Duration.seconds(0),
    });
    // The CDK writes an empty text, which API Gateway refuses.
    (authorizer.node.defaultChild as CfnAuthorizer).addPropertyDeletionOverride('IdentitySource');
    const credentialsRole = this.createInvokeRole(functions);
    const integrate = (name: FunctionName | 'refuse-method') =>
      new AwsIntegration({
        proxy: true,
        service: 'lambda',
        path: `2015-03-31/functions/${functions[name].function.functionArn}/invocations`,
        options: { credentialsRole },
      });
    const resources = new Map<string, Resource>();
    for (const endpoint of endpoints) {
      const { method: httpMethod, path } = endpoint;
      const resource = this.restApi.root.resourceForPath(`${API_ROOT}${path}`);
      resources.set(path, resource);
      const integration = integrate(getFunctionName(endpoint));
      if (isPublic(endpoint)) {
        const method = resource.addMethod(httpMethod, integration, {
          authorizationType: AuthorizationType.NONE,
        });
        acknowledgeKeyless(
          method,
          ['read-shared-report', 'unsubscribe'].includes(getFunctionName(endpoint))
            ? 'The token of the link is its credential: 256 random bits, which the function verifies.'
            : `${path} contains no customer data and is called before a client has a credential.`,
        );
      } else {
        const method = resource.addMethod(httpMethod, integration, { authorizer });
        Validations.of(method).acknowledge({ id: 'AwsSolutions-COG4', reason: OWN_AUTHORIZER });
      }
    }
    for (const resource of resources.values()) {
      const method = resource.addMethod('ANY', integrate('refuse-method'), {
        authorizationType: AuthorizationType.NONE,
      });
      acknowledgeKeyless(method, 'It responds with 405 and the supported methods, and accesses no data.');
    }
    new GatewayResponses(this, 'GatewayResponses', this.restApi);
    this.acknowledge();
  }

  /** Returns the URL of the API for clients, without a trailing slash. */
  get url(): string {
    return this.restApi.urlForPath(API_ROOT);
  }

  /**
   * Returns the role with which API Gateway invokes the functions of all calls: a permission for each function would be
   * a resource for each.
   */
  private createInvokeRole(functions: ApiProps['functions']): Role {
    const names = new Set([...endpoints.map(getFunctionName), 'refuse-method' as const]);
    const resources = [...names].map((name) => functions[name].function.functionArn);
    return new Role(this, 'InvokeRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        Invoke: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources })],
        }),
      },
    });
  }

  private acknowledge(): void {
    Validations.of(this.restApi).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason:
          'Handlers validate with the schemas from which the OpenAPI document is built and name the invalid field; ' +
          'validation in API Gateway would duplicate this with less detail.',
      },
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
        reason: 'The account-wide role with which API Gateway writes logs; AWS documents this policy for it.',
      },
      {
        id: 'AwsSolutions-APIG3',
        reason:
          'Every call that accesses data needs a key with 142 random bits or a session with 256, and is counted for it, ' +
          'and the stage ' +
          'throttles. A web ACL has a monthly cost; an operator may attach one to the stage without a change here.',
      },
    );
  }
}

const OWN_AUTHORIZER =
  'The request authorizer verifies API keys of CI pipelines, which Cognito does not support, and sessions of people, ' +
  'whose sign-in the operator may leave to any OpenID provider.';

function acknowledgeKeyless(method: Construct, reason: string): void {
  Validations.of(method).acknowledge(
    { id: 'AwsSolutions-APIG4', reason },
    { id: 'AwsSolutions-COG4', reason },
  );
}

/**
 * Returns the format of the access log: the caller, the route and the outcome. It contains no key and, except the
 * method, no text from the client.
 */
function accessLogFormat(): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      time: '$context.requestTime',
      requestId: '$context.requestId',
      keyId: '$context.authorizer.keyId',
      personId: '$context.authorizer.personId',
      accountId: '$context.authorizer.accountId',
      sourceIp: '$context.identity.sourceIp',
      callerIp: '$context.authorizer.sourceIp',
      method: '$context.httpMethod',
      route: '$context.resourcePath',
      status: '$context.status',
      latencyMs: '$context.responseLatency',
      integrationLatencyMs: '$context.integration.latency',
      authorizerLatencyMs: '$context.authorizer.latency',
      gatewayError: '$context.error.responseType',
      responseBytes: '$context.responseLength',
      traceId: '$context.xrayTraceId',
    }),
  );
}
