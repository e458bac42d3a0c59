import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type GlobalSecondaryIndexDescription,
  type KeySchemaElement,
  type LocalSecondaryIndexDescription,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Credentials } from '../iam/credentials.ts';
import { REGION } from '../template/names.ts';
import type { Bucket, Queue, Service } from '../template/service.ts';
import type { Table } from '../template/table.ts';

/** Addresses of the services, as the proxy in front of the stand-ins serves them. */
export type Endpoints = {
  dynamodb: string;
  sqs: string;
  s3: string;
  kms: string;
  lambda: string;
  ssm: string;
  ses: string;
  cognito: string;
};

/** The data folder holds a table that the template would have to replace. */
export class ReplacedTableError extends Error {
  override name = 'ReplacedTableError';
}

/** Returns the options of an SDK client. */
export function getClientOptions(endpoint: string, credentials: Credentials) {
  return { endpoint, region: REGION, credentials: { ...credentials } }; // the SDK adds members
}

/**
 * Creates the tables, queues and buckets of the template that do not exist yet, and updates the attributes of
 * existing queues.
 *
 * @param credentials of the administrator
 * @throws ReplacedTableError if a table's keys or indexes have changed
 */
export async function provisionResources(
  service: Service,
  endpoints: Endpoints,
  credentials: Credentials,
): Promise<void> {
  const dynamodb = new DynamoDBClient(getClientOptions(endpoints.dynamodb, credentials));
  const sqs = new SQSClient(getClientOptions(endpoints.sqs, credentials));
  const s3 = new S3Client({ ...getClientOptions(endpoints.s3, credentials), forcePathStyle: true });
  try {
    await Promise.all([
      ...service.tables.map((table) => provisionTable(dynamodb, table)),
      ...service.queues.map((queue) => provisionQueue(sqs, queue)),
      ...service.buckets.map((bucket) => provisionBucket(s3, bucket)),
    ]);
  } finally {
    for (const client of [dynamodb, sqs, s3]) client.destroy();
  }
}

async function provisionTable(client: DynamoDBClient, table: Table): Promise<void> {
  const existing = await client.send(new DescribeTableCommand({ TableName: table.name })).catch((error) => {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  });
  if (!existing?.Table) {
    await client.send(
      new CreateTableCommand({
        TableName: table.name,
        KeySchema: table.keySchema,
        AttributeDefinitions: table.attributes,
        BillingMode: 'PAY_PER_REQUEST',
        ...(table.globalIndexes.length > 0 && { GlobalSecondaryIndexes: table.globalIndexes }),
        ...(table.localIndexes.length > 0 && { LocalSecondaryIndexes: table.localIndexes }),
      }),
    );
  } else {
    const { KeySchema, GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = existing.Table;
    const before = serializeSchema(KeySchema, [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes]);
    const after = serializeSchema(table.keySchema, [...table.globalIndexes, ...table.localIndexes]);
    if (before !== after) {
      throw new ReplacedTableError(
        `the keys or indexes of table ${table.name} have changed since this data folder was created; ` +
          'start once with --fresh (it deletes all local data)',
      );
    }
  }
  await provisionTimeToLive(client, table);
}

async function provisionTimeToLive(client: DynamoDBClient, table: Table): Promise<void> {
  if (table.timeToLiveAttribute === undefined) return;
  const current = await client.send(new DescribeTimeToLiveCommand({ TableName: table.name }));
  if (current.TimeToLiveDescription?.AttributeName === table.timeToLiveAttribute) return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: table.name,
      TimeToLiveSpecification: { Enabled: true, AttributeName: table.timeToLiveAttribute },
    }),
  );
}

type IndexShape = GlobalSecondaryIndexDescription | LocalSecondaryIndexDescription;

/** Returns keys and indexes as one text for comparison, independent of their order. */
function serializeSchema(keys: KeySchemaElement[] | undefined, indexes: IndexShape[]): string {
  const keyText = (schema: KeySchemaElement[] = []) =>
    schema.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).sort();
  const indexTexts = indexes.map(({ IndexName, KeySchema, Projection }) =>
    JSON.stringify([
      IndexName,
      keyText(KeySchema),
      Projection?.ProjectionType,
      Projection?.NonKeyAttributes?.toSorted(),
    ]),
  );
  return JSON.stringify([keyText(keys), indexTexts.sort()]);
}

async function provisionQueue(client: SQSClient, queue: Queue): Promise<void> {
  const existing = await client.send(new GetQueueUrlCommand({ QueueName: queue.name })).catch((error) => {
    if (/NonExistentQueue|QueueDoesNotExist/.test(error.name)) return undefined;
    throw error;
  });
  if (!existing) {
    await client.send(new CreateQueueCommand({ QueueName: queue.name, Attributes: queue.attributes }));
    return;
  }
  // A queue's type (FIFO or standard) is part of its name and cannot change; all other attributes can.
  const { FifoQueue: _, ...attributes } = queue.attributes;
  if (Object.keys(attributes).length === 0) return;
  await client.send(new SetQueueAttributesCommand({ QueueUrl: existing.QueueUrl, Attributes: attributes }));
}

async function provisionBucket(client: S3Client, bucket: Bucket): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket.name }));
  } catch {
    await client.send(new CreateBucketCommand({ Bucket: bucket.name }));
  }
}
