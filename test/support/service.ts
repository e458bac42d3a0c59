import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createAccount, createKey } from '../../adapters/dynamodb/access.ts';
import { openStore, type Store } from '../../adapters/dynamodb/store.ts';
import { formatApiKey, newSecret } from '../../core/access/api-key.ts';
import type { KeyRecord } from '../../core/access/key-record.ts';
import { newId } from '../../core/ids.ts';
import { type Faults, Runtime } from '../../local/runtime.ts';
import { ApiClient, type OpenApi } from './api-client.ts';
import { quickHash } from './quick-hash.ts';

/** The whole service on this machine, with a data folder of its own, and ways to look behind the API. */
export interface TestService {
  runtime: Runtime;
  store: Store & { auditTable: string };
  openapi: OpenApi;
  /** A client without a key. */
  anonymous: ApiClient;
  /** A new account. */
  account(): Promise<string>;
  /** A new key, and a client that uses it. */
  key(accountId: string, record?: Partial<KeyRecord>): Promise<TestKey>;
  stop(): Promise<void>;
}

export interface TestKey {
  client: ApiClient;
  value: string;
  record: KeyRecord;
}

/** Starts the service from the stack that was synthesized for the tests. */
export async function startService(faults: Faults = {}): Promise<TestService> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'service-'));
  const runtime = await Runtime.start({ dataFolder, assembly: inject('assembly'), faults });
  const { TableName: table, AuditTableName: auditTable } = runtime.outputs;
  if (!table || !auditTable) throw new Error('the stack names no tables');
  pointSdkAt(runtime.endpoints.dynamodb);
  const store = { ...openStore({ table, auditTable }), table, auditTable };
  const openapi = (await (await fetch(`${runtime.baseUrl}/openapi.json`)).json()) as OpenApi;
  const by = (accountId: string) => ({ accountId, actor: 'person:test', requestId: randomUUID() });

  return {
    runtime,
    store,
    openapi,
    anonymous: new ApiClient(runtime.baseUrl, openapi),
    async account() {
      const now = new Date();
      const accountId = newId('acct', now);
      const cursorSecret = randomBytes(32).toString('base64url');
      const account = { accountId, name: 'Test', cursorSecret, createdAt: now.toISOString() };
      await createAccount(store, { ...account, unfinishedScans: 0, unfinishedHigh: 0 }, by(accountId), now);
      return accountId;
    },
    async key(accountId, given = {}) {
      const now = new Date();
      const secret = newSecret();
      const record: KeyRecord = {
        keyId: newId('apikey', now),
        accountId,
        name: 'test',
        description: '',
        role: 'admin',
        hash: await quickHash(secret),
        createdAt: now.toISOString(),
        lifetimeDays: 1,
        expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
        ...given,
      };
      await createKey(store, record, by(accountId), now);
      const value = formatApiKey({ keyId: record.keyId, secret });
      return { client: new ApiClient(runtime.baseUrl, openapi, value), value, record };
    },
    async stop() {
      await runtime.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

function pointSdkAt(dynamodb: string): void {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodb;
  process.env.AWS_REGION = 'eu-central-1';
  process.env.AWS_ACCESS_KEY_ID = 'test';
  process.env.AWS_SECRET_ACCESS_KEY = 'test';
}
