import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type {
  APIGatewayAuthorizerResult,
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Context,
} from 'aws-lambda';
import { startFauxqs } from 'fauxqs';
import { createAccount } from '../../../adapters/dynamodb/access.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { createKey } from '../../../adapters/dynamodb/key-changes.ts';
import { buildOpenApiDocument } from '../../../adapters/http/openapi.ts';
import { createSecret, formatApiKey } from '../../../core/access/api-key.ts';
import type { KeyRecord } from '../../../core/access/key-record.ts';
import { isPublic } from '../../../core/api/endpoint.ts';
import { endpoints, getFunctionName } from '../../../core/api/endpoints.ts';
import { createId } from '../../../core/ids.ts';
import type { MemberRole } from '../../../core/people/membership.ts';
import { createKms } from '../../../local/stand-ins/kms.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';
import { quickHash } from '../../support/quick-hash.ts';
import { type OpenApi, ResponseContract } from '../../support/response-contract.ts';
import { addMember, type SignedIn, type SignInOptions, signIn } from '../../support/sign-in.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

/** One response of a handler. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the body's structure
  json: any;
}

/** The parts of a request besides method, path and key. */
export interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  /** The id that the client chooses for the call; a new one by default. */
  requestId?: string;
  /** Address that a call without a credential comes from. */
  sourceIp?: string;
}

/** The API's handlers in this process, with stand-ins that speak the protocols of DynamoDB, SQS and S3. */
export interface Api {
  tables: TestTables;
  /** The stand-in for SQS and S3. */
  aws: {
    url: string;
    createQueue(name: string): void;
    /** True if a queue has a message that can be received now. */
    isWaiting(queue: string): boolean;
  };
  account(): Promise<string>;
  key(accountId: string, record?: Partial<KeyRecord>): Promise<TestKey>;
  /** Makes a call with the value of a key. */
  callWithKey(value: string, method: string, path: string, sent?: Sent): Promise<Answer>;
  /**
   * Makes a call with any headers, or with none, as the gateway does: it asks the authorizer about calls that are not
   * public, and responds itself to those that it denies.
   */
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Makes a call that needs no key and no session. */
  callPublic(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Makes a person an administrator, whatever the person was before. */
  putMember(personId: string, accountId: string): Promise<void>;
  deleteItem(key: { pk: string; sk: string }): Promise<void>;
  /** Returns the ids of the scans in a queue's messages, in any order. */
  scansAsked(queue: 'plan' | 'finish'): string[];
  /** Puts an object into the report bucket. */
  putReport(key: string, content: string): Promise<void>;
  /** Signs a person in who is a member of no account. */
  person(given?: SignInOptions): Promise<TestPerson>;
  /** Signs a person in who is a member of an account. Calls name the account. */
  member(
    accountId: string,
    role?: MemberRole,
    given?: SignInOptions & { siteIds?: string[] },
  ): Promise<TestPerson>;
  authorize(key: string, sourceIp?: string): Promise<APIGatewayAuthorizerResult>;
  /** Calls the authorizer with headers. */
  authorizeHeaders(headers: Record<string, string>): Promise<APIGatewayAuthorizerResult>;
  /** Replaces the handler of a function. */
  replaceHandler(functionName: string, handler: Handler): void;
  stop(): Promise<void>;
}

/** A key and the calls made with it: first the authorizer, then the handler, as in the gateway. */
export interface TestKey {
  record: KeyRecord;
  value: string;
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
}

/** A signed-in person and the calls made with the session, as a page of the dashboard makes them. */
export interface TestPerson extends SignedIn {
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** The same for an account. */
  callIn(accountId: string, method: string, path: string, sent?: Sent): Promise<Answer>;
}

const BUCKET = 'reports';
const KEY_ARN = 'arn:aws:kms:eu-central-1:000000000000:key/credentials';
const context = { functionName: 'test', awsRequestId: 'invocation' } as Context;
const contract = new ResponseContract(buildOpenApiDocument('http://localhost/api/v1') as unknown as OpenApi);

/**
 * Starts the stand-ins and points the environment at them. Handlers are loaded after that.
 * @param environment variables that differ from those below
 */
export async function startApi(environment: Record<string, string> = {}): Promise<Api> {
  const keyFolder = await mkdtemp(join(tmpdir(), 'api-kms-'));
  const kms = createKms(keyFolder);
  const [tables, fauxqs, kmsUrl] = await Promise.all([
    startTables(),
    startFauxqs({ port: 0, host: '127.0.0.1', logger: false }),
    listenOnLoopback(kms.server),
  ]);
  kms.provideKey(KEY_ARN);
  const aws = `http://127.0.0.1:${fauxqs.port}`;
  for (const queue of ['plan', 'finish', 'events', 'deliveries', 'mails'])
    fauxqs.createQueue(queue, { region: 'eu-central-1' });
  fauxqs.createBucket(BUCKET);
  Object.assign(process.env, {
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
    AWS_ENDPOINT_URL_SQS: aws,
    AWS_ENDPOINT_URL_S3: aws,
    TABLE_NAME: tables.store.table,
    AUDIT_TABLE_NAME: tables.store.auditTable,
    ORIGIN_SECRET: '',
    REQUESTS_PER_MINUTE: '1000',
    // Mail is off.
    MAIL_SENDER: '',
    BUCKET_NAME: BUCKET,
    AWS_ENDPOINT_URL_KMS: kmsUrl,
    CREDENTIALS_KEY_ARN: KEY_ARN,
    PLAN_QUEUE_URL: `${aws}/000000000000/plan`,
    FINISH_QUEUE_URL: `${aws}/000000000000/finish`,
    EVENTS_QUEUE_URL: `${aws}/000000000000/events`,
    DELIVERIES_QUEUE_URL: `${aws}/000000000000/deliveries`,
    MAILS_QUEUE_URL: `${aws}/000000000000/mails`,
    UNFINISHED_SCANS_LIMIT: '4',
    PAGES_PER_MONTH_LIMIT: '1000',
    SCANS_PER_MONTH_LIMIT: '1000',
    SITES_LIMIT: '100',
    KEYS_LIMIT: '100',
    HIGH_SHARE_LIMIT: '0.5',
    RETENTION_DAYS: '365',
    SCAN_PORTS: '80,443',
    SCAN_MEMORY_MB: '1500',
    USER_POOL_ID: '',
    SCAN_LOOPBACK_PORTS: '',
    SCAN_BLOCKED_HOSTS: 'api.example.test',
    ...environment,
  });
  const { createHandler: createAuthorizer } = await import('../../../functions/authorize/handler.ts');
  const authorizer = createAuthorizer(process.env);
  const handlers = new Map<string, Handler>();
  const { putObject, openReportBucket: reportBucket } = await import(
    '../../../adapters/report-bucket/report-bucket.ts'
  );
  const by = (accountId: string) => ({ accountId, actor: 'person:test', requestId: randomUUID() });

  const authorize = (
    headers: Record<string, string>,
    requestId: string = randomUUID(),
    sourceIp = '192.0.2.7',
  ) =>
    authorizer(
      {
        type: 'REQUEST',
        methodArn: 'arn:aws:execute-api:eu-central-1:000000000000:api1/api/GET/v1/sites',
        headers,
        requestContext: { requestId, identity: { sourceIp } },
      } as never,
      context,
    ) as Promise<APIGatewayAuthorizerResult>;

  async function call(
    credential: Record<string, string>,
    method: string,
    path: string,
    { body, headers: others = {}, requestId = randomUUID() }: Sent = {},
  ): Promise<Answer> {
    const answer = await send(method, path, { body, headers: { ...credential, ...others }, requestId });
    if (answer.status === 401) throw new Error(`refused: ${answer.json.code}`);
    return answer;
  }

  async function send(
    method: string,
    path: string,
    { headers = {}, requestId = randomUUID(), ...sent }: Sent = {},
  ): Promise<Answer> {
    const call = { ...sent, headers, requestId };
    if (isPublic(findRoute(method, path).endpoint)) return invoke(method, path, call, {});
    const verdict = await authorize(headers, requestId, sent.sourceIp);
    const authorizer = verdict.context ?? {};
    if (verdict.policyDocument.Statement[0]?.Effect === 'Allow')
      return invoke(method, path, call, authorizer);
    return { status: 401, headers: new Headers(), text: JSON.stringify(authorizer), json: authorizer };
  }

  /** Calls the handler of a call that the authorizer has allowed, or that it is not asked about. */
  async function invoke(
    method: string,
    path: string,
    sent: Sent & { requestId: string },
    authorizer: object,
  ): Promise<Answer> {
    const { event, functionName } = gatewayEvent(method, path, sent, authorizer);
    const handler = handlers.get(functionName) ?? (await createHandlerOf(functionName));
    handlers.set(functionName, handler);
    const result = await handler(event, context);
    const headers = new Headers(result.headers as Record<string, string>);
    for (const [name, values] of Object.entries(result.multiValueHeaders ?? {}))
      for (const value of values) headers.append(name, String(value));
    const isJson = /[/+]json(?:;|$)/.test(headers.get('content-type') ?? '');
    const json = isJson ? JSON.parse(result.body) : undefined;
    const answer = { status: result.statusCode, headers, text: result.body, json };
    contract.check(method, path, answer);
    return answer;
  }

  async function deleteItem(key: { pk: string; sk: string }): Promise<void> {
    await tables.store.db.send(new DeleteCommand({ TableName: tables.store.table, Key: key }));
  }

  async function createPerson(given: SignInOptions = {}): Promise<TestPerson> {
    const signedIn = await signIn(tables.store, given);
    const browser = { Cookie: signedIn.cookie, 'Sec-Fetch-Site': 'same-origin' };
    return {
      ...signedIn,
      call: (method, path, sent) => call({ ...browser, 'A11y-Account': 'none' }, method, path, sent),
      callIn: (accountId, method, path, sent) =>
        call({ ...browser, 'A11y-Account': accountId }, method, path, sent),
    };
  }

  return {
    tables,
    aws: {
      url: aws,
      createQueue: (name) => void fauxqs.createQueue(name, { region: 'eu-central-1' }),
      isWaiting: (queue) => (fauxqs.inspectQueue(queue)?.messages.ready.length ?? 0) > 0,
    },
    authorize: (value, sourceIp) => authorize({ 'x-api-key': value }, randomUUID(), sourceIp),
    authorizeHeaders: (headers) => authorize(headers),
    replaceHandler: (functionName, handler) => void handlers.set(functionName, handler),
    async account() {
      const now = new Date();
      const accountId = createId('acct', now);
      const cursorSecret = randomBytes(32).toString('base64url');
      const account = { accountId, name: 'Test', cursorSecret, createdAt: now.toISOString() };
      await createAccount(
        tables.store,
        { ...account, unfinishedScans: 0, unfinishedHigh: 0 },
        by(accountId),
        now,
      );
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
      await createKey(tables.store, record, by(accountId), now);
      const value = formatApiKey({ keyId: record.keyId, secret });
      return {
        record,
        value,
        call: (method, path, sent) => call({ 'x-api-key': value }, method, path, sent),
      };
    },
    send,
    callPublic: (method, path, sent = {}) => invoke(method, path, { requestId: randomUUID(), ...sent }, {}),
    callWithKey: (value, method, path, sent) => call({ 'x-api-key': value }, method, path, sent),
    deleteItem,
    async putMember(personId, accountId) {
      await deleteItem(itemKeys.membership(personId, accountId));
      await addMember(tables.store, personId, accountId);
    },
    person: createPerson,
    async member(accountId, role = 'admin', given = {}) {
      const person = await createPerson(given);
      await addMember(tables.store, person.personId, accountId, role, given.siteIds);
      return { ...person, call: (method, path, sent) => person.callIn(accountId, method, path, sent) };
    },
    scansAsked(queue) {
      const ready = fauxqs.inspectQueue(queue)?.messages.ready ?? [];
      return ready.map(({ body }) => (JSON.parse(body) as { scanId: string }).scanId);
    },
    putReport: (key, content) => putObject(reportBucket(BUCKET), key, content, 'application/json'),
    async stop() {
      kms.server.close().closeAllConnections();
      await Promise.all([tables.stop(), fauxqs.stop()]);
      await rm(keyFolder, { recursive: true, force: true });
    },
  };
}

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

async function createHandlerOf(functionName: string): Promise<Handler> {
  const { createHandler } = await import(`../../../functions/${functionName}/handler.ts`);
  return createHandler(process.env);
}

/** Each endpoint with its path as an expression and the names of the parameters in it. */
const routes = endpoints.map((endpoint) => ({
  endpoint,
  names: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
  shape: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
}));

/** Returns the endpoint of a call, and the values of the parameters in its path. */
function findRoute(method: string, pathAndQuery: string) {
  const url = new URL(pathAndQuery, 'http://localhost');
  for (const { endpoint, names, shape } of routes) {
    const match = method === endpoint.method ? shape.exec(url.pathname) : null;
    if (match)
      return { endpoint, url, params: Object.fromEntries(names.map((name, at) => [name, match[at + 1]])) };
  }
  throw new Error(`no endpoint ${method} ${pathAndQuery}`);
}

function gatewayEvent(
  method: string,
  pathAndQuery: string,
  { body, headers = {}, requestId, sourceIp = '192.0.2.7' }: Sent & { requestId: string },
  authorizer: object,
): { event: APIGatewayProxyEvent; functionName: string } {
  const { endpoint, url, params } = findRoute(method, pathAndQuery);
  const query: Record<string, string[]> = {};
  for (const [name, value] of url.searchParams) query[name] = [...(query[name] ?? []), value];
  const all = { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers };
  const event = {
    resource: `/v1${endpoint.path}`,
    path: `/v1${url.pathname}`,
    httpMethod: method,
    headers: all,
    multiValueHeaders: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
    multiValueQueryStringParameters: query,
    queryStringParameters: null,
    pathParameters: params,
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: {
      requestId,
      domainName: 'localhost',
      path: `/api/v1${url.pathname}`,
      identity: { sourceIp },
      authorizer,
    },
  };
  return { event: event as unknown as APIGatewayProxyEvent, functionName: getFunctionName(endpoint) };
}
