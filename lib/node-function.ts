import { AssetHashType, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  TenancyConfig,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { LogGroup, LogGroupClass } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { getMetricsNamespace } from '../core/metrics/metrics.ts';
import type { FunctionBundles } from './bundle/bundle-functions.ts';
import type { FunctionRow, Grant } from './function-row.ts';
import type { StageSettings } from './stage-settings.ts';

/** The settings and bundles shared by all functions of a deployment. */
export interface FunctionDefaults {
  readonly settings: StageSettings;
  readonly bundles: FunctionBundles;
}

/**
 * A Lambda function with the defaults of the service: Node 24 on x86-64 (the Chromium package supports only this
 * architecture), ES modules, source maps, its own log group with retention, and tracing. Its role may write its logs
 * and traces and has the grants of its row, nothing more.
 */
export class NodeFunction extends Construct {
  readonly function: LambdaFunction;
  readonly functionName: string;
  /** The effect of an error of the function, as the end of `<name> failed: `. */
  readonly failure: string;
  /** Whether queues invoke the function. */
  readonly hasQueues: boolean;
  /** Time between two runs of a scheduled function. */
  readonly every: Duration | undefined;

  constructor(scope: Construct, functionName: string, row: FunctionRow, defaults: FunctionDefaults) {
    super(scope, pascalCase(functionName));
    const { settings, bundles } = defaults;
    const bundle = bundles[functionName];
    if (bundle === undefined) throw new Error(`functions/${functionName}/handler.ts is missing`);
    // CloudFormation cannot change the class of a log group. So the id contains it, and another class makes another log
    // group (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-logs-loggroup.html).
    const logGroup = new LogGroup(this, row.isUntrusted ? 'InfrequentAccessLogs' : 'Logs', {
      // This class has no embedded metrics, so that a log line cannot forge a metric:
      // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch_Logs_Log_Classes.html
      ...(row.isUntrusted && { logGroupClass: LogGroupClass.INFREQUENT_ACCESS }),
      retention: settings.retention.logs,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = this.#createRole(functionName, logGroup, row);
    this.functionName = functionName;
    this.failure = row.failure;
    this.hasQueues = row.queues !== undefined;
    this.every = row.every;
    this.function = new LambdaFunction(this, 'Function', {
      description: row.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      code: Code.fromAsset(bundle.directory, { assetHash: bundle.hash, assetHashType: AssetHashType.CUSTOM }),
      handler: 'index.handler',
      // The role has all of its permissions already.
      role: role.withoutPolicyUpdates(),
      logGroup,
      tracing: Tracing.ACTIVE,
      recursiveLoop: row.inLoop ? RecursiveLoop.ALLOW : undefined,
      timeout: row.timeout,
      memorySize: row.memory,
      ephemeralStorageSize: row.ephemeralStorage,
      ...(row.isUntrusted && { tenancyConfig: TenancyConfig.PER_TENANT }),
      environment: {
        ...(row.environment as Record<string, string>),
        NODE_OPTIONS: '--enable-source-maps',
        POWERTOOLS_SERVICE_NAME: functionName,
        POWERTOOLS_METRICS_NAMESPACE: getMetricsNamespace(settings.stage),
        POWERTOOLS_LOG_LEVEL: settings.logLevel,
      },
    });
    for (const { queue, ...limits } of row.queues ?? []) {
      // Only the messages that the function reports as failed return to the queue.
      this.function.addEventSource(new SqsEventSource(queue, { ...limits, reportBatchItemFailures: true }));
    }
    if (row.every !== undefined) this.#runEvery(row.every);
  }

  /**
   * Returns the role with all permissions in it. Separate policies would be one more resource of the stack for each
   * function, and a function could run before it has its policy.
   */
  #createRole(functionName: string, logGroup: LogGroup, { grants, queues = [] }: FunctionRow): Role {
    const statements: Grant[] = [
      { actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroup.logGroupArn] },
      { actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] },
      ...grants,
      ...queues.map(({ queue }) => ({ actions: consumeActions, resources: [queue.queueArn] })),
    ];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Role of ${functionName}`,
      inlinePolicies: { Permissions: new PolicyDocument({ statements: statements.map(toStatement) }) },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'X-Ray has no resources for traces: xray:PutTraceSegments and PutTelemetryRecords support only *.',
    });
    for (const { acknowledged } of grants) if (acknowledged) Validations.of(role).acknowledge(acknowledged);
    return role;
  }

  #runEvery(period: Duration): void {
    this.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Rule(this, 'Schedule', {
      description: `Runs ${this.functionName}`,
      schedule: Schedule.rate(period),
      targets: [new FunctionTarget(this.function, { retryAttempts: 0 })],
    });
  }
}

/** What Lambda needs to handle the messages of a queue: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
const consumeActions = [
  'sqs:ReceiveMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:GetQueueUrl',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
];

function toStatement({ actions, resources, conditions }: Grant): PolicyStatement {
  return new PolicyStatement({
    actions: [...actions],
    resources: [...resources],
    ...(conditions && { conditions }),
  });
}

/** Creates the functions of a table in a stack. */
export function createFunctions<Name extends string>(
  scope: Construct,
  rows: Readonly<Record<Name, FunctionRow>>,
  defaults: FunctionDefaults,
): Readonly<Record<Name, NodeFunction>> {
  const entries = Object.entries<FunctionRow>(rows).map(([name, row]) => [
    name,
    new NodeFunction(scope, name, row, defaults),
  ]);
  return Object.fromEntries(entries) as Record<Name, NodeFunction>;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
