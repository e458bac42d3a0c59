import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { listDue } from '../../../adapters/dynamodb/due.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { createKey } from '../../../adapters/dynamodb/key-changes.ts';
import { parseApiKey } from '../../../core/access/api-key.ts';
import type { KeyRecord } from '../../../core/access/key-record.ts';
import type { KeyView } from '../../../core/access/key-view.ts';
import type { AuditEntry } from '../../../core/audit/audit-entry.ts';
import { createId } from '../../../core/ids.ts';
import { setMembers } from '../../support/set-members.ts';
import { type Api, startApi, type TestPerson } from './harness.ts';
import { MISSING, testKeyCalls } from './key-call-cases.ts';

let api: Api;
let accountId: string;
let ada: TestPerson;

beforeAll(async () => {
  api = await startApi({ KEYS_LIMIT: '30' });
  accountId = await api.account();
  ada = await api.member(accountId, 'admin', { name: 'Ada' });
});
afterAll(() => api?.stop());

const DAY_MS = 86_400_000;

/** Creates a key and returns its view and its value. */
async function create(
  given: Record<string, unknown> = {},
  by = ada,
): Promise<{ key: KeyView; value: string }> {
  const { status, json } = await by.call('POST', '/api-keys', { body: { name: 'CI', ...given } });
  expect(status).toBe(201);
  return json;
}

/** Stores a key as the call creates it, with a hash that takes less time. */
async function store(given: Partial<KeyRecord> = {}): Promise<{ key: KeyView; value: string }> {
  const lifetimeDays = 90;
  const expiresAt = new Date(Date.now() + lifetimeDays * DAY_MS).toISOString();
  const made = { name: 'CI', role: 'viewer' as const, lifetimeDays, expiresAt, ...given };
  const { record, value } = await api.key(accountId, made);
  const { refusals: _, ...key } = await read(record.keyId);
  return { key, value };
}

const read = async (keyId: string) => (await ada.call('GET', `/api-keys/${keyId}`)).json;
const rotate = (keyId: string, body: object = {}) => ada.call('POST', `/api-keys/${keyId}/rotate`, { body });

/** Calls the API with the value of a key. Returns the status, or the code with which the authorizer denies the call. */
async function callWith(value: string): Promise<unknown> {
  const verdict = await api.authorize(value);
  if (verdict.policyDocument.Statement[0]?.Effect !== 'Allow') return verdict.context?.code;
  return (await api.callWithKey(value, 'GET', '/sites')).status;
}

async function auditOf(target: string, account = accountId): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of readAuditLog(api.tables.store, account))
    if (entry.target === target) entries.push(entry);
  return entries.reverse();
}

describe('POST /api-keys', () => {
  it('creates a viewer of all sites for 90 days, and returns the value that works', async () => {
    const { status, json, headers } = await ada.call('POST', '/api-keys', { body: { name: ' CI ' } });
    expect(status).toBe(201);
    const { key, value } = json as { key: KeyView; value: string };
    expect(headers.get('Location')).toBe(`/api/v1/api-keys/${key.keyId}`);
    expect(key).toMatchObject({
      name: 'CI',
      description: '',
      role: 'viewer',
      siteIds: null,
      status: 'active',
      createdBy: { id: ada.personId, name: 'Ada' },
      lifetimeDays: 90,
      revokedAt: null,
      lastUsedAt: null,
      previousValue: null,
    });
    expect(Date.parse(key.expiresAt) - Date.parse(key.createdAt)).toBe(90 * DAY_MS);
    expect(parseApiKey(value)?.keyId).toBe(key.keyId);
    expect(value.startsWith(key.prefix.slice(0, -1))).toBe(true);
    expect(await callWith(value)).toBe(200);
    expect((await read(key.keyId)).lastUsedAt).toEqual(expect.any(String));
  });

  it('stores the value nowhere, and records who created the key', async () => {
    const { key, value } = await create({ role: 'scanner', description: 'Nightly', expiresInDays: 1 });
    const { store } = api.tables;
    const secret = value.slice(key.prefix.length - 1);
    for (const TableName of [store.table, store.auditTable]) {
      const { Items } = await store.db.send(new ScanCommand({ TableName }));
      expect(JSON.stringify(Items)).not.toContain(secret);
    }
    expect(JSON.stringify(await read(key.keyId))).not.toMatch(/hash|\$2b/);
    expect(await auditOf(key.keyId)).toMatchObject([
      {
        actor: ada.personId,
        action: 'key.created',
        sourceIp: '192.0.2.7',
        detail: { role: 'scanner', sites: 'all' },
      },
    ]);
  });

  it('limits the key to sites of the account', async () => {
    const site = { name: 'Shop', url: 'https://shop.example/' };
    const { json: own } = await ada.call('POST', '/sites', { body: site });
    const other = await api.member(await api.account());
    const { json: foreign } = await other.call('POST', '/sites', { body: site });
    expect((await create({ siteIds: [own.id, own.id] })).key.siteIds).toEqual([own.id]);
    const body = { name: 'CI', siteIds: [own.id, foreign.id] };
    const refused = await ada.call('POST', '/api-keys', { body });
    expect([refused.status, refused.json.code]).toEqual([422, 'invalid-request']);
    expect(refused.json.errors).toEqual([
      { path: 'siteIds[1]', message: 'must be the id of a site of the account' },
    ]);
  });

  it('refuses more than the member has', async () => {
    const { json: site } = await ada.call('POST', '/sites', {
      body: { name: 'Shop', url: 'https://shop.example/' },
    });
    const account = await api.account();
    const limited = await api.member(account, 'admin', { siteIds: [site.id] });
    for (const body of [{ name: 'CI' }, { name: 'CI', siteIds: ['site_01k6zq3v5e8m2n4p6r7s9t0w1y'] }]) {
      const { status, json } = await limited.call('POST', '/api-keys', { body });
      expect([status, json.code]).toEqual([403, 'grant-too-large']);
    }
  });

  it.each([
    [{}, 'name', 'is required'],
    [{ name: ' ' }, 'name', 'must not be empty'],
    [{ name: 'a'.repeat(101) }, 'name', 'must have at most 100 characters'],
    [{ name: 'CI', role: 'owner' }, 'role', 'must be one of'],
    [{ name: 'CI', expiresInDays: 366 }, 'expiresInDays', 'must be at most 365'],
    [{ name: 'CI', expiresInDays: null }, 'expiresInDays', 'must be a number, not null'],
    [{ name: 'CI', siteIds: [] }, 'siteIds', 'must not be empty'],
    [{ name: 'CI', siteIds: ['x'] }, 'siteIds[0]', 'must be an id that begins with site_'],
    [{ name: 'CI', accountId: 'acct_x' }, 'accountId', 'is not known here'],
  ])('refuses %j', async (body, path, message) => {
    const { status, json } = await ada.call('POST', '/api-keys', { body });
    expect([status, json.code]).toEqual([422, 'invalid-request']);
    expect(json.errors[0]).toMatchObject({ path, message: expect.stringContaining(message) });
  });

  it('refuses more keys than the limit, also if calls race, until one is revoked', async () => {
    const account = await api.account();
    const grace = await api.member(account);
    const now = new Date();
    const record = { accountId: account, name: 'x', description: '', role: 'viewer' as const, hash: 'x' };
    const times = { createdAt: now.toISOString(), lifetimeDays: 1, expiresAt: now.toISOString() };
    for (let count = 0; count < 28; count++) {
      const key = { ...record, ...times, keyId: createId('apikey', now) };
      await createKey(api.tables.store, key, { accountId: account, actor: 'person:x', requestId: 'x' }, now);
    }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => grace.call('POST', '/api-keys', { body: { name: 'CI' } })),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(made).toHaveLength(2);
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(
      Array(2).fill([409, 'keys-limit']),
    );
    expect(refused[0]?.json.detail).toContain('limit of 30 API keys');
    const { keyId } = made[0]!.json.key;
    for (let repeated = 0; repeated < 2; repeated++) await grace.call('POST', `/api-keys/${keyId}/revoke`);
    await create({}, grace);
    expect((await grace.call('POST', '/api-keys', { body: { name: 'CI' } })).json.code).toBe('keys-limit');
  });

  it('grants nothing for a member who is demoted or removed while the call is handled', async () => {
    const { createHandler } = await import('../../../functions/manage-keys/handler.ts');
    for (const [change, code] of [
      ['demoted', 'role-too-small'],
      ['removed', 'not-a-member'],
    ] as const) {
      const account = await api.account();
      const member = await api.member(account);
      const { record: key } = await api.key(account);
      const handler = createHandler(process.env);
      api.replaceHandler('manage-keys', async (event, context) => {
        const membership = itemKeys.membership(member.personId, account);
        if (change === 'demoted') await setMembers(api.tables.store, membership, { role: 'viewer' });
        else await api.deleteItem(membership);
        return handler(event, context);
      });
      for (const [path, body] of [
        ['/api-keys', { name: 'CI' }],
        [`/api-keys/${key.keyId}/rotate`, {}],
      ] as const) {
        await api.putMember(member.personId, account);
        const refused = await member.call('POST', path, { body });
        expect([refused.status, refused.json.code]).toEqual([403, code]);
      }
      api.replaceHandler('manage-keys', handler);
      await api.putMember(member.personId, account);
      expect((await member.call('GET', '/api-keys')).json.items).toHaveLength(1);
      expect(await auditOf(key.keyId, account)).toHaveLength(1);
    }
  });
});

describe('GET /api-keys', () => {
  it('lists the keys of the account newest first, page by page, and those of one person', async () => {
    const account = await api.account();
    const [first, second] = [await api.member(account), await api.member(account, 'admin', { name: 'Bo' })];
    const ids: string[] = [];
    for (const by of [first, second, first]) {
      ids.unshift((await create({}, by)).key.keyId);
    }
    const byOperator = (await api.key(account)).record.keyId;
    ids.unshift(byOperator);
    await first.call('POST', `/api-keys/${ids[1]}/revoke`);
    const listed: KeyView[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await first.call('GET', `/api-keys?limit=2${cursor && `&cursor=${cursor}`}`);
      listed.push(...json.items);
      cursor = json.nextCursor;
    }
    expect(listed.map(({ keyId }) => keyId)).toEqual(ids);
    expect(listed.map(({ status }) => status)).toEqual(['active', 'revoked', 'active', 'active']);
    expect(listed.map(({ createdBy }) => createdBy?.name ?? null)).toEqual([
      null,
      'Ada Example',
      'Bo',
      'Ada Example',
    ]);
    const { json: own } = await first.call('GET', `/api-keys?createdBy=${first.personId}`);
    expect(own.items.map(({ keyId }: KeyView) => keyId)).toEqual([ids[1], ids[3]]);
    const { json: page } = await first.call('GET', `/api-keys?createdBy=${first.personId}&limit=1`);
    const wrong = await first.call('GET', `/api-keys?limit=1&cursor=${page.nextCursor}`);
    expect([wrong.status, wrong.json.code]).toEqual([422, 'cursor-invalid']);
    expect((await first.call('GET', '/api-keys?createdBy=apikey_1')).json.errors[0].path).toBe(
      'query.createdBy',
    );
  });
});

describe('GET /api-keys/<id>', () => {
  it('shows refused calls by hour and reason, newest first', async () => {
    const { key, value } = await store();
    for (let count = 0; count < 2; count++)
      expect((await api.callWithKey(value, 'GET', '/api-keys')).json.code).toBe('people-only');
    const { refusals } = await read(key.keyId);
    expect(refusals).toEqual([
      { hour: expect.stringMatching(/T\d\d:00:00\.000Z$/), reason: 'people-only', count: 2 },
    ]);
  });

  it('shows an expired key as expired', async () => {
    const { key } = await store();
    await setMembers(api.tables.store, itemKeys.key(key.keyId), { expiresAt: new Date().toISOString() });
    expect((await read(key.keyId)).status).toBe('expired');
  });
});

describe('PATCH /api-keys/<id>', () => {
  it('changes name and description, and records the names of what changed', async () => {
    const { key } = await store({ description: 'old' });
    const path = `/api-keys/${key.keyId}`;
    const { status, json } = await ada.call('PATCH', path, { body: { name: 'New', description: 'old' } });
    expect(status).toBe(200);
    expect(json).toEqual({ ...key, name: 'New' });
    await ada.call('PATCH', path, { body: { name: 'New' } });
    await ada.call('PATCH', path, { body: { description: '' } });
    expect((await auditOf(key.keyId)).slice(1)).toMatchObject([
      { action: 'key.changed', detail: { changed: ['name'] } },
      { action: 'key.changed', detail: { changed: ['description'] } },
    ]);
  });

  it.each([{}, { role: 'admin' }, { name: '' }])('refuses %j', async (body) => {
    const { key } = await store();
    const { status, json } = await ada.call('PATCH', `/api-keys/${key.keyId}`, { body });
    expect([status, json.code]).toEqual([422, 'invalid-request']);
    expect((await read(key.keyId)).role).toBe('viewer');
    await ada.call('POST', `/api-keys/${key.keyId}/revoke`);
  });
});

describe('POST /api-keys/<id>/rotate', () => {
  it('returns a new value, and lets the old one work for 24 hours', async () => {
    const { key, value: old } = await store();
    const { status, json } = await rotate(key.keyId);
    expect(status).toBe(200);
    expect(json.value).not.toBe(old);
    const hours = (Date.parse(json.key.previousValue.worksUntil) - Date.now()) / 3_600_000;
    expect(Math.abs(hours - 24)).toBeLessThan(0.1);
    expect(json.key.previousValue.lastUsedAt).toBeNull();
    expect([await callWith(old), await callWith(json.value)]).toEqual([200, 200]);
  });

  it('shows the last use of the previous value since the rotation only', async () => {
    const { key, value: first } = await store();
    expect(await callWith(first)).toBe(200);
    const { json: second } = await rotate(key.keyId, { graceHours: 1 });
    expect(await callWith(second.value)).toBe(200);
    expect((await read(key.keyId)).previousValue.lastUsedAt).toBeNull();
    expect(await callWith(first)).toBe(200);
    const { previousValue, lastUsedAt } = await read(key.keyId);
    expect(previousValue.lastUsedAt).toEqual(expect.any(String));
    expect(lastUsedAt >= previousValue.lastUsedAt).toBe(true);
    await rotate(key.keyId, { graceHours: 1, endPrevious: true });
    expect((await read(key.keyId)).previousValue.lastUsedAt).toBeNull();
  });

  it('ends the old value at once, and never later than it would have expired', async () => {
    const { key, value } = await store();
    const { json } = await rotate(key.keyId, { graceHours: 0, expiresInDays: 2 });
    expect(json.key.previousValue).toBeNull();
    expect(await callWith(value)).toBe('key-unknown');
    expect(Date.parse(json.key.expiresAt) - Date.now()).toBeLessThanOrEqual(2 * DAY_MS);
    expect((await rotate(key.keyId, { graceHours: 168 })).json.key.previousValue.worksUntil).toBe(
      json.key.expiresAt,
    );
  });

  it('makes an expired key work again, but not its old value', async () => {
    const { key, value } = await store();
    await setMembers(api.tables.store, itemKeys.key(key.keyId), {
      expiresAt: new Date(Date.now() - 1000).toISOString(),
    });
    expect(await callWith(value)).toBe('key-expired');
    const { json } = await rotate(key.keyId);
    expect(json.key).toMatchObject({ status: 'active', previousValue: null });
    expect([await callWith(value), await callWith(json.value)]).toEqual(['key-unknown', 200]);
  });

  it('refuses a second rotation while two values work, unless it may end one', async () => {
    const { key } = await store();
    await rotate(key.keyId);
    const refused = await rotate(key.keyId);
    expect([refused.status, refused.json.code]).toEqual([409, 'previous-value-works']);
    expect((await rotate(key.keyId, { endPrevious: true })).status).toBe(200);
  });

  it('returns one value that works if two calls race', async () => {
    const { key } = await store();
    const answers = await Promise.all([
      rotate(key.keyId, { graceHours: 0 }),
      rotate(key.keyId, { graceHours: 0 }),
    ]);
    const made = answers.filter(({ status }) => status === 200);
    // If one ended before the other read the key, both rotated it, and only the value of the later one works.
    for (const { status, json } of answers) if (status !== 200) expect(json.code).toBe('key-changed');
    const outcomes = await Promise.all(made.map(({ json }) => callWith(json.value)));
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
  });

  it('refuses a revoked key', async () => {
    const { key } = await store();
    await ada.call('POST', `/api-keys/${key.keyId}/revoke`);
    const { status, json } = await rotate(key.keyId);
    expect([status, json.code]).toEqual([409, 'key-already-revoked']);
  });

  it.each([
    [{ graceHours: 169 }, 'graceHours'],
    [{ graceHours: -1 }, 'graceHours'],
    [{ graceHours: null }, 'graceHours'],
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ role: 'admin' }, 'role'],
  ])('refuses %j', async (body, path) => {
    const { status, json } = await rotate(MISSING, body);
    expect([status, json.errors?.[0].path]).toEqual([422, path]);
  });
});

describe('POST /api-keys/<id>/end-previous', () => {
  it('ends the previous value at once, and records it once', async () => {
    const { key, value: old } = await store();
    const { json } = await rotate(key.keyId);
    for (let repeated = 0; repeated < 2; repeated++) {
      const ended = await ada.call('POST', `/api-keys/${key.keyId}/end-previous`, { body: {} });
      expect([ended.status, ended.json.previousValue]).toEqual([200, null]);
    }
    expect([await callWith(old), await callWith(json.value)]).toEqual(['key-unknown', 200]);
    const actions = (await auditOf(key.keyId)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'key.overlap-ended')).toHaveLength(1);
  });
});

describe('POST /api-keys/<id>/revoke', () => {
  it('revokes the key from the next call on, once', async () => {
    const { key, value } = await store();
    const path = `/api-keys/${key.keyId}/revoke`;
    const [first, second] = [await ada.call('POST', path), await ada.call('POST', path, { body: {} })];
    expect(first.json).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) });
    expect(second.json).toEqual(first.json);
    expect(await callWith(value)).toBe('key-revoked');
    const actions = (await auditOf(key.keyId)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'key.revoked')).toHaveLength(1);
  });

  it('removes the key from what falls due', async () => {
    const { key } = await store();
    const later = new Date(Date.now() + 91 * DAY_MS);
    const isDue = async () => (await listDue(api.tables.store, later)).some(({ id }) => id === key.keyId);
    expect(await isDue()).toBe(true);
    await ada.call('POST', `/api-keys/${key.keyId}/revoke`);
    expect(await isDue()).toBe(false);
  });
});

// A call that reads and one that writes. All of them are in principals.all.test.ts.
testKeyCalls(
  () => api,
  [
    ['GET', `/api-keys/${MISSING}`],
    ['POST', `/api-keys/${MISSING}/rotate`, { body: {} }],
  ],
);
