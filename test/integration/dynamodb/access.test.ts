import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findKey, listKeys } from '../../../adapters/dynamodb/access.ts';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { countRequest } from '../../../adapters/dynamodb/count-usage.ts';
import { listDue } from '../../../adapters/dynamodb/due.ts';
import { createKey, recordKeyExpiry, revokeKey, rotateKey } from '../../../adapters/dynamodb/key-changes.ts';
import { readKeyDays } from '../../../adapters/dynamodb/read-usage.ts';
import { readRefusalCount, recordRefusal } from '../../../adapters/dynamodb/refusals.ts';
import {
  findSite,
  findSites,
  insertSite,
  listSites,
  removeSite,
  replaceSite,
} from '../../../adapters/dynamodb/sites.ts';
import type { KeyRecord } from '../../../core/access/key-record.ts';
import { createId } from '../../../core/ids.ts';
import { makeSite } from '../../support/fixtures.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

async function withKey() {
  const { store } = tables;
  const { site, by } = await makeSite(store);
  const now = new Date();
  const key: KeyRecord = {
    keyId: createId('apikey', now),
    accountId: site.accountId,
    name: 'CI',
    description: '',
    role: 'scanner',
    hash: '$2b$10$first',
    createdAt: now.toISOString(),
    lifetimeDays: 1,
    expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
  };
  expect(await createKey(store, key, by, now)).toBe('created');
  return { store, key, by };
}

describe('stored keys', () => {
  it('are found by id and listed by account', async () => {
    const { store, key } = await withKey();
    expect(await findKey(store, key.keyId)).toMatchObject(key);
    expect((await listKeys(store, key.accountId)).map(({ keyId }) => keyId)).toEqual([key.keyId]);
  });

  it('are not created for an account that does not exist', async () => {
    const { store, key, by } = await withKey();
    const orphan = { ...key, keyId: createId('apikey', new Date()), accountId: 'acct_none' };
    expect(await createKey(store, orphan, by, new Date())).toBe('no-account');
    expect(await findKey(store, orphan.keyId)).toBeUndefined();
  });

  it('keep the old hash for the grace period, or remove it', async () => {
    const { store, key, by } = await withKey();
    const to = { hash: '$2b$10$second', expiresAt: key.expiresAt };
    const graceUntil = new Date(Date.now() + 1000).toISOString();
    expect(await rotateKey(store, key, { ...to, graceUntil }, by, new Date())).toBe('rotated');
    expect(await findKey(store, key.keyId)).toMatchObject({
      hash: to.hash,
      previousHash: key.hash,
      previousHashUntil: graceUntil,
    });
    expect(await rotateKey(store, key, to, by, new Date())).toBe('changed');
    const now = (await findKey(store, key.keyId)) as KeyRecord;
    expect(await rotateKey(store, now, { ...to, hash: '$2b$10$third' }, by, new Date())).toBe('rotated');
    expect((await findKey(store, key.keyId))?.previousHash).toBeUndefined();
  });

  it('fall due at their expiry, which is recorded once for each value', async () => {
    const { store, key, by } = await withKey();
    const at = (time: string, ms = 1) => new Date(Date.parse(time) + ms);
    const isDue = async (now: Date) => (await listDue(store, now)).filter(({ id }) => id === key.keyId);
    expect(await isDue(at(key.expiresAt, -1))).toEqual([]);
    const [due] = await isDue(at(key.expiresAt));
    expect(due).toMatchObject({ kind: 'key-expiry', id: key.keyId });
    const expire = (when: string, record = key) =>
      recordKeyExpiry(store, record, when, { ...by, actor: 'service' }, at(record.expiresAt));
    expect(await Promise.all([expire(due!.due), expire(due!.due)])).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(await isDue(at(key.expiresAt))).toEqual([]);

    const expiresAt = at(key.expiresAt, 1000).toISOString();
    expect(await rotateKey(store, key, { hash: '$2b$10$new', expiresAt }, by, new Date())).toBe('rotated');
    const [again] = await isDue(at(expiresAt));
    expect(await expire(due!.due)).toBe(false);
    expect(await expire(again!.due, { ...key, expiresAt })).toBe(true);
    const actions: string[] = [];
    for await (const { action, target } of readAuditLog(store, key.accountId))
      if (target === key.keyId) actions.unshift(action);
    expect(actions.filter((action) => action === 'key.expired')).toHaveLength(2);
  });

  it('are revoked once', async () => {
    const { store, key, by } = await withKey();
    expect(await revokeKey(store, key, by, new Date())).toBe('revoked');
    expect(await revokeKey(store, key, by, new Date())).toBe('already');
    expect(await revokeKey(store, { ...key, keyId: 'apikey_none' }, by, new Date())).toBe('gone');
    expect((await findKey(store, key.keyId))?.revokedAt).toBeDefined();
  });
});

describe('the request rate of a key', () => {
  const at = (second: string) => new Date(`2026-11-21T10:${second}.000Z`);
  const count = (keyId: string, requestId: string, now: Date, limitPerMinute = 3) =>
    countRequest(tables.store, { owner: { keyId }, requestId, now, limitPerMinute });

  it('counts each request once, including one that is sent twice', async () => {
    await count('apikey_a', 'r1', at('00:01'));
    await count('apikey_a', 'r1', at('00:01'));
    expect(await count('apikey_a', 'r2', at('00:02'))).toEqual({
      allowed: true,
      limit: 3,
      remaining: 1,
      resetSeconds: 58,
    });
    expect(await readKeyDays(tables.store, 'apikey_a')).toMatchObject([
      { day: '2026-11-21', requests: 2, lastUsedAt: at('00:02').toISOString() },
    ]);
  });

  it('rejects requests above the limit, does not count them, and accepts again in the next minute', async () => {
    for (const request of ['r1', 'r2', 'r3']) await count('apikey_b', request, at('00:10'));
    expect(await count('apikey_b', 'r4', at('00:20'))).toMatchObject({
      allowed: false,
      remaining: 0,
      resetSeconds: 40,
    });
    expect(await count('apikey_b', 'r5', at('01:00'))).toMatchObject({ allowed: true, remaining: 2 });
    expect(await readKeyDays(tables.store, 'apikey_b')).toMatchObject([{ requests: 4 }]);
  });

  it('is limited for many concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => count('apikey_c', `r${i}`, at('00:30'), 5)),
    );
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(5);
    expect(await readKeyDays(tables.store, 'apikey_c')).toMatchObject([{ requests: 5 }]);
  });

  it('counts a request with a late clock in the current minute', async () => {
    await count('apikey_d', 'r1', at('05:00'));
    expect(await count('apikey_d', 'r2', at('04:59'))).toMatchObject({ allowed: true, remaining: 1 });
    expect(await readKeyDays(tables.store, 'apikey_d')).toMatchObject([{ requests: 2 }]);
  });
});

describe('refusals', () => {
  it('are each counted, and logged once per key, reason and hour', async () => {
    const { store, key } = await withKey();
    const now = new Date('2026-11-21T10:59:00.000Z');
    const refuse = (reason: string, at: Date) =>
      recordRefusal(store, {
        accountId: key.accountId,
        keyId: key.keyId,
        reason,
        requestId: crypto.randomUUID(),
        sourceIp: '192.0.2.7',
        now: at,
      });
    for (let i = 0; i < 30; i++) await refuse('key-expired', now);
    await refuse('role-too-small', now);
    await refuse('key-expired', new Date('2026-11-21T11:00:00.000Z'));
    const log = await Array.fromAsync(readAuditLog(store, key.accountId));
    const refused = log.filter(({ action }) => action === 'key.refused');
    expect(refused.map(({ detail }) => `${detail?.reason} ${detail?.hour}`).sort()).toEqual([
      'key-expired 2026-11-21T10:00:00.000Z',
      'key-expired 2026-11-21T11:00:00.000Z',
      'role-too-small 2026-11-21T10:00:00.000Z',
    ]);
    const counts = await Promise.all(refused.map((entry) => readRefusalCount(store, entry)));
    expect(counts.sort()).toEqual([1, 1, 30]);
  });
});

describe('stored sites', () => {
  it('are listed page by page, without other items of the account', async () => {
    const { store } = tables;
    const { site } = await makeSite(store);
    const only = await listSites(store, site.accountId, { limit: 1 });
    expect(only).toEqual({ items: [site] });
  });

  it('are at most as many as the limit of the account, also for concurrent calls, and one fewer after a deletion', async () => {
    const { store } = tables;
    const { site, by } = await makeSite(store);
    const insert = () =>
      insertSite(store, { ...site, siteId: createId('site', new Date()) }, by, new Date(), 3);
    const outcomes = await Promise.all(Array.from({ length: 5 }, insert));
    expect(outcomes.sort()).toEqual(['created', 'created', 'full', 'full', 'full']);
    expect((await listSites(store, site.accountId, { limit: 10 })).items).toHaveLength(3);
    expect(await removeSite(store, site.accountId, site.siteId, by, new Date())).toBe('deleted');
    expect(await removeSite(store, site.accountId, site.siteId, by, new Date())).toBe('gone');
    expect([await insert(), await insert()]).toEqual(['created', 'full']);
  });

  it('are listed completely when they exceed one read of the table', async () => {
    const { store } = tables;
    const { site, by } = await makeSite(store);
    const pages = Array.from({ length: 90 }, (_, i) => `/${'x'.repeat(1_000)}${i}`);
    for (let i = 0; i < 20; i++) {
      const large = { ...site, siteId: createId('site', new Date()), pages };
      await insertSite(store, large, by, new Date());
    }
    const found: string[] = [];
    let after: string | undefined;
    do {
      const listing = await listSites(store, site.accountId, { limit: 100, after });
      found.push(...listing.items.map(({ siteId }) => siteId));
      after = listing.next;
    } while (after !== undefined);
    expect(new Set(found).size).toBe(21);
  });

  it('are found among given ids only if they belong to the account', async () => {
    const { store } = tables;
    const [one, other] = [await makeSite(store), await makeSite(store)];
    expect(await findSites(store, one.site.accountId, [one.site.siteId, other.site.siteId])).toEqual([
      one.site,
    ]);
    expect(await findSite(store, one.site.accountId, other.site.siteId)).toBeUndefined();
  });

  it('are not changed over a concurrent change', async () => {
    const { store } = tables;
    const { site, by } = await makeSite(store);
    const later = { ...site, name: 'New', updatedAt: new Date(Date.now() + 5).toISOString() };
    expect(await replaceSite(store, site, later, by, new Date())).toBe('updated');
    expect(await replaceSite(store, site, { ...site, name: 'Lost' }, by, new Date())).toBe('changed');
    expect((await findSite(store, site.accountId, site.siteId))?.name).toBe('New');
  });
});
