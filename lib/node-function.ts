import { AssetHashType, type Duration, RemovalPolicy, type Size, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { FunctionBundles } from './bundle/function-bundles.ts';
import type { FunctionName } from './function-names.ts';
import type { StageSettings } from './stage-settings.ts';

/** What all functions of a stack share. */
export interface FunctionDefaults {
  readonly settings: StageSettings;
  readonly bundles: FunctionBundles;
}

export interface NodeFunctionProps<Env> {
  readonly defaults: FunctionDefaults;
  readonly name: FunctionName;
  /** One line for the console. */
  readonly description: string;
  /** Exactly what the function's `env.ts` reads. */
  readonly environment: Env;
  readonly timeout: Duration;
  /** Megabytes. */
  readonly memory: number;
  /** Size of /tmp; 512 MB unless given. */
  readonly ephemeralStorage?: Size;
}

/**
 * A Lambda function of the service with the defaults of all: Node 24 on x86-64 (Chromium's package has no other),
 * ES modules, source maps, a log group of its own with retention, tracing, and a role that may write its logs and
 * traces and nothing more until a construct grants it.
 */
export class NodeFunction<Env extends object> extends Construct {
  readonly function: LambdaFunction;
  readonly functionName: FunctionName;
  readonly timeout: Duration;

  constructor(scope: Construct, id: string, props: NodeFunctionProps<Env>) {
    super(scope, id);
    const { settings, bundles } = props.defaults;
    const bundle = bundles[props.name];
    const logGroup = new LogGroup(this, 'Logs', {
      retention: settings.retention.logs,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Role of ${props.name}`,
    });
    logGroup.grantWrite(role);
    this.functionName = props.name;
    this.timeout = props.timeout;
    this.function = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      code: Code.fromAsset(bundle.directory, { assetHash: bundle.hash, assetHashType: AssetHashType.CUSTOM }),
      handler: 'index.handler',
      role,
      logGroup,
      tracing: Tracing.ACTIVE,
      timeout: props.timeout,
      memorySize: props.memory,
      ephemeralStorageSize: props.ephemeralStorage,
      environment: {
        ...(props.environment as Record<string, string>),
        NODE_OPTIONS: '--enable-source-maps',
        POWERTOOLS_SERVICE_NAME: props.name,
        POWERTOOLS_METRICS_NAMESPACE: 'A11yScan',
        POWERTOOLS_LOG_LEVEL: settings.logLevel,
      },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray takes traces of no resource: xray:PutTraceSegments and PutTelemetryRecords know only *.',
    });
  }

  /** Allows exactly these actions on exactly these resources, under the conditions of IAM if any are given. */
  allow(
    actions: readonly string[],
    resources: readonly string[],
    conditions?: Record<string, Record<string, string | string[]>>,
  ): void {
    const allowed = { effect: Effect.ALLOW, actions: [...actions], resources: [...resources] };
    this.function.addToRolePolicy(new PolicyStatement({ ...allowed, ...(conditions && { conditions }) }));
  }
}
