import { join } from 'node:path';
import { DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';
import {
  type Endpoints,
  getClientOptions,
  provisionResources,
  ReplacedTableError,
} from '../../../local/stand-ins/provision.ts';
import { type SqsS3StandIn, startSqsAndS3 } from '../../../local/stand-ins/sqs-s3.ts';
import type { Service } from '../../../local/template/service.ts';
import type { Table } from '../../../local/template/table.ts';
import { startTables, type TestTables } from '../../support/tables.ts';
import { temporaryFolder } from './fixtures/stack.ts';

const folder = temporaryFolder();
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
let tables: TestTables;
let standIn: SqsS3StandIn;
let endpoints: Endpoints;
let dynamodb: DynamoDBClient;
let sqs: SQSClient;
let s3: S3Client;

beforeAll(async () => {
  tables = await startTables();
  standIn = await startSqsAndS3(join(folder.path, 'sqs-s3'));
  const endpoint = await listenOnLoopback(standIn.server);
  const { AWS_ENDPOINT_URL_DYNAMODB: ofTables = '' } = process.env;
  const others = { kms: '', lambda: '', ssm: '', ses: '', cognito: '' };
  endpoints = { dynamodb: ofTables, sqs: endpoint, s3: endpoint, ...others };
  dynamodb = new DynamoDBClient(getClientOptions(endpoints.dynamodb, credentials));
  sqs = new SQSClient(getClientOptions(endpoint, credentials));
  s3 = new S3Client({ ...getClientOptions(endpoint, credentials), forcePathStyle: true });
});
afterAll(async () => {
  for (const client of [dynamodb, sqs, s3]) client?.destroy();
  await standIn?.stop();
  await tables?.stop();
  folder.remove();
});

const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
const indexOn = (name: string) => ({
  IndexName: name,
  KeySchema: [hash(`${name}pk`)],
  Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: ['b', 'a'] },
});

/** Returns a table with indexes of these names. */
const tableOf = (...indexes: string[]): Table => ({
  logicalId: 'Table',
  name: 'provisioned',
  keySchema: [hash('pk')],
  attributes: ['pk', ...indexes.map((name) => `${name}pk`)].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  globalIndexes: indexes.map(indexOn),
  localIndexes: [],
  timeToLiveAttribute: 'expiresAt',
});

function provision(table: Table, visibilitySeconds: string): Promise<void> {
  const attributes = { VisibilityTimeout: visibilitySeconds };
  const service = {
    tables: [table],
    queues: [{ logicalId: 'Work', name: 'work', arn: '', attributes }],
    buckets: [{ logicalId: 'Bucket', name: 'reports' }],
  };
  return provisionResources(service as unknown as Service, endpoints, credentials);
}

describe('the resources of a template', () => {
  it('are created at the first start', async () => {
    await provision(tableOf('one', 'two'), '30');
    const ttl = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName: 'provisioned' }));
    expect(ttl.TimeToLiveDescription).toMatchObject({
      AttributeName: 'expiresAt',
      TimeToLiveStatus: 'ENABLED',
    });
    await expect(s3.send(new HeadBucketCommand({ Bucket: 'reports' }))).resolves.toBeDefined();
  });

  it('stay at the next start, with the attributes that queues have now', async () => {
    const QueueUrl = `${endpoints.sqs}/000000000000/work`;
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'waiting' }));
    // The order of indexes has no meaning.
    await provision(tableOf('two', 'one'), '60');
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({ VisibilityTimeout: '60', ApproximateNumberOfMessages: '1' });
  });

  it.each([
    ['another index', tableOf('one', 'two', 'three')],
    ['an index less', tableOf('one')],
    [
      'other attributes in an index',
      {
        ...tableOf('one', 'two'),
        globalIndexes: ['one', 'two'].map((name) => ({
          ...indexOn(name),
          Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: ['a'] },
        })),
      },
    ],
    ['another key', { ...tableOf('one', 'two'), keySchema: [hash('id')] }],
  ])('require --fresh if a table has %s', async (_, table) => {
    const refused = provision(table, '60');
    await expect(refused).rejects.toThrow(ReplacedTableError);
    await expect(refused).rejects.toThrow(/^the keys or indexes of table provisioned have changed .*--fresh/);
  });
});
