import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import { openStore, type Store } from '../../adapters/dynamodb/store.ts';
import { auditIndexes, copiedAttributes, globalIndexes, LOCAL_INDEX } from '../../core/storage/indexes.ts';
import { findFreePort } from './free-port.ts';

const START_TRIES = 100;

/** A local DynamoDB with the service's two tables, empty, and a store that uses them. */
export interface TestTables {
  store: Store & { auditTable: string };
  stop(): Promise<void>;
}

/** A running server. */
interface TableServer {
  endpoint: string;
  /** How many pairs of tables it has created so far; the names of a pair end with its number. */
  pairs: number;
}

let running: Promise<TableServer> | undefined;

/** Creates two empty tables at the local DynamoDB of this process, which all test files share. */
export async function startTables(): Promise<TestTables> {
  running ??= startServer();
  const server = await running;
  setEnvironment(server.endpoint);
  server.pairs += 1;
  const names = { table: `main-${server.pairs}`, auditTable: `audit-${server.pairs}` };
  const client = new DynamoDBClient({});
  await createTables(client, names);
  return {
    store: { ...openStore(names), ...names },
    async stop() {
      for (const TableName of Object.values(names)) await client.send(new DeleteTableCommand({ TableName }));
      client.destroy();
    },
  };
}

/** Runs a program until the standard input closes, which happens also if the process that holds it is killed. */
const UNTIL_CLOSED = '"$0" "$@" & program=$!; cat > /dev/null; kill -9 $program';

/** Starts a local DynamoDB on a free port until this process ends. It writes nothing to disk. */
async function startServer(): Promise<TableServer> {
  const port = await findFreePort();
  const binary = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide');
  const command = [binary, '--host', '127.0.0.1', '--port', String(port)];
  const shell = spawn('sh', ['-c', UNTIL_CLOSED, ...command], { stdio: ['pipe', 'ignore', 'ignore'] });
  shell.unref();
  const endpoint = `http://127.0.0.1:${port}`;
  setEnvironment(endpoint);
  const client = new DynamoDBClient({});
  await waitUntilAnswering(client);
  client.destroy();
  return { endpoint, pairs: 0 };
}

function setEnvironment(endpoint: string): void {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  process.env.AWS_REGION = 'eu-central-1';
  process.env.AWS_ACCESS_KEY_ID = 'test';
  process.env.AWS_SECRET_ACCESS_KEY = 'test';
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

async function waitUntilAnswering(client: DynamoDBClient): Promise<void> {
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
