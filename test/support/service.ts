import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createAccount } from '../../adapters/dynamodb/access.ts';
import { createKey } from '../../adapters/dynamodb/key-changes.ts';
import { openStore, type Store } from '../../adapters/dynamodb/store.ts';
import { createSecret, formatApiKey } from '../../core/access/api-key.ts';
import type { KeyRecord } from '../../core/access/key-record.ts';
import { createId } from '../../core/ids.ts';
import type { DataFolder } from '../../local/data-folder.ts';
import { DASHBOARD_HOST } from '../../local/gateway/sites.ts';
import type { Credentials } from '../../local/iam/credentials.ts';
import { Runtime } from '../../local/runtime.ts';
import type { Faults } from '../../local/runtime-options.ts';
import type { Endpoints } from '../../local/stand-ins/provision.ts';
import { REGION } from '../../local/template/names.ts';
import { ApiClient, type OpenApi } from './api-client.ts';
import { quickHash } from './quick-hash.ts';
import { linkBrowser, onlyBucket, readSharedService } from './shared-service.ts';

/** What tests use of a running service in addition to its API. */
export interface TestRuntime {
  baseUrl: string;
  /** Origin of the dashboard. */
  dashboardUrl: string;
  port: number;
  endpoints: Endpoints;
  /** Credentials of the administrator. */
  credentials: Credentials;
  data: Pick<DataFolder, 'path' | 'file'>;
  /** Invokes the function whose logical id contains a text, as an event source would. */
  invoke(functionPart: string, event: unknown): Promise<unknown>;
}

/** The whole service on this machine, with access to its storage and functions. */
export interface TestService<R extends TestRuntime = TestRuntime> {
  runtime: R;
  store: Store & { auditTable: string };
  /** Name of the report bucket. */
  bucket: string;
  openapi: OpenApi;
  /** A client without a key. */
  anonymous: ApiClient;
  /** Creates an account. */
  account(): Promise<string>;
  /** Creates a key and returns a client that uses it. */
  key(accountId: string, record?: Partial<KeyRecord>): Promise<TestKey>;
}

/** A service that is not shared with other test files. */
export interface OwnService extends TestService<Runtime> {
  stop(): Promise<void>;
}

export interface TestKey {
  client: ApiClient;
  value: string;
  record: KeyRecord;
}

/** Returns the service that the end-to-end files share. Each file creates its own accounts in it. */
export async function sharedService(): Promise<TestService> {
  const folder = inject('sharedService');
  const { outputs, bucket, controlUrl, ...shared } = await readSharedService(folder);
  const runtime: TestRuntime = {
    ...shared,
    dashboardUrl: `http://${DASHBOARD_HOST}:${shared.port}`,
    data: { path: folder, file: (...names) => join(folder, ...names) },
    async invoke(functionPart, event) {
      const body = JSON.stringify(event);
      const answer = await fetch(`${controlUrl}/${functionPart}`, { method: 'POST', body });
      if (!answer.ok) throw new Error(await answer.text());
      return ((await answer.json()) as { result: unknown }).result;
    },
  };
  return testService(runtime, outputs, bucket);
}

/**
 * Starts a separate service with its own data folder, for files that inject faults or must not share queues. Its
 * stacks are those that the shared service synthesized.
 */
export async function startService(faults: Faults = {}): Promise<OwnService> {
  const shared = inject('sharedService');
  const { assembly } = await readSharedService(shared);
  const dataFolder = await mkdtemp(join(tmpdir(), 'service-'));
  await linkBrowser(shared, dataFolder);
  const runtime = await Runtime.start({ dataFolder, assembly, loopbackPorts: 'all', faults });
  return {
    ...(await testService(runtime, runtime.outputs, onlyBucket(runtime))),
    async stop() {
      await runtime.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function testService<R extends TestRuntime>(
  runtime: R,
  { TableName: table, AuditTableName: auditTable }: Readonly<Record<string, string>>,
  bucket: string,
): Promise<TestService<R>> {
  if (!table || !auditTable) throw new Error('the stack names no tables');
  pointSdkAt(runtime.endpoints.dynamodb, runtime.credentials);
  const store = { ...openStore({ table, auditTable }), table, auditTable };
  const openapi = await readOpenApi(runtime.baseUrl);
  const by = (accountId: string) => ({ accountId, actor: 'person:test', requestId: randomUUID() });

  return {
    runtime,
    store,
    bucket,
    openapi,
    anonymous: new ApiClient(runtime.baseUrl, openapi),
    async account() {
      const now = new Date();
      const accountId = createId('acct', now);
      const cursorSecret = randomBytes(32).toString('base64url');
      const account = { accountId, name: 'Test', cursorSecret, createdAt: now.toISOString() };
      await createAccount(store, { ...account, unfinishedScans: 0, unfinishedHigh: 0 }, by(accountId), now);
      return accountId;
    },
    async key(accountId, given = {}) {
      const now = new Date();
      const secret = createSecret();
      const record: KeyRecord = {
        keyId: createId('apikey', now),
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
  };
}

const documents = new Map<string, OpenApi>();

/**
 * Returns the OpenAPI document of the service. Files that get the same document get the same object, because clients
 * compile its schemas once per object.
 */
async function readOpenApi(baseUrl: string): Promise<OpenApi> {
  const text = await (await fetch(`${baseUrl}/openapi.json`)).text();
  const document = documents.get(text) ?? (JSON.parse(text) as OpenApi);
  documents.set(text, document);
  return document;
}

/** Opens the tables of a service that `npm start` runs on a data folder. */
export async function openStoreOf(dataFolder: string): Promise<Store> {
  const file = await readFile(join(dataFolder, 'runtime.json'), 'utf8');
  const { endpoints, credentials, outputs } = JSON.parse(file);
  pointSdkAt(endpoints.dynamodb, credentials);
  return openStore({ table: outputs.TableName, auditTable: outputs.AuditTableName });
}

function pointSdkAt(dynamodb: string, { accessKeyId, secretAccessKey }: Credentials): void {
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodb;
  process.env.AWS_REGION = REGION;
  process.env.AWS_ACCESS_KEY_ID = accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = secretAccessKey;
}
