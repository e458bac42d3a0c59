import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { openStore, type Store } from '../../adapters/dynamodb/store.ts';
import { auditIndexes, copiedAttributes, globalIndexes, LOCAL_INDEX } from '../../core/storage/indexes.ts';
import { findFreePort } from './free-port.ts';

const START_TRIES = 100;

/** A local DynamoDB with the service's two tables, empty, and a store that uses them. */
export interface TestTables {
  store: Store & { auditTable: string };
  stop(): Promise<void>;
}

/** Starts a separate local DynamoDB on a free port; it writes nothing to disk. */
export async function startTables(): Promise<TestTables> {
  const port = await findFreePort();
  const binary = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide');
  const server = spawn(binary, ['--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${port}`;
  process.env.AWS_REGION = 'eu-central-1';
  process.env.AWS_ACCESS_KEY_ID = 'test';
  process.env.AWS_SECRET_ACCESS_KEY = 'test';
  const names = { table: 'main', auditTable: 'audit' };
  const client = new DynamoDBClient({});
  await answering(client);
  await createTables(client, names);
  client.destroy();
  return { store: { ...openStore(names), ...names }, stop: () => stop(server) };
}

async function createTables(
  client: DynamoDBClient,
  names: { table: string; auditTable: string },
): Promise<void> {
  const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: names.table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        'pk',
        'sk',
        `${LOCAL_INDEX}sk`,
        ...globalIndexes.flatMap((name) => [`${name}pk`, `${name}sk`]),
      ].map(string),
      KeySchema: keys('pk', 'sk'),
      LocalSecondaryIndexes: [
        {
          IndexName: LOCAL_INDEX,
          KeySchema: keys('pk', `${LOCAL_INDEX}sk`),
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      GlobalSecondaryIndexes: globalIndexes.map((IndexName) => {
        const copied = copiedAttributes[IndexName];
        return {
          IndexName,
          KeySchema: keys(`${IndexName}pk`, `${IndexName}sk`),
          Projection:
            copied === undefined
              ? { ProjectionType: 'KEYS_ONLY' as const }
              : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...copied] },
        };
      }),
    }),
  );
  await client.send(
    new CreateTableCommand({
      TableName: names.auditTable,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', ...auditIndexes.map((name) => `${name}pk`)].map(string),
      KeySchema: keys('pk', 'sk'),
      GlobalSecondaryIndexes: auditIndexes.map((IndexName) => ({
        IndexName,
        KeySchema: keys(`${IndexName}pk`, 'sk'),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  );
}

async function answering(client: DynamoDBClient): Promise<void> {
  for (let attempt = 0; attempt < START_TRIES; attempt++) {
    try {
      await client.send(new ListTablesCommand({}));
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error('the DynamoDB stand-in does not answer');
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGKILL');
  });
}
