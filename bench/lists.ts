import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { listAccountScans } from '../adapters/dynamodb/account-scans.ts';
import { itemKeys } from '../adapters/dynamodb/item-keys.ts';
import { readOverview } from '../adapters/dynamodb/overview.ts';
import { buildScanItem } from '../adapters/dynamodb/scan-item.ts';
import { openStore, type Store } from '../adapters/dynamodb/store.ts';
import { exampleFinishedScan, exampleSiteEntry } from '../core/api/examples.ts';
import { createId } from '../core/ids.ts';
import type { AccountScanFilter, Scan } from '../core/scans/scan.ts';
import { copiedAttributes } from '../core/storage/indexes.ts';
import { getOverview } from '../use-cases/get-overview.ts';
import { computeMedian } from './measure/median.ts';

/**
 * Measures the overview of an account and the list of its scans against the embedded DynamoDB: a large account
 * compared with a small one in the same run, because the times of one machine say nothing of another. CPU times are
 * those of this process, as a function would need them, without those of the table.
 */

const RUNS = 15;
const sitesOf = { small: 10, large: 1_000 };
const SCANS = 10_000;
/** One scan of this many has the branch that is searched. */
const RARE = 2_000;
const account = { small: createId('acct', new Date()), large: createId('acct', new Date()) };
const INDEX = 'gsi4';

const { store, server } = await start();
try {
  await fill(store);
  const overview = (accountId: string) => () =>
    getOverview(
      {
        findAccount: async () => ({ cursorSecret: 'secret' }),
        readOverview: (of) => readOverview(store, of),
        readSiteEntries: async () => [],
      },
      { principal: { kind: 'key', accountId } as never, sort: 'new', limit: 50 },
    );
  const scans = (filter: AccountScanFilter) => () =>
    listAccountScans(store, account.large, filter, { limit: 50 });
  const rows: [string, Times, Times][] = [
    [
      'overview, 10 and 1,000 sites',
      await time(overview(account.small)),
      await time(overview(account.large)),
    ],
    [
      `newest 50 of ${SCANS} scans, without a filter and with one that ${SCANS / RARE} match`,
      await time(scans({})),
      await time(scans({ branch: 'rare' })),
    ],
  ];
  for (const [name, before, after] of rows)
    console.log(
      `${name}: ${formatTimes(before)}, ${formatTimes(after)}, ratio ${(after.ms / before.ms).toFixed(1)}`,
    );
} finally {
  server.kill('SIGKILL');
}

/** Median times of a call in milliseconds. */
interface Times {
  ms: number;
  cpuMs: number;
}

async function time(call: () => Promise<unknown>): Promise<Times> {
  const times: Times[] = [];
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    times.push({ ms: performance.now() - begun, cpuMs: (user + system) / 1_000 });
  }
  const median = (pick: (each: Times) => number) => computeMedian(times.map(pick));
  return { ms: median(({ ms }) => ms), cpuMs: median(({ cpuMs }) => cpuMs) };
}

function formatTimes({ ms, cpuMs }: Times): string {
  return `${ms.toFixed(0)} ms (CPU ${cpuMs.toFixed(0)} ms)`;
}

/** Writes the entries of the sites, and the scans of the large account. */
async function fill(to: Store): Promise<void> {
  const items: object[] = [];
  for (const size of ['small', 'large'] as const) {
    for (let number = 0; number < sitesOf[size]; number++) {
      const siteId = createId('site', new Date());
      const result = { ...exampleSiteEntry.result, new: number % 7 };
      items.push({
        ...exampleSiteEntry,
        ...itemKeys.siteEntry(account[size], siteId),
        name: `Site ${number}`,
        result,
      });
    }
  }
  const { id: _id, ...view } = exampleFinishedScan;
  for (let number = 0; number < SCANS; number++) {
    const now = new Date(Date.UTC(2026, 0, 1) + number * 60_000);
    const branch = number % RARE === 0 ? 'rare' : 'main';
    const config = { ...view.config, metadata: { branch } };
    const ids = { scanId: createId('scan', now), accountId: account.large, actor: createId('apikey', now) };
    items.push(
      buildScanItem({ ...view, ...ids, config, createdAt: now.toISOString() } as unknown as Scan, now),
    );
  }
  const requests = items.map((Item) => ({ PutRequest: { Item } }));
  for (let at = 0; at < requests.length; at += 25)
    await to.db.send(new BatchWriteCommand({ RequestItems: { [to.table]: requests.slice(at, at + 25) } }));
}

/** Starts a DynamoDB in memory with the table, its keys and the index that is measured. */
async function start(): Promise<{ store: Store; server: ChildProcess }> {
  const port = await findFreePort();
  const binary = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide');
  const child = spawn(binary, ['--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
  });
  const client = new DynamoDBClient({});
  while (!(await client.send(new ListTablesCommand({})).catch(() => undefined))) await sleep(50);
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: 'bench',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', `${INDEX}pk`, `${INDEX}sk`].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: keys('pk', 'sk'),
      GlobalSecondaryIndexes: [
        {
          IndexName: INDEX,
          KeySchema: keys(`${INDEX}pk`, `${INDEX}sk`),
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...(copiedAttributes[INDEX] ?? [])] },
        },
      ],
    }),
  );
  client.destroy();
  return { store: openStore({ table: 'bench' }), server: child };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
