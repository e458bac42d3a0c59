import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../../../admin/run-admin.ts';
import { type CognitoStandIn, createCognito } from '../../../local/stand-ins/cognito.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';
import { readDocument } from '../../support/documents.ts';
import { REGION, startTables, type Tables } from './support/tables.ts';

/** The policy in docs/deploy.md for `npm run admin`, compared with the calls of every command. */

let tables: Tables;
let cognito: CognitoStandIn;
let cognitoEndpoint: string;
let data: string;
/** Actions by table or index, as `dynamodb:Query Main/index/gsi1`. */
const called = new Set<string>();
const { send } = DynamoDBDocumentClient.prototype;
const { send: sendToPool } = CognitoIdentityProviderClient.prototype;

interface Input {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, unknown>;
  TransactItems?: Record<string, { TableName: string }>[];
}

/** Returns the actions that a request needs. The items of a transaction are authorized as single calls. */
function listActions(
  command: string,
  { TableName = '', IndexName, RequestItems, TransactItems }: Input,
): string[] {
  const names = {
    Put: 'PutItem',
    Update: 'UpdateItem',
    Delete: 'DeleteItem',
    ConditionCheck: 'ConditionCheckItem',
  };
  if (TransactItems)
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(
        ([kind, { TableName: of }]) => `dynamodb:${names[kind as keyof typeof names]} ${of}`,
      ),
    );
  if (RequestItems) return Object.keys(RequestItems).map((of) => `dynamodb:${command} ${of}`);
  return [`dynamodb:${command} ${TableName}${IndexName === undefined ? '' : '/index/*'}`];
}

beforeAll(async () => {
  tables = await startTables();
  cognito = createCognito();
  cognitoEndpoint = await listenOnLoopback(cognito.server);
  cognito.provide(['pool']);
  data = await mkdtemp(join(tmpdir(), 'admin-permissions-'));
  const outputs = {
    TableName: tables.table,
    AuditTableName: tables.auditTable,
    BucketName: 'b',
    ApiUrl: 'http://localhost:1/api/v1',
    DashboardUrl: 'http://localhost:1',
    UserPoolId: 'pool',
  };
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const runtime = {
    pid: process.pid,
    apiUrl: outputs.ApiUrl,
    endpoints: { dynamodb: tables.endpoint, cognito: cognitoEndpoint },
    credentials,
    region: REGION,
    outputs,
  };
  await writeFile(join(data, 'runtime.json'), JSON.stringify(runtime));
  DynamoDBDocumentClient.prototype.send = function (
    this: DynamoDBDocumentClient,
    ...given: Parameters<typeof send>
  ) {
    const [command] = given as unknown as [{ constructor: { name: string }; input: Input }];
    const name = command.constructor.name.replace(/Command$/, '');
    for (const action of listActions(toApiName(name), command.input)) called.add(action);
    return send.apply(this, given as never);
  } as never;
  CognitoIdentityProviderClient.prototype.send = function (
    this: CognitoIdentityProviderClient,
    ...given: Parameters<typeof sendToPool>
  ) {
    const [command] = given as unknown as [{ constructor: { name: string } }];
    called.add(`cognito-idp:${command.constructor.name.replace(/Command$/, '')} UserPool`);
    return sendToPool.apply(this, given as never);
  } as never;
});
afterAll(async () => {
  DynamoDBDocumentClient.prototype.send = send;
  CognitoIdentityProviderClient.prototype.send = sendToPool;
  await tables?.stop();
  cognito?.server.close();
  await rm(data, { recursive: true, force: true });
});

/** The commands of the document client have shorter names than the actions. */
function toApiName(name: string): string {
  return /^(Get|Put|Update|Delete)$/.test(name) ? `${name}Item` : name.replace(/^BatchGet$/, 'BatchGetItem');
}

async function admin(...args: string[]) {
  const { code, out, err } = await runAdmin([...args, '--data', data, '--json']);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

interface Statement {
  Sid: string;
  Action: string[];
  Resource: string[];
}

/** Returns the statements of the policy in the document, by name. */
function readPolicy(): Record<string, Statement> {
  const blocks = [...readDocument('docs/deploy.md').matchAll(/```json (.*?) ```/g)].map(([, text = '']) =>
    JSON.parse(text),
  );
  const policy = blocks.find(({ Statement }) => Statement[0].Sid === 'FindStack') as {
    Statement: Statement[];
  };
  return Object.fromEntries(policy.Statement.map((statement) => [statement.Sid, statement]));
}

it('the policy in docs/deploy.md allows exactly what the commands do', async () => {
  const { accountId } = await admin('account', 'create', '--name', 'Example Ltd');
  const of = ['--account', accountId];
  await admin('site', 'create', ...of, '--name', 'Shop', '--url', 'https://shop.example/');
  const { keyId } = await admin('key', 'create', ...of, '--name', 'CI', '--role', 'scanner');
  await admin('key', 'rotate', keyId);
  const person = ['--issuer', 'https://id.example', '--subject', 'ada', '--email', 'ada@example.com'];
  await admin('member', 'add', ...of, ...person, '--role', 'viewer');
  await admin('member', 'invite', ...of, '--email', 'grace@example.com', '--role', 'admin');
  await admin('usage', '--key', keyId);
  for (const command of ['account', 'site', 'key'])
    await admin(command, 'list', ...(command === 'account' ? [] : of));
  await admin('key', 'revoke', keyId);
  await admin('account', 'delete', accountId, '--yes');
  await admin('audit', ...of);

  const { MainTable, AuditTable, UserPool, FindStack } = readPolicy();
  const actionsOf = (prefix: string) => [
    ...new Set(
      [...called].filter((each) => each.split(' ')[1]?.startsWith(prefix)).map((each) => each.split(' ')[0]),
    ),
  ];
  expect(actionsOf('Main').sort()).toEqual(MainTable?.Action);
  expect(actionsOf('Audit').sort()).toEqual(AuditTable?.Action);
  expect(actionsOf('UserPool')).toEqual(UserPool?.Action);
  expect([...called].some((each) => each.includes('Main/index/'))).toBe(true);
  expect(MainTable?.Resource.filter((arn) => arn.endsWith('/index/*'))).toHaveLength(1);
  expect(FindStack?.Action).toEqual(['cloudformation:DescribeStacks']);
});
