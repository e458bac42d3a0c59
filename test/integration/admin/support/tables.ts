import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { findFreePort } from '../../../support/free-port.ts';

export const REGION = 'eu-central-1';
const PATIENCE_MS = 10_000;

/** An in-memory DynamoDB with the two tables; `stop` ends it. */
export interface Tables {
  endpoint: string;
  client: DynamoDBClient;
  table: string;
  auditTable: string;
  stop: () => Promise<void>;
}

export async function startTables(): Promise<Tables> {
  const port = await findFreePort();
  const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json');
  const server = spawn(join(dirname(manifest), 'dynoxide'), ['serve', '--port', String(port)], {
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntilAnswering(endpoint, server);
  const client = new DynamoDBClient({
    endpoint,
    region: REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const names = { table: 'Main', auditTable: 'Audit' };
  await client.send(new CreateTableCommand({ TableName: names.auditTable, ...keys() }));
  await client.send(
    new CreateTableCommand({
      TableName: names.table,
      ...keys('gsi1'),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'gsi1',
          KeySchema: keys('gsi1', 'gsi1').KeySchema,
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  );
  return {
    endpoint,
    client,
    ...names,
    stop: async () => {
      client.destroy();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
    },
  };
}

/** Returns the key schema of a table or, with a prefix, of an index, and the attributes of both. */
function keys(index = '', prefix = '') {
  const names = ['pk', 'sk', ...(index ? [`${index}pk`, `${index}sk`] : [])];
  return {
    KeySchema: [
      { AttributeName: `${prefix}pk`, KeyType: 'HASH' as const },
      { AttributeName: `${prefix}sk`, KeyType: 'RANGE' as const },
    ],
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    BillingMode: 'PAY_PER_REQUEST' as const,
  };
}

async function waitUntilAnswering(endpoint: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`dynoxide ended with exit code ${server.exitCode}`);
    try {
      await fetch(endpoint);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
