import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { compare } from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findKey } from '../../../adapters/dynamodb/access.ts';
import { countRequest } from '../../../adapters/dynamodb/count-usage.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { findMembership } from '../../../adapters/dynamodb/memberships.ts';
import { findPerson } from '../../../adapters/dynamodb/people.ts';
import { recordRefusal } from '../../../adapters/dynamodb/refusals.ts';
import { openStore, type Store } from '../../../adapters/dynamodb/store.ts';
import { runAdmin } from '../../../admin/run-admin.ts';
import { parseApiKey } from '../../../core/access/api-key.ts';
import { KEY_DAYS_DEFAULT } from '../../../core/access/key-limits.ts';
import { getAcceptedHashes } from '../../../core/access/key-record.ts';
import { SIGN_IN_LOG } from '../../../core/audit/refusal.ts';
import { type CognitoStandIn, createCognito } from '../../../local/stand-ins/cognito.ts';
import { listenOnLoopback } from '../../../local/stand-ins/loopback-address.ts';
import { admin } from './support/admin-cli.ts';
import { REGION, startTables, type Tables } from './support/tables.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const USER_POOL_ID = 'us-east-1_Example';
const API_URL = 'http://localhost:1/api/v1';

let tables: Tables;
let store: Store;
let data: string;
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
let account: string;
let cognito: CognitoStandIn;
let cognitoEndpoint: string;

beforeAll(async () => {
  tables = await startTables();
  cognito = createCognito();
  cognitoEndpoint = await listenOnLoopback(cognito.server);
  cognito.provide([USER_POOL_ID]);
  data = await mkdtemp(join(tmpdir(), 'admin-test-'));
  const { endpoint: dynamodb, table, auditTable } = tables;
  const outputs = {
    TableName: table,
    AuditTableName: auditTable,
    BucketName: 'b',
    ApiUrl: API_URL,
    DashboardUrl: 'http://localhost:1',
    UserPoolId: USER_POOL_ID,
  };
  const runtime = {
    pid: process.pid,
    apiUrl: API_URL,
    endpoints: { dynamodb, cognito: cognitoEndpoint },
    credentials,
    region: REGION,
    outputs,
  };
  await writeFile(join(data, 'runtime.json'), JSON.stringify(runtime));
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodb;
  process.env.AWS_REGION = REGION;
  process.env.AWS_ACCESS_KEY_ID = 'local';
  process.env.AWS_SECRET_ACCESS_KEY = 'local';
  store = openStore({ table, auditTable });
  account = (await json('account', 'create', '--name', 'Example Ltd')).accountId;
});

afterAll(async () => {
  store?.db.destroy();
  await tables?.stop();
  cognito?.server.close();
  await rm(data, { recursive: true, force: true });
});

/**
 * Runs a command in this process: except for the start, this equals a separate process, which the stack commands use.
 */
const local = (...args: string[]) => runAdmin([...args, '--data', data]);

async function json(...args: string[]) {
  const { code, out, err } = await local(...args, '--json');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

const newKey = (...flags: string[]) =>
  json('key', 'create', '--account', account, '--name', 'CI', '--role', 'scanner', ...flags);

const createSite = async (...flags: string[]): Promise<string> =>
  (
    await json(
      'site',
      'create',
      '--account',
      account,
      '--name',
      'Shop',
      '--url',
      'https://shop.example/',
      ...flags,
    )
  ).siteId;

async function listItems(table: string): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await tables.client.send(new ScanCommand({ TableName: table }));
  return Items.map((item) => unmarshall(item));
}

/** True if the key's record accepts a value now, by the authorizer's rules. */
async function isAccepted(apiKey: string, now = new Date()): Promise<boolean> {
  const parts = parseApiKey(apiKey);
  const key = parts && (await findKey(store, parts.keyId));
  if (!parts || !key) return false;
  const matches = await Promise.all(getAcceptedHashes(key, now).map((hash) => compare(parts.secret, hash)));
  return matches.includes(true);
}

describe('account create', () => {
  test('creates an account without scans and with a cursor secret of 256 bits', async () => {
    const { accountId } = await json('account', 'create', '--name', ' Other Ltd ');
    const item = (await listItems(tables.table)).find((each) => each.accountId === accountId);
    expect(item).toMatchObject({ name: 'Other Ltd', unfinishedScans: 0, unfinishedHigh: 0 });
    expect(Buffer.from(String(item?.cursorSecret), 'base64url')).toHaveLength(32);
  });
});

describe('account list', () => {
  test('prints id, name and age of every account, oldest first, and no secret', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Newest Ltd');
    const { items } = await json('account', 'list');
    expect(items[0]).toEqual({ accountId: account, name: 'Example Ltd', createdAt: expect.any(String) });
    expect(items.at(-1)).toMatchObject({ accountId, name: 'Newest Ltd' });
    const { out } = await local('account', 'list');
    expect(out).toMatch(new RegExp(`^ACCOUNT +NAME +CREATED\n${account} +Example Ltd +20\\d\\d-`));
  });
});

describe('account delete', () => {
  const listDeletions = async (accountId: string) =>
    (await listItems(tables.table))
      .filter((item) => item.pk === itemKeys.deletion(accountId).pk)
      .map(({ pk }) => pk);

  test('says what it deletes, has it deleted by the service and keeps the audit log', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Leaving Ltd');
    const of = ['--account', accountId, '--name', 'X'];
    const { keyId, apiKey } = await json('key', 'create', ...of, '--role', 'scanner');
    const { siteId } = await json('site', 'create', ...of, '--url', 'https://leaving.example/');

    const asked = await local('account', 'delete', accountId);
    expect(asked).toMatchObject({ code: 2, out: '' });
    expect(asked.err).toBe(
      'this permanently deletes the account Leaving Ltd with 1 key and 1 site with all reports; to confirm, add --yes\n',
    );
    expect(await isAccepted(apiKey)).toBe(true);

    const { out } = await local('account', 'delete', accountId, '--yes');
    expect(out).toContain(`Deleted the account ${accountId} with 1 key and 1 site with all reports.`);
    // The service revokes the key and deletes the site: see test/integration/retention.
    expect(await json('account', 'delete', accountId, '--yes')).toEqual({
      accountId,
      keysRevoked: [keyId],
      sitesDeleted: [siteId],
    });
    expect(await listDeletions(accountId)).toEqual([itemKeys.deletion(accountId).pk]);
    const { items } = await json('account', 'list');
    expect(items.map((item: { accountId: string }) => item.accountId)).not.toContain(accountId);
    const log = await json('audit', '--account', accountId);
    expect(log.items.map(({ action }: { action: string }) => action).sort()).toEqual([
      'account.created',
      'account.deleted',
      'account.read',
      'key.created',
      'site.created',
    ]);
    expect(JSON.stringify(await listItems(tables.table))).not.toContain('Leaving Ltd');
  });

  test('cannot be undone: no key and no site can be created for the account', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Closed Ltd');
    await json('account', 'delete', accountId, '--yes');
    const of = ['--account', accountId, '--name', 'X'];
    const [key, site] = await Promise.all([
      local('key', 'create', ...of, '--role', 'admin'),
      local('site', 'create', ...of, '--url', 'https://closed.example/'),
    ]);
    expect([key.code, site.code]).toEqual([2, 2]);
    expect(site.err).toBe(`the account ${accountId} was deleted\n`);
  });

  test('changes nothing when it is repeated', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Half Ltd');
    const { siteId } = await json(
      ...['site', 'create', '--account', accountId, '--name', 'X', '--url', 'https://half.example/'],
    );
    const deleted = { accountId, keysRevoked: [], sitesDeleted: [siteId] };
    expect(await json('account', 'delete', accountId, '--yes')).toEqual(deleted);
    const before = await listItems(tables.auditTable);
    expect(await json('account', 'delete', accountId, '--yes')).toEqual(deleted);
    expect(await listItems(tables.auditTable)).toHaveLength(before.length);
    expect(await listDeletions(accountId)).toEqual([itemKeys.deletion(accountId).pk]);
  });

  test('rejects unknown accounts', async () => {
    const { code, err } = await local('account', 'delete', 'acct_00000000000000000000000000', '--yes');
    expect(code).toBe(2);
    expect(err).toContain('the account acct_00000000000000000000000000 does not exist');
  });
});

describe('member invite', () => {
  const invite = (...flags: string[]) =>
    json('member', 'invite', '--account', account, '--email', 'Ada@Example.com', ...flags);

  test('prints a link of the dashboard, which only the latest invitation of an address has', async () => {
    const first = await invite('--role', 'admin');
    expect(first).toMatchObject({ accountId: account, email: 'ada@example.com', role: 'admin' });
    expect(first.link).toMatch(/^http:\/\/localhost:1\/invitation#invite_[0-9a-z]{26}\.[\w-]{43}$/);
    const second = await invite('--role', 'viewer');
    expect(second.invitationId).toBe(first.invitationId);
    expect(second.link).not.toBe(first.link);
    const items = await listItems(tables.table);
    const stored = items.filter(({ pk }) => pk === `invite#${first.invitationId}`);
    expect(stored).toMatchObject([{ role: 'viewer', invitedBy: `person:${userInfo().username}@local` }]);
    const secret = second.link.split('.').at(-1);
    expect(JSON.stringify([items, await listItems(tables.auditTable)])).not.toContain(secret);
    const { out } = await local(
      ...['member', 'invite', '--account', account, '--email', 'b@example.com', '--role', 'manager'],
    );
    expect(out).toContain('  http://localhost:1/invitation#invite_');
  });

  test('makes a user in the user pool, once, so that the person can sign in', async () => {
    const email = 'grace@example.com';
    for (const role of ['viewer', 'admin'])
      await json('member', 'invite', '--account', account, '--email', email, '--role', role);
    const client = new CognitoIdentityProviderClient({
      endpoint: cognitoEndpoint,
      region: REGION,
      credentials,
    });
    const repeated = client.send(new AdminCreateUserCommand({ UserPoolId: USER_POOL_ID, Username: email }));
    await expect(repeated).rejects.toThrow(UsernameExistsException);
    client.destroy();
  });

  test('invites no address that the user pool does not accept', async () => {
    const email = `${'a'.repeat(65)}@example.com`;
    const { code, err } = await local(
      ...['member', 'invite', '--account', account, '--email', email, '--role', 'admin'],
    );
    expect([code, err]).toEqual([2, `the user pool does not accept the address ${email}: use another one\n`]);
    expect(JSON.stringify(await listItems(tables.table))).not.toContain(email);
  });

  test('limits the person to existing sites', async () => {
    const siteId = await createSite();
    await invite('--role', 'viewer', '--site', siteId);
    const args = ['member', 'invite', '--account', account, '--email', 'c@example.com'];
    const unknown = await local(...args, '--role', 'viewer', '--site', 'site_00000000000000000000000000');
    expect([unknown.code, unknown.err]).toEqual([2, 'siteIds[0] is not a site of this account.\n']);
    const admin = await local(...args, '--role', 'admin', '--site', siteId);
    expect([admin.code, admin.err.startsWith('--site must not be given')]).toEqual([2, true]);
    const scanner = await local(...args, '--role', 'scanner');
    expect(scanner.code).toBe(2);
    const email = await local('member', 'invite', '--account', account, '--email', 'c', '--role', 'admin');
    expect([email.code, email.err.startsWith('--email must be an email address')]).toEqual([2, true]);
  });
});

describe('site create and site list', () => {
  test('store the given values and list them', async () => {
    const siteId = await createSite('--page', '/a', '--page', '/b', '--origin', '*.preview.shop.example');
    const { items } = await json('site', 'list', '--account', account);
    expect(items).toContainEqual(
      expect.objectContaining({ id: siteId, pages: ['/a', '/b'], origins: ['*.preview.shop.example'] }),
    );
    const { out } = await local('site', 'list', '--account', account);
    expect(out).toMatch(new RegExp(`${siteId} +Shop +https://shop\\.example/ +2 `));
  });

  test('reject a page of another origin with the name of the flag', async () => {
    const result = await local(
      ...[
        'site',
        'create',
        '--account',
        account,
        '--name',
        'S',
        '--url',
        'https://a.example/',
        '--page',
        'https://b.example/',
      ],
    );
    expect(result).toMatchObject({ code: 2, out: '' });
    expect(result.err).toBe("--page must be on the site's origin, https://a.example\n");
  });

  test('write no control characters of a stored name to the terminal, and valid JSON', async () => {
    const siteId = 'site_00000000000000000000000000';
    const item = {
      pk: { S: `account#${account}` },
      sk: { S: `site#${siteId}` },
      siteId: { S: siteId },
      accountId: { S: account },
      name: { S: 'evil\u001b[31m\u202e\nname' },
      url: { S: 'https://evil.example/' },
      pages: { L: [] },
      origins: { L: [] },
      createdAt: { S: new Date().toISOString() },
      updatedAt: { S: new Date().toISOString() },
    };
    await tables.client.send(new PutItemCommand({ TableName: tables.table, Item: item }));
    const { out } = await local('site', 'list', '--account', account);
    expect(out).toContain('evil[U+001B][31m[U+202E] name');
    const raw = (await local('site', 'list', '--account', account, '--json')).out;
    for (const active of ['\u001b', '\u202e']) expect(raw).not.toContain(active);
    expect(JSON.parse(raw).items[0].name).toBe('evil\u001b[31m\u202e\nname');
  });
});

describe('key create', () => {
  test('prints the value once and stores only a bcrypt hash of its secret', async () => {
    const { code, out } = await local(
      'key',
      'create',
      '--account',
      account,
      '--name',
      'Once',
      '--role',
      'admin',
    );
    expect(code).toBe(0);
    const values = out.match(/key_[0-9a-z]{26}_[0-9A-Za-z]{30}/g) ?? [];
    expect(values).toHaveLength(1);
    const [apiKey = ''] = values;
    const parts = parseApiKey(apiKey);
    const stored = JSON.stringify([
      ...(await listItems(tables.table)),
      ...(await listItems(tables.auditTable)),
    ]);
    expect(stored).not.toContain(parts?.secret);
    const key = await findKey(store, parts?.keyId ?? '');
    expect(key?.hash).toMatch(/^\$2[aby]\$10\$/);
    expect(await isAccepted(apiKey)).toBe(true);
    expect(await isAccepted(`${apiKey.slice(0, -7)}AAAAAAA`)).toBe(false);
  });

  test('creates a key with the default lifetime for all sites unless flags set other values', async () => {
    const { keyId, expiresAt } = await newKey();
    const key = await findKey(store, keyId);
    expect(key).toMatchObject({ role: 'scanner', description: '', expiresAt });
    expect(key?.siteIds).toBeUndefined();
    expect(Date.parse(expiresAt) - Date.parse(key?.createdAt ?? '')).toBe(KEY_DAYS_DEFAULT * DAY_MS);
  });

  test('stores the limits of the key: days, sites, description', async () => {
    const siteId = await createSite();
    const { keyId } = await newKey('--expires-in-days', '365', '--site', siteId, '--description', 'nightly');
    const key = await findKey(store, keyId);
    expect(key).toMatchObject({ siteIds: [siteId], description: 'nightly' });
    expect(Date.parse(key?.expiresAt ?? '') - Date.parse(key?.createdAt ?? '')).toBe(365 * DAY_MS);
  });

  test.each([
    ['an unknown role', ['--role', 'owner'], /--role must be one of viewer, scanner, manager, admin/],
    ['a mistyped role', ['--role', 'scaner'], /--role .*did you mean scanner\?/],
    ['366 days', ['--role', 'viewer', '--expires-in-days', '366'], /--expires-in-days must be at most 365/],
    ['0 days', ['--role', 'viewer', '--expires-in-days', '0'], /--expires-in-days must be at least 1/],
    [
      'days that are not a number',
      ['--role', 'viewer', '--expires-in-days', 'soon'],
      /--expires-in-days must be a whole number/,
    ],
    ['no role', [], /needs --role <role>: viewer, scanner/],
    [
      'an id that is not of a site',
      ['--role', 'viewer', '--site', 'shop'],
      /--site must be an id that begins with site_/,
    ],
  ])('rejects %s as a usage error', async (_, flags, message) => {
    const result = await local('key', 'create', '--account', account, '--name', 'N', ...flags);
    expect(result).toMatchObject({ code: 2, out: '' });
    expect(result.err).toMatch(message);
    expect(result.err.trimEnd()).not.toContain('\n');
  });

  test('rejects a site of another account', async () => {
    const siteId = await createSite();
    const { accountId: other } = await json('account', 'create', '--name', 'Other');
    const flags = ['--account', other, '--name', 'N', '--role', 'viewer', '--site', siteId];
    const result = await local('key', 'create', ...flags);
    expect(result.code).toBe(2);
    expect(result.err).toContain(`the account ${other} has no site ${siteId}`);
  });

  test('rejects an account that does not exist', async () => {
    const unknown = 'acct_00000000000000000000000000';
    const result = await local('key', 'create', '--account', unknown, '--name', 'N', '--role', 'viewer');
    expect(result.code).toBe(2);
    expect(result.err).toContain(`the account ${unknown} does not exist`);
  });
});

describe('member add', () => {
  const added = (subject: string, ...flags: string[]) => [
    'member',
    'add',
    '--account',
    account,
    '--issuer',
    'https://id.example',
    '--subject',
    subject,
    ...flags,
  ];

  test('makes a person a member, whom a second account gets as the same person', async () => {
    const flags = ['--email', 'Ada@Example.com', '--role', 'admin'];
    const { personId, role } = await json(...added('ada', ...flags));
    expect(role).toBe('admin');
    expect(await findPerson(store, personId)).toMatchObject({
      name: 'ada',
      email: 'ada@example.com',
      emailUnverified: true,
    });
    expect(await findMembership(store, personId, account)).toMatchObject({ role: 'admin' });
    const again = await local(...added('ada', ...flags));
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('is a member of the account')]);
    const { accountId: other } = await json('account', 'create', '--name', 'Other');
    const second = await json(...added('ada', ...flags).map((each) => (each === account ? other : each)));
    expect(second.personId).toBe(personId);
  });

  test('rejects a role that only keys have', async () => {
    const result = await local(...added('ada', '--email', 'ada@example.com', '--role', 'scanner'));
    expect([result.code, result.err]).toEqual([2, expect.stringContaining('--role')]);
  });
});

describe('key list and usage', () => {
  test('print state and use of each key, and never a value or a hash', async () => {
    const { keyId, apiKey } = await newKey();
    const now = new Date();
    for (const requestId of ['r1', 'r2'])
      await countRequest(store, { owner: { keyId }, requestId, now, limitPerMinute: 100 });
    const { out } = await local('key', 'list', '--account', account, '--json');
    const key = JSON.parse(out).items.find((each: { keyId: string }) => each.keyId === keyId);
    expect(key).toMatchObject({
      state: 'active',
      requestsToday: 2,
      lastUsedAt: now.toISOString(),
      siteIds: null,
    });
    const text = (await local('key', 'list', '--account', account)).out;
    expect(text).toMatch(new RegExp(`${keyId} +CI +scanner +all +active .* 2\n`));
    for (const shown of [out, text]) {
      expect(shown).not.toContain(parseApiKey(apiKey)?.secret);
      expect(shown).not.toContain('$2');
    }
    const { days } = await json('usage', '--key', keyId);
    expect(days).toEqual([
      { day: now.toISOString().slice(0, 10), requests: 2, scans: 0, pages: 0, lastUsedAt: now.toISOString() },
    ]);
    expect((await local('usage', '--key', keyId)).out).toMatch(/total +2 +0 +0/);
  });

  test('report an unknown key as a usage error', async () => {
    const result = await local('usage', '--key', 'apikey_00000000000000000000000000');
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/the key apikey_\w+ does not exist/);
  });
});

describe('key rotate', () => {
  test('keeps the old value valid for the grace period and no longer', async () => {
    const { keyId, apiKey: old } = await newKey();
    const { apiKey: fresh, oldValueWorksUntil } = await json('key', 'rotate', keyId);
    expect(await isAccepted(fresh)).toBe(true);
    expect(await isAccepted(old)).toBe(true);
    const end = Date.parse(oldValueWorksUntil);
    expect(await isAccepted(old, new Date(end - 1))).toBe(true);
    expect(await isAccepted(old, new Date(end))).toBe(false);
    const { detail, time } = await readAuditEntry('key.rotated', keyId);
    expect(end - Date.parse(time)).toBe(24 * HOUR_MS);
    expect(detail).toMatchObject({ oldValueWorksUntil });
  });

  test('ends the old value at once without a grace period', async () => {
    const { keyId, apiKey: old } = await newKey();
    const { apiKey: fresh, oldValueWorksUntil } = await json('key', 'rotate', keyId, '--no-grace');
    expect(oldValueWorksUntil).toBeNull();
    expect([await isAccepted(old), await isAccepted(fresh)]).toEqual([false, true]);
  });

  test('gives the new value the lifetime that the key was created with, at each rotation', async () => {
    const { keyId } = await newKey('--expires-in-days', '30');
    for (const [flags, days] of [
      [[], 30],
      [['--expires-in-days', '7'], 7],
      [[], 30],
    ] as const) {
      const { expiresAt } = await json('key', 'rotate', keyId, '--end-previous', ...flags);
      const { time } = await readAuditEntry('key.rotated', keyId);
      expect(Math.round((Date.parse(expiresAt) - Date.parse(time)) / DAY_MS)).toBe(days);
    }
  });

  test('ends the grace period not later than the old value expires', async () => {
    const { keyId, expiresAt } = await newKey('--expires-in-days', '1');
    const rotated = await json('key', 'rotate', keyId, '--grace-hours', '48');
    expect(rotated.oldValueWorksUntil).toBe(expiresAt);
  });

  test('does not end a value in its grace period at a second rotation, unless a flag requests it', async () => {
    const { keyId, apiKey: first } = await newKey();
    const { apiKey: second, oldValueWorksUntil } = await json('key', 'rotate', keyId);
    const until = `${oldValueWorksUntil.slice(0, 10)} ${oldValueWorksUntil.slice(11, 16)} UTC`;
    for (const flags of [[], ['--no-grace']]) {
      const refused = await local('key', 'rotate', keyId, ...flags);
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.err).toMatch(
        new RegExp(`^the key ${keyId} .* works until ${until}; .*--end-previous\n$`),
      );
    }
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([true, true]);
    const { apiKey: third } = await json('key', 'rotate', keyId, '--end-previous');
    expect([await isAccepted(first), await isAccepted(second), await isAccepted(third)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('has an effect on key list, which shows the end of the grace period, but not of a revoked key', async () => {
    const { keyId } = await newKey();
    const { oldValueWorksUntil } = await json('key', 'rotate', keyId);
    const lineOf = async () =>
      (await local('key', 'list', '--account', account)).out.split('\n').find((line) => line.includes(keyId));
    expect(await lineOf()).toContain(`active, old value until ${oldValueWorksUntil.slice(0, 10)}`);
    await json('key', 'revoke', keyId);
    expect(await lineOf()).toMatch(/ all +revoked +20/);
    const { items } = await json('key', 'list', '--account', account);
    expect(items).toContainEqual(expect.objectContaining({ keyId, oldValueWorksUntil: null }));
  });

  test.each([
    [
      'both flags for the grace period',
      ['--no-grace', '--grace-hours', '2'],
      /--no-grace and --grace-hours exclude each other/,
    ],
    ['a grace period of more than a week', ['--grace-hours', '169'], /--grace-hours must be at most 168/],
  ])('rejects %s as a usage error', async (_, flags, message) => {
    const result = await local('key', 'rotate', 'apikey_00000000000000000000000000', ...flags);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(message);
  });
});

describe('key revoke', () => {
  test.each([
    ['apikey_nope', '<key> must have 26 characters after apikey_, not 4'],
    ['nope', '<key> must be an id that begins with apikey_'],
  ])('reports the error in %s', async (id, message) => {
    expect(await local('key', 'revoke', id)).toEqual({ code: 2, out: '', err: `${message}\n` });
  });

  test('revokes permanently, changes nothing the second time, and the key cannot be rotated', async () => {
    const { keyId } = await newKey();
    const first = await json('key', 'revoke', keyId);
    expect(await findKey(store, keyId)).toMatchObject({ revokedAt: first.revokedAt });
    expect(await json('key', 'revoke', keyId)).toEqual(first);
    const entries = await listItems(tables.auditTable);
    expect(entries.filter((each) => each.action === 'key.revoked' && each.target === keyId)).toHaveLength(1);
    const rotated = await local('key', 'rotate', keyId);
    expect(rotated.code).toBe(2);
    expect(rotated.err).toContain('is revoked; create a new key');
    const { items } = await json('key', 'list', '--account', account);
    expect(items).toContainEqual(expect.objectContaining({ keyId, state: 'revoked' }));
  });
});

describe('audit', () => {
  test('shows who did what, newest first, and how often a key was refused', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Audited');
    const flags = ['--account', accountId, '--name', 'K', '--role', 'viewer'];
    const { keyId } = await json('key', 'create', ...flags);
    await json('key', 'revoke', keyId);
    const now = new Date();
    for (const requestId of ['r1', 'r2', 'r3']) {
      const refusal = { accountId, keyId, reason: 'key-revoked', requestId, sourceIp: '192.0.2.1', now };
      await recordRefusal(store, refusal);
    }
    const { items } = await json('audit', '--account', accountId);
    const actions = items.map((each: { action: string }) => each.action);
    expect(actions).toEqual(['key.refused', 'key.revoked', 'key.created', 'account.created']);
    expect(items[0]).toMatchObject({ actor: keyId, sourceIp: '192.0.2.1', count: 3 });
    expect(items[1]).toMatchObject({ actor: `person:${userInfo().username}@local`, target: keyId });
    expect(items[1].requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await local('audit', '--account', accountId)).out).toContain('3 times in the hour of');
    expect((await json('audit', '--account', accountId, '--limit', '1')).items).toHaveLength(1);
    const tomorrow = new Date(now.getTime() + DAY_MS).toISOString();
    expect((await json('audit', '--account', accountId, '--since', tomorrow)).items).toEqual([]);
  });

  test('shows which data of the account an administrator has read, by id only', async () => {
    const { accountId } = await json('account', 'create', '--name', 'Read Ltd');
    const of = ['--account', accountId];
    await json('site', 'create', ...of, '--name', 'Read shop', '--url', 'https://read.example/');
    const { keyId } = await json('key', 'create', ...of, '--name', 'Read key', '--role', 'viewer');
    await json('site', 'list', ...of);
    await json('key', 'list', ...of);
    await json('usage', '--key', keyId);
    await json('audit', ...of);
    expect((await local('account', 'delete', accountId)).code).toBe(2);

    const { items } = await json('audit', ...of, '--limit', '5');
    const [auditId, time, requestId] = Array(3).fill(expect.any(String));
    const actor = `person:${userInfo().username}@local`;
    const written = (action: string, target: string) => ({
      ...{ auditId, time, requestId, accountId, actor },
      action,
      target,
    });
    expect(items).toEqual([
      written('account.read', accountId),
      written('audit.read', accountId),
      written('usage.read', keyId),
      written('key.listed', accountId),
      written('site.listed', accountId),
    ]);
    expect(JSON.stringify(items)).not.toMatch(/read (ltd|shop|key)|read\.example/i);
  });

  test('shows the refused sign-ins, which belong to no account', async () => {
    const now = new Date();
    const refusal = { accountId: SIGN_IN_LOG, reason: 'refused', sourceIp: '192.0.2.9', now } as const;
    for (const requestId of ['s1', 's2']) await recordRefusal(store, { ...refusal, requestId });
    const { items } = await json('audit', '--sign-ins');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ actor: 'unknown', sourceIp: '192.0.2.9', requestId: 's1', count: 2 });
    const text = (await local('audit', '--sign-ins')).out;
    expect(text).toContain('2 times in the hour of');
    // Who reads the log is recorded in it.
    expect(text).toContain('audit.read');
  });

  test.each([[[]], [['--account', 'acct_00000000000000000000000000', '--sign-ins']]])(
    'needs an account or the sign-ins: %j',
    async (flags) => {
      const result = await local('audit', ...flags);
      expect(result.code).toBe(2);
      expect(result.err).toContain('either --account ACCOUNT or --sign-ins');
    },
  );

  test('rejects a time in another notation as a usage error', async () => {
    const result = await local('audit', '--account', account, '--since', 'yesterday');
    expect(result.code).toBe(2);
    expect(result.err).toContain('--since must be a date such as 2026-11-21');
  });
});

describe('the choice of the stack or data folder', () => {
  test('explains in one line how to start a runtime when none is running', async () => {
    const none = join(data, 'none');
    const { code, out, err } = await runAdmin(['site', 'list', '--account', account, '--data', none]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^no local runtime is running in .*none; start it with npm start.*\n$/);
  });

  test('reports without a flag which folder it read, and which flags select another one', async () => {
    const { code, out, err } = await admin(['account', 'list'], {}, data);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      'no local runtime is running in .local; start it with npm start, name the folder of one that is running with --data DIR, or a deployed stack with --stack NAME\n',
    );
  });

  test('does not mistake a killed runtime for a running one', async () => {
    const dead = await mkdtemp(join(data, 'dead-'));
    const { endpoint: dynamodb, table, auditTable } = tables;
    const outputs = { TableName: table, AuditTableName: auditTable, ApiUrl: API_URL };
    const gone = 2 ** 22 + 1; // above the kernel's highest process id
    await writeFile(
      join(dead, 'runtime.json'),
      JSON.stringify({
        pid: gone,
        endpoints: { dynamodb, cognito: cognitoEndpoint },
        credentials,
        region: REGION,
        outputs,
      }),
    );
    const { code, err } = await runAdmin(['site', 'list', '--account', account, '--data', dead]);
    expect(code).toBe(1);
    expect(err).toContain('no local runtime is running in ');
  });

  test('reports a database that does not answer in one line', async () => {
    const broken = await mkdtemp(join(data, 'broken-'));
    const outputs = { TableName: 'T', AuditTableName: 'A', ApiUrl: API_URL };
    const endpoints = { dynamodb: 'http://127.0.0.1:9', cognito: cognitoEndpoint };
    await writeFile(
      join(broken, 'runtime.json'),
      JSON.stringify({ pid: process.pid, endpoints, credentials, region: REGION, outputs }),
    );
    const { code, err } = await admin(['site', 'list', '--account', account, '--data', broken]);
    expect(code).toBe(1);
    expect(err).toMatch(/^The service cannot be reached: .*127\.0\.0\.1:9\n$/);
  });

  test('reports a stack without a region or credentials in one line', async () => {
    const offline = { AWS_EC2_METADATA_DISABLED: 'true' };
    const noRegion = await admin(['site', 'list', '--account', account, '--stack', 'S'], offline);
    expect(noRegion.code).toBe(1);
    expect(noRegion.err).toMatch(/^No AWS region is set.*\n$/);
    const noCredentials = await admin(['site', 'list', '--account', account, '--stack', 'S'], {
      ...offline,
      AWS_REGION: REGION,
    });
    expect(noCredentials.code).toBe(1);
    expect(noCredentials.err).toMatch(/^No AWS credentials are set.*\n$/);
  });
});

async function readAuditEntry(action: string, target: string) {
  const found = (await listItems(tables.auditTable)).find(
    (each) => each.action === action && each.target === target,
  );
  if (!found) throw new Error(`the audit log has no ${action} of ${target}`);
  return found as { time: string; detail: Record<string, unknown> };
}
