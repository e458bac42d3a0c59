import type { SynthesizedStack, Template, TemplateResource } from './assembly.ts';
import { buildIntrinsicsContexts, toFunctionArn } from './context.ts';
import { type Distribution, readDistributions } from './distribution.ts';
import { type IntrinsicsContext, resolveIntrinsics, type TemplateValue } from './intrinsics.ts';
import { Properties } from './properties.ts';
import { createResourceList } from './resolved.ts';
import { findUnknownTypes } from './resource-types.ts';
import { type RestApi, readRestApi } from './rest-api.ts';
import { type GeneratedSecret, readParameters, readSecrets, type StoredParameter } from './stored-values.ts';
import { readTable, type Table } from './table.ts';
import { readTriggers, type Trigger } from './trigger.ts';
import { readUserPoolClients, readUserPools, type UserPool, type UserPoolClient } from './user-pool.ts';

/** A Lambda function of the template, with its resolved settings. */
export type LambdaFunction = {
  logicalId: string;
  name: string;
  arn: string;
  roleArn: string;
  /** Absolute path of the unpacked code; undefined if the code is inline in the template. */
  codeFolder: string | undefined;
  /** `file.export`, as in Lambda's Handler property. */
  handler: string;
  timeoutSeconds: number;
  /** Whether each execution environment serves one tenant only. */
  isolatesTenants: boolean;
  memoryMegabytes: number;
  /** Whether the function may be part of a recursive loop, see `functions/lineage.ts`. */
  allowsRecursion: boolean;
  /** Returns the template's environment variables, with queue URLs that begin with `sqs`. */
  environment: (sqs: string) => Record<string, string>;
};

export type Queue = { logicalId: string; name: string; arn: string; attributes: Record<string, string> };
export type Bucket = { logicalId: string; name: string };
export type Key = { logicalId: string; arn: string };

/** An event source mapping from a queue to a function. */
export type EventSource = {
  logicalId: string;
  queueArn: string;
  functionArn: string;
  batchSize: number;
  windowSeconds: number;
  /** Maximum number of concurrent invocations for this queue; undefined: no limit of its own. */
  maximumConcurrency: number | undefined;
  reportsItemFailures: boolean;
};

export type Schedule = {
  logicalId: string;
  ruleArn: string;
  functionArn: string;
  everyMilliseconds: number;
  input: unknown;
};

/** Everything in the stacks that the runtime serves. */
export type Service = {
  functions: LambdaFunction[];
  queues: Queue[];
  tables: Table[];
  buckets: Bucket[];
  keys: Key[];
  eventSources: EventSource[];
  schedules: Schedule[];
  api: RestApi | undefined;
  distributions: Distribution[];
  userPools: UserPool[];
  userPoolClients: UserPoolClient[];
  parameters: StoredParameter[];
  secrets: GeneratedSecret[];
  triggers: Trigger[];
  /** Returns the stacks' outputs that are not exports, with queue URLs that begin with `sqs`. */
  outputs: (sqs: string) => Record<string, string>;
  /** One line for each part of the templates that the runtime does not serve. */
  notServed: string[];
};

const servedQueueAttributes = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'VisibilityTimeout',
  'FifoQueue',
  'ContentBasedDeduplication',
];

const unitMs: Record<string, number> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Reads from synthesized stacks what the runtime serves.
 *
 * @throws Error naming the resource and property that cannot be read, or the name that two stacks use
 */
export function readService(stacks: readonly SynthesizedStack[]): Service {
  const buildContexts = (sqs: string) => buildIntrinsicsContexts(stacks, { sqs });
  // Values that are needed before the stand-ins run never contain a queue's URL, so any address will do.
  const contexts = buildContexts('http://127.0.0.1');
  const parts = stacks.map((stack, index) =>
    readStack(
      stack,
      contexts[index] as IntrinsicsContext,
      (sqs) => buildContexts(sqs)[index] as IntrinsicsContext,
    ),
  );
  const apis = parts.flatMap(({ api }) => api ?? []);
  if (apis.length > 1)
    throw new Error(
      `only one REST API is supported, not ${apis.length}: ${apis.map(({ logicalId }) => logicalId)}`,
    );
  const functions = parts.flatMap((part) => part.functions);
  // Log files and temporary folders are named after these ids.
  requireUnique(functions.map(({ logicalId }) => logicalId));
  requireUnique(stacks.flatMap(({ template }) => Object.keys(getPublicOutputs(template))));
  return {
    functions,
    queues: parts.flatMap((part) => part.queues),
    tables: parts.flatMap((part) => part.tables),
    buckets: parts.flatMap((part) => part.buckets),
    keys: parts.flatMap((part) => part.keys),
    eventSources: parts.flatMap((part) => part.eventSources),
    schedules: parts.flatMap((part) => part.schedules),
    api: apis[0],
    distributions: parts.flatMap((part) => part.distributions),
    userPools: parts.flatMap((part) => part.userPools),
    userPoolClients: parts.flatMap((part) => part.userPoolClients),
    parameters: parts.flatMap((part) => part.parameters),
    secrets: parts.flatMap((part) => part.secrets),
    triggers: parts.flatMap((part) => part.triggers),
    outputs: (sqs) => Object.assign({}, ...parts.map((part) => part.outputs(sqs))),
    notServed: parts.flatMap((part) => part.notServed),
  };
}

function requireUnique(names: readonly string[]): void {
  const duplicates = names.filter((name, index) => names.indexOf(name) < index);
  if (duplicates.length > 0) throw new Error(`several stacks use these names: ${duplicates.join(', ')}`);
}

/** Returns the outputs that are not exported to other stacks. */
function getPublicOutputs({ Outputs = {} }: Template): Record<string, TemplateValue> {
  const own = Object.entries(Outputs).filter(([, { Export }]) => Export === undefined);
  return Object.fromEntries(own.map(([name, { Value }]) => [name, Value]));
}

function readStack(
  { template, assets }: SynthesizedStack,
  context: IntrinsicsContext,
  contextFor: (sqs: string) => IntrinsicsContext,
): Service {
  const present = Object.entries(template.Resources).filter(
    ([id, { Condition }]) =>
      Condition === undefined ||
      resolveIntrinsics({ Condition }, context, `Resources.${id}.Condition`) === true,
  );
  const list = createResourceList(present, context);
  const ofType = (...types: string[]) => present.filter(([, { Type }]) => types.includes(Type));
  const read = <T>(
    types: string[],
    reader: (id: string, properties: Properties, resource: TemplateResource) => T,
  ) =>
    ofType(...types).map(([id, resource]) => reader(id, resolveProperties(id, resource, context), resource));

  const notServed = findUnknownTypes(present.map(([, { Type }]) => Type)).map(
    (type) => `${type} is not served (${ofType(type).length} in the template)`,
  );
  const schedules: Schedule[] = [];
  const addSchedule = (logicalId: string, expression: string, targets: { arn: string; input: unknown }[]) => {
    const everyMilliseconds = parseRate(expression);
    if (everyMilliseconds === undefined) {
      notServed.push(`schedule ${logicalId} (${expression}) is not served: only rate(…) is supported`);
      return;
    }
    for (const { arn, input } of targets) {
      const ruleArn = String(context.getAtt(logicalId, 'Arn'));
      if (arn.includes(':lambda:'))
        schedules.push({ logicalId, ruleArn, functionArn: arn, everyMilliseconds, input });
      else notServed.push(`schedule ${logicalId} is not served: its target ${arn} is not a Lambda function`);
    }
  };

  for (const [id, resource] of ofType('AWS::Events::Rule')) {
    const rule = resolveProperties(id, resource, context);
    const expression = rule.optionalString('ScheduleExpression');
    if (rule.optionalString('State') === 'DISABLED') continue;
    if (expression === undefined) {
      notServed.push(`rule ${id} is not served: only schedules are supported`);
      continue;
    }
    const targets = rule.objects('Targets');
    addSchedule(
      id,
      expression,
      targets.map((target) => ({
        arn: target.string('Arn'),
        input: parseInput(target.optionalString('Input')),
      })),
    );
  }

  return {
    functions: ofType('AWS::Lambda::Function').map(([id, { Properties: properties = {} }]) => {
      const { Environment: environment, ...rest } = properties;
      const lambda = new Properties(
        resolveIntrinsics(rest, context, getPropertiesPath(id)),
        getPropertiesPath(id),
      );
      return {
        logicalId: id,
        name: String(context.ref(id)),
        arn: String(context.getAtt(id, 'Arn')),
        roleArn: lambda.optionalString('Role') ?? '',
        codeFolder: assets.get(lambda.object('Code').optionalString('S3Key') ?? ''),
        handler: lambda.optionalString('Handler') ?? 'index.handler',
        timeoutSeconds: lambda.number('Timeout', 3),
        isolatesTenants:
          lambda.object('TenancyConfig').optionalString('TenantIsolationMode') === 'PER_TENANT',
        memoryMegabytes: lambda.number('MemorySize', 128),
        allowsRecursion: lambda.optionalString('RecursiveLoop') === 'Allow',
        environment: (sqs) => {
          const environmentPath = `${getPropertiesPath(id)}.Environment`;
          const resolved = resolveIntrinsics(environment ?? {}, contextFor(sqs), environmentPath);
          return new Properties(resolved, environmentPath).object('Variables').strings();
        },
      };
    }),
    queues: read(['AWS::SQS::Queue'], (id, properties) => ({
      logicalId: id,
      name: String(context.getAtt(id, 'QueueName')),
      arn: String(context.getAtt(id, 'Arn')),
      attributes: readQueueAttributes(properties),
    })),
    tables: read(['AWS::DynamoDB::Table'], (id, properties) =>
      readTable(id, String(context.ref(id)), properties),
    ),
    buckets: ofType('AWS::S3::Bucket').map(([id]) => ({ logicalId: id, name: String(context.ref(id)) })),
    keys: ofType('AWS::KMS::Key').map(([id]) => ({
      logicalId: id,
      arn: String(context.getAtt(id, 'Arn')),
    })),
    eventSources: read(['AWS::Lambda::EventSourceMapping'], readEventSource).filter(
      (source) => source !== undefined,
    ),
    schedules,
    api: readRestApi(present, context, notServed),
    distributions: readDistributions(list, notServed),
    userPools: readUserPools(list),
    userPoolClients: readUserPoolClients(list),
    parameters: readParameters(list),
    secrets: readSecrets(list),
    triggers: readTriggers(list),
    outputs: (sqs) => {
      const resolved = resolveIntrinsics(getPublicOutputs(template), contextFor(sqs), 'Outputs');
      return new Properties(resolved, 'Outputs').strings();
    },
    notServed,
  };

  function readEventSource(id: string, properties: Properties): EventSource | undefined {
    const queueArn = properties.string('EventSourceArn');
    if (!queueArn.startsWith('arn:aws:sqs:')) {
      notServed.push(`event source ${id} is not served: ${queueArn} is not an SQS queue`);
      return undefined;
    }
    if (!properties.boolean('Enabled', true)) return undefined;
    if (properties.raw('FilterCriteria') !== undefined) {
      notServed.push(`the filter of event source ${id} is not served: every message is delivered`);
    }
    const cap = properties.object('ScalingConfig').number('MaximumConcurrency', 0);
    return {
      logicalId: id,
      queueArn,
      functionArn: toFunctionArn(properties.string('FunctionName')),
      batchSize: properties.number('BatchSize', 10),
      windowSeconds: properties.number('MaximumBatchingWindowInSeconds', 0),
      maximumConcurrency: cap > 0 ? cap : undefined,
      reportsItemFailures: properties.list('FunctionResponseTypes').includes('ReportBatchItemFailures'),
    };
  }
}

function resolveProperties(id: string, resource: TemplateResource, context: IntrinsicsContext): Properties {
  return new Properties(
    resolveIntrinsics(resource.Properties ?? {}, context, getPropertiesPath(id)),
    getPropertiesPath(id),
  );
}

function getPropertiesPath(logicalId: string): string {
  return `Resources.${logicalId}.Properties`;
}

/**
 * Parses a schedule expression like `rate(5 minutes)`.
 *
 * @returns the period in milliseconds, or undefined for any other expression (`cron(…)`, `at(…)`)
 */
export function parseRate(expression: string): number | undefined {
  const [, count, unit] = /^rate\((\d+) (second|minute|hour|day)s?\)$/.exec(expression) ?? [];
  const milliseconds = unitMs[unit ?? ''];
  return milliseconds === undefined || Number(count) < 1 ? undefined : Number(count) * milliseconds;
}

function readQueueAttributes(properties: Properties): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const name of servedQueueAttributes) {
    const value = properties.optionalString(name);
    if (value !== undefined) attributes[name] = value;
  }
  const redrive = properties.object('RedrivePolicy');
  if (redrive.keys.length > 0) {
    attributes.RedrivePolicy = JSON.stringify({
      deadLetterTargetArn: redrive.string('deadLetterTargetArn'),
      maxReceiveCount: redrive.number('maxReceiveCount', 10),
    });
  }
  return attributes;
}

function parseInput(input: string | undefined): unknown {
  return input === undefined ? undefined : JSON.parse(input);
}
