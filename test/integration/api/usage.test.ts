import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildAccountMonthItem,
  buildActorDayItem,
  countRequest,
} from '../../../adapters/dynamodb/count-usage.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { transact } from '../../../adapters/dynamodb/transact.ts';
import type { PersonUsageView, UsageView } from '../../../core/usage/usage-day.ts';
import { type Api, startApi, type TestKey, type TestPerson } from './harness.ts';

let api: Api;
let accountId: string;
let manager: TestKey;
let revoked: TestKey;

beforeAll(async () => {
  api = await startApi();
  accountId = await api.account();
  revoked = await api.key(accountId, { role: 'scanner', revokedAt: '2026-03-04T00:00:00.000Z' });
  manager = await api.key(accountId, { role: 'manager' });
  const other = await api.key(await api.account(), { role: 'manager' });
  for (const key of [revoked, other]) {
    await recordRequest(key, '2026-03-02T08:00:00.000Z');
    await recordRequest(key, '2026-03-02T09:30:00.000Z');
    await recordRequest(key, '2026-03-03T10:00:00.000Z');
  }
  const actor = revoked.record.keyId;
  const late = { actor, accountId, now: new Date('2026-03-04T01:00:00Z'), scans: 1, pages: 7 };
  await transact(api.tables.store, [buildActorDayItem(api.tables.store, late)!]);
  await recordRequest(manager, '2026-03-03T12:00:00.000Z');
});
afterAll(() => api?.stop());

/** Counts a request of a key at a time. */
async function recordRequest({ record: { keyId } }: TestKey, at: string): Promise<void> {
  const counted = { owner: { keyId }, requestId: randomUUID(), now: new Date(at), limitPerMinute: 100 };
  await countRequest(api.tables.store, counted);
}

/** Returns entries as `day requests scans pages`, without those of today, which the test itself adds. */
async function listUsage(query: string, by = manager): Promise<string[]> {
  const { status, json } = await by.call('GET', `/usage?to=2026-03-31${query}`);
  expect(status).toBe(200);
  return json.items.map(
    ({ keyId, day, requests, scans, pages }: UsageView) =>
      `${keyId === revoked.record.keyId ? 'revoked' : 'manager'} ${day} ${requests} ${scans} ${pages}`,
  );
}

const all = [
  'revoked 2026-03-04 0 1 7',
  'revoked 2026-03-03 1 0 0',
  'revoked 2026-03-02 2 0 0',
  'manager 2026-03-03 1 0 0',
];

describe('the usage of an account', () => {
  it('has each key and day, including revoked keys, and no other account', async () => {
    expect(await listUsage('')).toEqual(all);
    const { json } = await manager.call('GET', '/usage?to=2026-03-31&limit=2');
    expect(json.items).toMatchObject([
      { keyName: revoked.record.name, lastUsedAt: null },
      { lastUsedAt: '2026-03-03T10:00:00.000Z' },
    ]);
  });

  it('counts the requests for the usage, too', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { json } = await manager.call('GET', `/usage?from=${today}&keyId=${manager.record.keyId}`);
    expect(json.items[0].requests).toBeGreaterThan(0);
  });

  it.each([1, 2, 3])('is returned in pages of %i, each entry once', async (limit) => {
    const listed: UsageView[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await manager.call('GET', `/usage?to=2026-03-31&limit=${limit}${after}`);
      expect(json.items.length).toBeLessThanOrEqual(limit);
      listed.push(...json.items);
      cursor = json.nextCursor;
    }
    expect(listed.map(({ day }) => day)).toEqual(all.map((entry) => entry.split(' ')[1]));
  });

  it('can be limited to a period, inclusive, and to a key', async () => {
    expect(await listUsage('&from=2026-03-03')).toEqual([all[0], all[1], all[3]]);
    const { json } = await manager.call('GET', '/usage?from=2026-03-02&to=2026-03-02');
    expect(json.items).toHaveLength(1);
    expect(await listUsage(`&keyId=${revoked.record.keyId}`)).toEqual(all.slice(0, 3));
    expect(await listUsage('&keyId=apikey_01k6zq3v5e8m2n4p6r7s9t0w1y')).toEqual([]);
  });

  it('is limited to the usage of the calling key if that key is limited to sites', async () => {
    const site = await manager.call('POST', '/sites', {
      body: { name: 'Shop', url: 'https://shop.example/' },
    });
    const limited = await api.key(accountId, { role: 'manager', siteIds: [site.json.id] });
    await recordRequest(limited, '2026-03-01T08:00:00.000Z');
    const { json } = await limited.call('GET', '/usage?to=2026-03-31');
    expect(json.items.map(({ keyId }: UsageView) => keyId)).toEqual([limited.record.keyId]);
    expect(await listUsage(`&keyId=${revoked.record.keyId}`, limited)).toEqual([]);
  });

  it.each(['viewer', 'scanner'] as const)('is refused to the role %s', async (role) => {
    const key = await api.key(accountId, { role });
    const { status, json } = await key.call('GET', '/usage');
    expect([status, json.code]).toEqual([403, 'role-too-small']);
    expect(json.detail).toContain('manager, admin');
  });

  it.each([
    ['from=2026-03-32', 'query.from', 'must be a date such as 2026-03-31'],
    ['to=2026-03-01T00:00:00Z', 'query.to', 'must be a date such as 2026-03-31'],
    ['from=2026-03-02&to=2026-03-01', 'query.from', 'must not be after to'],
    ['keyId=key_1', 'query.keyId', 'must be an id that begins with apikey_'],
    ['site=1', 'query.site', 'is not known here'],
  ])('is rejected for %s', async (query, path, message) => {
    const { status, json } = await manager.call('GET', `/usage?${query}`);
    expect([status, json.code]).toEqual([422, 'invalid-request']);
    expect(json.errors[0].path).toBe(path);
    expect(json.errors[0].message).toContain(message);
  });

  it('rejects a cursor of another period', async () => {
    const { json } = await manager.call('GET', '/usage?to=2026-03-31&limit=1');
    const { json: refused } = await manager.call('GET', `/usage?limit=1&cursor=${json.nextCursor}`);
    expect(refused.code).toBe('cursor-invalid');
  });
});

describe('the usage of people', () => {
  let account: string;
  let admin: TestPerson;
  const period = 'from=2026-03-01&to=2026-03-31';

  /** Counts a request of a person at a time. */
  async function recordCall({ personId }: TestPerson, at: string, ofAccount = account): Promise<void> {
    const owner = { personId, accountId: ofAccount };
    await countRequest(api.tables.store, {
      owner,
      requestId: randomUUID(),
      now: new Date(at),
      limitPerMinute: 100,
    });
  }
  const shown = ({ items }: { items: PersonUsageView[] }) =>
    items.map(({ name, day, requests, scans, pages }) => `${name} ${day} ${requests} ${scans} ${pages}`);

  beforeAll(async () => {
    account = await api.account();
    admin = await api.member(account, 'admin', { name: 'Ada' });
    const gone = await api.member(account, 'viewer', { name: 'Gone' });
    await recordCall(admin, '2026-03-02T08:00:00.000Z');
    await recordCall(admin, '2026-03-02T08:00:30.000Z');
    await recordCall(admin, '2026-03-02T09:00:00.000Z');
    await recordCall(admin, '2026-03-03T09:00:00.000Z');
    await recordCall(gone, '2026-03-04T09:00:00.000Z');
    await recordCall(admin, '2026-03-04T09:00:00.000Z', await api.account());
    const late = { actor: gone.personId, accountId: account, now: new Date('2026-03-05T01:00:00Z') };
    await transact(api.tables.store, [buildActorDayItem(api.tables.store, { ...late, scans: 1, pages: 7 })!]);
    await api.deleteItem(itemKeys.membership(gone.personId, account));
  });

  const all = [
    'Gone 2026-03-05 0 1 7',
    'Gone 2026-03-04 1 0 0',
    'Ada 2026-03-03 1 0 0',
    'Ada 2026-03-02 3 0 0',
  ];

  it('has each person and day of this account, also of people who were removed', async () => {
    const { status, json } = await admin.call('GET', `/usage/people?${period}`);
    expect(status).toBe(200);
    expect(shown(json)).toEqual(all);
    expect(json.items[0].lastUsedAt).toBeNull();
    expect(json.items[3]).toMatchObject({ personId: admin.personId, lastUsedAt: '2026-03-02T09:00:00.000Z' });
    const { json: part } = await admin.call('GET', '/usage/people?from=2026-03-03&to=2026-03-04');
    expect(shown(part)).toEqual(all.slice(1, 3));
  });

  it.each([1, 2, 3, 4])('is returned in pages of %i, each entry once', async (limit) => {
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await admin.call('GET', `/usage/people?${period}&limit=${limit}${after}`);
      expect(json.items.length).toBeLessThanOrEqual(limit);
      listed.push(...shown(json));
      cursor = json.nextCursor;
    }
    expect(listed).toEqual(all);
  });

  it('counts the calls of today', async () => {
    const { json } = await admin.call('GET', `/usage/people?from=${new Date().toISOString().slice(0, 10)}`);
    expect(json.items[0]).toMatchObject({ personId: admin.personId, requests: expect.any(Number) });
  });

  it('shows a member who is limited to sites only their own, and no use of the account', async () => {
    const { json: site } = await admin.call('POST', '/sites', {
      body: { name: 'Shop', url: 'https://shop.example/' },
    });
    const limited = await api.member(account, 'manager', { name: 'Limited', siteIds: [site.id] });
    for (const day of ['01', '02', '03']) await recordCall(limited, `2026-03-${day}T08:00:00.000Z`);
    const { json: first } = await limited.call('GET', `/usage/people?${period}&limit=2`);
    expect(shown(first)).toEqual(['Limited 2026-03-03 1 0 0', 'Limited 2026-03-02 1 0 0']);
    const { json: last } = await limited.call(
      'GET',
      `/usage/people?${period}&limit=2&cursor=${first.nextCursor}`,
    );
    expect([shown(last), last.nextCursor]).toEqual([['Limited 2026-03-01 1 0 0'], null]);
    const { json: limits } = await limited.call('GET', '/usage/limits');
    expect(limits).toMatchObject({ scansPerMonth: 1000, scansUsed: null, pagesUsed: null });
  });

  it.each(['/usage/people', '/usage/limits'])('%s is refused to keys and viewers', async (path) => {
    const viewer = await api.member(account, 'viewer');
    const refused = await viewer.call('GET', path);
    expect([refused.status, refused.json.code]).toEqual([403, 'role-too-small']);
    const key = await manager.call('GET', path);
    expect([key.status, key.json.code]).toEqual([403, 'people-only']);
  });

  it('is rejected for a period that ends before it begins', async () => {
    const { status, json } = await admin.call('GET', '/usage/people?from=2026-03-02&to=2026-03-01');
    expect([status, json.errors[0].path]).toEqual([422, 'query.from']);
  });
});

describe('the limits of an account', () => {
  it('are shown with what is used in this month', async () => {
    const account = await api.account();
    const member = await api.member(account, 'manager');
    const now = new Date();
    const unused = await member.call('GET', '/usage/limits');
    const { store } = api.tables;
    await transact(store, [buildAccountMonthItem(store, { accountId: account, now, scans: 2, pages: 31 })]);
    const { status, json } = await member.call('GET', '/usage/limits');
    expect(status).toBe(200);
    expect(json).toEqual({
      requestsPerMinute: 1000,
      scansPerMonth: 1000,
      pagesPerMonth: 1000,
      scansUsed: 2,
      pagesUsed: 31,
      monthEndsAt: expect.stringMatching(/-01T00:00:00\.000Z$/),
    });
    expect(unused.json).toMatchObject({ scansUsed: 0, pagesUsed: 0 });
    expect(Date.parse(json.monthEndsAt)).toBeGreaterThan(now.getTime());
  });
});
