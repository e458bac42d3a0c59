import type { SynthesizedStack, TemplateResource } from '../template/assembly.ts';
import { buildIntrinsicsContexts, toFunctionArn } from '../template/context.ts';
import { type IntrinsicsContext, resolveIntrinsics } from '../template/intrinsics.ts';
import { ACCOUNT_ID, REGION } from '../template/names.ts';
import { Properties } from '../template/properties.ts';
import { parsePolicy, type Statement } from './policy.ts';

/** All policies of the templates. */
export type Policies = {
  /** ARN of a role → its statements. */
  roles: ReadonlyMap<string, readonly Statement[]>;
  /** ARN of a queue, a bucket, a key or a function → the statements of its policy. */
  resources: ReadonlyMap<string, readonly Statement[]>;
};

/** Statements of the managed policies of AWS that the templates use. They are not in the templates. */
const awsManagedPolicies: Readonly<Record<string, object>> = {
  AWSLambdaBasicExecutionRole: {
    Statement: {
      Effect: 'Allow',
      Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: '*',
    },
  },
  // The role of API Gateway for its own logs. No function has it.
  AmazonAPIGatewayPushToCloudWatchLogs: {
    Statement: { Effect: 'Allow', Action: 'logs:*', Resource: '*' },
  },
};

/**
 * Reads the policies of roles, queues, buckets, keys and functions from synthesized stacks.
 *
 * @throws Error naming the policy and what the embedded runtime cannot evaluate in it
 */
export function readPolicies(stacks: readonly SynthesizedStack[]): Policies {
  const roles = new Map<string, Statement[]>();
  const resources = new Map<string, Statement[]>();
  // No policy contains the URL of a queue, so any address will do.
  const contexts = buildIntrinsicsContexts(stacks, { sqs: 'http://127.0.0.1' });
  for (const [index, { template, stackName }] of stacks.entries()) {
    const context = contexts[index] as IntrinsicsContext;
    for (const [id, resource] of Object.entries(template.Resources)) {
      const path = `${stackName}.${id}`;
      readers[resource.Type]?.({ id, path, context, roles, resources }, resolve(resource, context, path));
    }
  }
  return { roles, resources };
}

type Reader = {
  id: string;
  path: string;
  context: IntrinsicsContext;
  roles: Map<string, Statement[]>;
  resources: Map<string, Statement[]>;
};

const readers: Readonly<Record<string, (reader: Reader, properties: Properties) => void>> = {
  'AWS::IAM::Role': (reader, properties) => {
    const arn = String(reader.context.getAtt(reader.id, 'Arn'));
    add(reader.roles, arn, []);
    for (const policy of properties.objects('Policies'))
      addDocument(reader, reader.roles, arn, policy.raw('PolicyDocument'));
    for (const managed of properties.list('ManagedPolicyArns').map(String)) {
      const name = managed.split('/').at(-1) ?? '';
      if (!Object.hasOwn(awsManagedPolicies, name))
        throw new Error(`${reader.path}: the embedded runtime does not know the statements of ${managed}`);
      addDocument(reader, reader.roles, arn, awsManagedPolicies[name]);
    }
  },
  'AWS::IAM::Policy': addToRoles,
  'AWS::IAM::ManagedPolicy': addToRoles,
  'AWS::SQS::QueuePolicy': (reader, properties) => {
    for (const url of properties.list('Queues').map(String)) {
      const arn = `arn:aws:sqs:${REGION}:${ACCOUNT_ID}:${url.split('/').at(-1)}`;
      addDocument(reader, reader.resources, arn, properties.raw('PolicyDocument'));
    }
  },
  'AWS::S3::BucketPolicy': (reader, properties) =>
    addDocument(
      reader,
      reader.resources,
      `arn:aws:s3:::${properties.string('Bucket')}`,
      properties.raw('PolicyDocument'),
    ),
  'AWS::KMS::Key': (reader, properties) =>
    addDocument(
      reader,
      reader.resources,
      String(reader.context.getAtt(reader.id, 'Arn')),
      properties.raw('KeyPolicy'),
    ),
  'AWS::DynamoDB::Table': (reader, properties) => {
    if (properties.raw('ResourcePolicy') !== undefined)
      throw new Error(`${reader.path}: the embedded runtime does not evaluate policies of tables`);
  },
  'AWS::Lambda::Permission': (reader, properties) => {
    const arn = toFunctionArn(properties.string('FunctionName'));
    const sourceArn = properties.optionalString('SourceArn');
    const sourceAccount = properties.optionalString('SourceAccount');
    addDocument(reader, reader.resources, arn, {
      Statement: {
        Effect: 'Allow',
        Principal: properties.string('Principal'),
        Action: properties.string('Action'),
        Resource: arn,
        Condition: {
          ...(sourceArn !== undefined && { ArnLike: { 'aws:SourceArn': sourceArn } }),
          ...(sourceAccount !== undefined && { StringEquals: { 'aws:SourceAccount': sourceAccount } }),
        },
      },
    });
  },
};

function addToRoles(reader: Reader, properties: Properties): void {
  for (const role of properties.list('Roles')) {
    const arn = `arn:aws:iam::${ACCOUNT_ID}:role/${role}`;
    addDocument(reader, reader.roles, arn, properties.raw('PolicyDocument'));
  }
}

function addDocument({ path }: Reader, into: Map<string, Statement[]>, arn: string, document: unknown): void {
  add(into, arn, parsePolicy(document, path));
}

function add(into: Map<string, Statement[]>, arn: string, statements: Statement[]): void {
  into.set(arn, [...(into.get(arn) ?? []), ...statements]);
}

function resolve(resource: TemplateResource, context: IntrinsicsContext, path: string): Properties {
  // Other resources have properties that only the reader of the service resolves.
  if (!Object.hasOwn(readers, resource.Type)) return new Properties({}, path);
  return new Properties(resolveIntrinsics(resource.Properties ?? {}, context, path), path);
}
