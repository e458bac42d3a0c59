import { prices } from './prices.ts';

/** The part of a synthesized template that is read here. */
export interface PricedTemplate {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> }>
  >;
}

/** An item of the bill of a month in which nobody calls the service. */
export interface IdleItem {
  readonly what: string;
  /** How many of them are paid in a month. */
  readonly count: number;
  /** List price of one, in US dollars. */
  readonly price: number;
}

/** Resources that cost nothing while nobody uses them, except their storage, which is below a cent. */
const freeWhileIdle = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::Authorizer',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::GatewayResponse',
  'AWS::ApiGateway::Method',
  'AWS::ApiGateway::Resource',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::DynamoDB::Table',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::Queue',
  'AWS::SQS::QueuePolicy',
  // Standard parameters.
  'AWS::SSM::Parameter',
  'Custom::Trigger',
]);

const charged = new Set([
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Events::Rule',
  'AWS::KMS::Key',
  'AWS::Lambda::EventSourceMapping',
  'AWS::SecretsManager::Secret',
]);

const HOURS_A_MONTH = 730;

/**
 * Pollers of an event source mapping with a maximum concurrency, and the seconds for which a request of one waits.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const POLLERS = 5;
const WAIT_SECONDS = 20;

/** Seconds, bytes of logs and queries of half a read unit of a run of a scheduled function that finds no work. */
const idleRun = { seconds: 0.1, logBytes: 1_500, queries: 5 } as const;

/**
 * Returns what a stage costs in a month without any call or scan, item by item, at the list prices of `prices.ts`.
 * @param templates all stacks of the stage
 * @throws Error if a type of resource is not known here
 */
export function computeIdleMonth(templates: readonly PricedTemplate[]): IdleItem[] {
  const resources = templates.flatMap(({ Resources }) => Object.entries(Resources));
  const listOf = (type: string) => resources.filter(([, { Type }]) => Type === type);
  for (const [id, { Type }] of resources) {
    if (!freeWhileIdle.has(Type) && !charged.has(Type))
      throw new Error(
        `bench/idle-month.ts does not know what ${id} (${Type}) costs while nobody uses it: add the type there`,
      );
  }
  const alarmMetrics = sum(
    listOf('AWS::CloudWatch::Alarm').map(([, { Properties }]) => countMetrics(Properties)),
  );
  const mappings = listOf('AWS::Lambda::EventSourceMapping').length;
  const rules = listOf('AWS::Events::Rule').map(([, { Properties }]) => ({
    ...readRule(Properties),
    gigabytes: readMemory(Properties, resources) / 1024,
  }));
  const runs = sum(rules.map(({ runs }) => runs));
  const gigabyteSeconds = sum(rules.map(({ runs, gigabytes }) => runs * gigabytes * idleRun.seconds));
  const { cloudWatch, dynamodb, kms, lambda, secretsManager, sqs, xray } = prices;
  return [
    { what: 'metrics that alarms read', count: alarmMetrics, price: cloudWatch.alarmMetric },
    {
      what: 'requests to empty queues',
      count: (mappings * POLLERS * HOURS_A_MONTH * 3600) / WAIT_SECONDS,
      price: sqs.request,
    },
    {
      what: 'dashboards of CloudWatch',
      count: listOf('AWS::CloudWatch::Dashboard').length,
      price: cloudWatch.dashboard,
    },
    { what: 'KMS keys', count: listOf('AWS::KMS::Key').length, price: kms.key },
    // Each run writes `RunsCompleted`. A metric is charged for the hours with data.
    {
      what: 'metrics that scheduled functions write',
      count: sum(rules.map(({ runs }) => Math.min(1, runs / HOURS_A_MONTH))),
      price: cloudWatch.customMetric,
    },
    { what: 'traces of scheduled functions', count: runs, price: xray.trace },
    {
      what: 'secrets of Secrets Manager',
      count: listOf('AWS::SecretsManager::Secret').length,
      price: secretsManager.secret,
    },
    { what: 'GB-seconds of scheduled functions', count: gigabyteSeconds, price: lambda.gigabyteSecond },
    { what: 'GB of their logs', count: (runs * idleRun.logBytes) / 1e9, price: cloudWatch.logGigabyte },
    { what: 'read units of their queries', count: (runs * idleRun.queries) / 2, price: dynamodb.readUnit },
    { what: 'invocations of scheduled functions', count: runs, price: lambda.request },
  ];
}

/** Returns the items as the rows of the table in docs/deploy.md, with their sum. */
export function renderIdleMonth(items: readonly IdleItem[]): string {
  const total = sum(items.map(({ count, price }) => count * price));
  return [
    ...items.map(
      ({ what, count, price }) => `| ${what} | ${formatCount(count)} | ${formatDollars(count * price)} |`,
    ),
    `| **sum** | | **${formatDollars(total)}** |`,
  ].join('\n');
}

const formatDollars = (dollars: number) => `$${dollars.toFixed(2)}`;
const formatCount = (count: number) =>
  count.toLocaleString('en', { maximumFractionDigits: count < 10 ? 2 : 0 });
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Returns the number of metrics that an alarm reads; those of an expression count each. */
function countMetrics(properties: unknown): number {
  const { Metrics } = properties as { Metrics?: { MetricStat?: unknown }[] };
  return Metrics === undefined ? 1 : Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length;
}

const hoursByUnit = { minute: 1 / 60, hour: 1, day: 24 } as const;

/** Returns how often a rule runs its function in a month. */
function readRule(properties: unknown): { runs: number } {
  const { ScheduleExpression } = properties as { ScheduleExpression: string };
  const [, every, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(ScheduleExpression) ?? [];
  if (every === undefined) throw new Error(`The schedule ${ScheduleExpression} is not a rate`);
  return { runs: HOURS_A_MONTH / (Number(every) * hoursByUnit[unit as keyof typeof hoursByUnit]) };
}

/** Returns the memory in megabytes of the function that a rule runs. */
function readMemory(properties: unknown, resources: readonly [string, { Properties?: unknown }][]): number {
  const { Targets } = properties as { Targets: { Arn: { 'Fn::GetAtt': [string, string] } }[] };
  const id = Targets[0]?.Arn['Fn::GetAtt'][0];
  const found = resources.find(([each]) => each === id)?.[1].Properties as { MemorySize: number } | undefined;
  if (found === undefined) throw new Error(`The function ${id} of a schedule is in none of the templates`);
  return found.MemorySize;
}
