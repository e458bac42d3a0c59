import { createHash } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findAccount } from '../../../adapters/dynamodb/access.ts';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { failScan, settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { findOutboxEntry } from '../../../adapters/dynamodb/outbox.ts';
import { readKeyDays } from '../../../adapters/dynamodb/read-usage.ts';
import { saveCancellation } from '../../../adapters/dynamodb/save-cancellation.ts';
import {
  findScan,
  insertScan,
  listScans,
  listUnfinishedScanIds,
  readTrackedScan,
} from '../../../adapters/dynamodb/scans.ts';
import { removeSite } from '../../../adapters/dynamodb/sites.ts';
import { listDueScans } from '../../../adapters/dynamodb/sweeps.ts';
import { buildScanEndEntryId } from '../../../core/alerts/outbox-entry.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { startTables, type TestTables } from '../../support/tables.ts';
import { noStart } from './start.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

/** Creates a site and stores one scan of it. */
async function withScan(priority: 'high' | 'normal' | 'low' = 'normal') {
  const { store } = tables;
  const { site, by, keyId } = await makeSite(store);
  const scan = makeScan(site, keyId, priority);
  await insertScan(store, { scan, start: noStart, limits: wideLimits, by, now: new Date() });
  return { store, site, by, keyId, scan };
}

type WithScan = Awaited<ReturnType<typeof withScan>>;

describe('triggering a scan', () => {
  it('writes the scan, its usage, its entry in the account and its audit entry together', async () => {
    const { store, site, keyId, scan } = await withScan('high');
    expect(await findScan(store, scan.scanId)).toEqual(scan);
    expect(await readKeyDays(store, keyId)).toMatchObject([{ scans: 1, pages: 0 }]);
    expect(await findAccount(store, site.accountId)).toMatchObject({ unfinishedScans: 1, unfinishedHigh: 1 });
    const log = await Array.fromAsync(readAuditLog(store, site.accountId));
    expect(log[0]).toMatchObject({ action: 'scan.triggered', target: scan.scanId, actor: keyId });
  });

  it('creates one scan for any number of concurrent callers with the same idempotency key', async () => {
    const { store } = tables;
    const { site, by, keyId } = await makeSite(store);
    const trigger = () =>
      insertScan(store, {
        scan: makeScan(site, keyId),
        idempotency: { key: 'release-42', bodyHash: 'one' },
        start: noStart,
        limits: wideLimits,
        by,
        now: new Date(),
      });
    const answers = await Promise.all(Array.from({ length: 20 }, trigger));
    expect(answers.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    expect(answers.every(({ kind }) => ['created', 'replayed', 'in-progress'].includes(kind))).toBe(true);
    expect((await listScans(store, site.siteId, { limit: 100 })).items).toHaveLength(1);
    expect(await findAccount(store, site.accountId)).toMatchObject({ unfinishedScans: 1 });
    expect(await readKeyDays(store, keyId)).toMatchObject([{ scans: 1 }]);
  });

  it('returns the same scan for the same key and body, and rejects the key for another body', async () => {
    const { store } = tables;
    const { site, by, keyId } = await makeSite(store);
    const trigger = (bodyHash: string) =>
      insertScan(store, {
        scan: makeScan(site, keyId),
        idempotency: { key: 'k', bodyHash },
        start: noStart,
        limits: wideLimits,
        by,
        now: new Date(),
      });
    const first = await trigger('one');
    const second = await trigger('one');
    expect(first.kind).toBe('created');
    expect(second).toMatchObject({
      kind: 'replayed',
      scan: { scanId: 'scan' in first && first.scan.scanId },
    });
    expect(await trigger('two')).toEqual({ kind: 'key-reused' });
  });

  it('allows an idempotency key again after a day', async () => {
    const { store } = tables;
    const { site, by, keyId } = await makeSite(store);
    const trigger = (now: Date) =>
      insertScan(store, {
        scan: makeScan(site, keyId),
        idempotency: { key: 'nightly', bodyHash: 'one' },
        start: noStart,
        limits: wideLimits,
        by,
        now,
      });
    await trigger(new Date(Date.now() - 25 * 3_600_000));
    expect((await trigger(new Date())).kind).toBe('created');
  });

  it('applies the limits of the account: unfinished scans, high-priority scans and pages per month', async () => {
    const { store } = tables;
    const { site, by, keyId } = await makeSite(store);
    const trigger = (limits: typeof wideLimits, priority: 'high' | 'normal' = 'normal') =>
      insertScan(store, {
        scan: makeScan(site, keyId, priority),
        start: noStart,
        limits,
        by,
        now: new Date(),
      });
    expect((await trigger({ ...wideLimits, unfinishedScans: 4, highShare: 0.25 }, 'high')).kind).toBe(
      'created',
    );
    expect(await trigger({ ...wideLimits, unfinishedScans: 4, highShare: 0.25 }, 'high')).toEqual({
      kind: 'limit',
      limit: 'high-share',
    });
    expect(await trigger({ ...wideLimits, unfinishedScans: 1 })).toEqual({
      kind: 'limit',
      limit: 'unfinished-scans',
    });
    expect(await trigger({ ...wideLimits, pagesPerMonth: 0 })).toEqual({
      kind: 'limit',
      limit: 'pages-per-month',
    });
    expect(await trigger({ ...wideLimits, scansPerMonth: 1 })).toEqual({
      kind: 'limit',
      limit: 'scans-per-month',
    });
    expect(await findAccount(store, site.accountId)).toMatchObject({ unfinishedScans: 1, unfinishedHigh: 1 });
  });

  it('is rejected when the site was deleted meanwhile', async () => {
    const { store } = tables;
    const { site, by, keyId } = await makeSite(store);
    await removeSite(store, site.accountId, site.siteId, by, new Date());
    const trigger = { scan: makeScan(site, keyId), start: noStart, limits: wideLimits, by, now: new Date() };
    expect(await insertScan(store, trigger)).toEqual({ kind: 'site-gone' });
  });
});

describe('listing scans', () => {
  it('returns the newest first, page by page, and by status', async () => {
    const { store } = tables;
    const { site, by, keyId } = await makeSite(store);
    for (let i = 0; i < 5; i++) {
      const scan = { ...makeScan(site, keyId), scanId: `${site.siteId}-${i}` };
      await insertScan(store, { scan, start: noStart, limits: wideLimits, by, now: new Date() });
    }
    const first = await listScans(store, site.siteId, { limit: 2 });
    expect(first.items.map(({ scanId }) => scanId)).toEqual([`${site.siteId}-4`, `${site.siteId}-3`]);
    const second = await listScans(store, site.siteId, { limit: 2, after: first.next });
    const third = await listScans(store, site.siteId, { limit: 2, after: second.next });
    expect([...second.items, ...third.items]).toHaveLength(3);
    expect(third.next).toBeUndefined();
    const stranger = { ...by, accountId: `${by.accountId}x` };
    expect(
      await saveCancellation(store, `${site.siteId}-4`, 'requested', stranger, new Date()),
    ).toBeUndefined();
    await saveCancellation(store, `${site.siteId}-3`, 'requested', by, new Date());
    const cancelled = await listScans(store, site.siteId, { status: 'cancelled', limit: 10 });
    expect(cancelled.items.map(({ scanId }) => scanId)).toEqual([`${site.siteId}-3`]);
    expect(await listUnfinishedScanIds(store, site.siteId)).toHaveLength(4);
  });
});

describe('ending a scan', () => {
  it.each([
    [
      'settling it',
      async ({ store, scan }: WithScan) => {
        const item = await readTrackedScan(store, scan.scanId);
        if (item) await settleScan(store, item, { report: 'ready' });
      },
    ],
    [
      'failing it',
      ({ store, scan }: WithScan) => failScan(store, scan.scanId, 'planning-failed', new Date()),
    ],
    [
      'cancelling it',
      ({ store, scan, by }: WithScan) => saveCancellation(store, scan.scanId, 'requested', by, new Date()),
    ],
  ])('makes one write by %s, so that no end is without its events and its count', async (_, end) => {
    const given = await withScan();
    const { store, site, scan } = given;
    const send = vi.spyOn(store.db, 'send');
    await end(given);
    const sent = send.mock.calls.map(([command]) => command.constructor.name);
    send.mockRestore();
    expect(sent.filter((name) => !/Get|Query/.test(name))).toEqual(['TransactWriteCommand']);
    expect(await findOutboxEntry(store, buildScanEndEntryId(scan.scanId))).toMatchObject({
      cause: { kind: 'scan-ended', scanId: scan.scanId },
    });
    expect(await findAccount(store, site.accountId)).toMatchObject({ unfinishedScans: 0 });
  });

  it('cancels it once, removes it from the account and records it once', async () => {
    const { store, site, by, scan } = await withScan('high');
    expect((await saveCancellation(store, scan.scanId, 'requested', by, new Date()))?.kind).toBe('cancelled');
    expect((await saveCancellation(store, scan.scanId, 'requested', by, new Date()))?.kind).toBe(
      'already-cancelled',
    );
    expect(await findAccount(store, site.accountId)).toMatchObject({ unfinishedScans: 0, unfinishedHigh: 0 });
    const log = await Array.fromAsync(readAuditLog(store, site.accountId));
    expect(log.filter(({ action }) => action === 'scan.cancelled')).toHaveLength(1);
  });

  it('settles it once, with any number of finishers', async () => {
    const { store, site, scan } = await withScan();
    const item = await readTrackedScan(store, scan.scanId);
    if (!item) throw new Error('no scan');
    const settle = () => settleScan(store, item, { report: 'ready' });
    const answers = await Promise.all([settle(), settle(), settle()]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await findAccount(store, site.accountId)).toMatchObject({ unfinishedScans: 0 });
    expect(await findScan(store, scan.scanId)).toMatchObject({ status: 'completed', report: 'ready' });
    const later = new Date(Date.now() + 3_600_000);
    expect(await listDueScans(store, later)).not.toContain(scan.scanId);
  });

  it('keeps a cancelled scan cancelled when its report is settled, and cannot cancel a failed one', async () => {
    const { store, by, scan } = await withScan();
    await saveCancellation(store, scan.scanId, 'requested', by, new Date());
    const item = await readTrackedScan(store, scan.scanId);
    if (!item) throw new Error('no scan');
    await settleScan(store, item, { report: 'none', failure: 'no-page-scanned' });
    expect(await findScan(store, scan.scanId)).toMatchObject({ status: 'cancelled', report: 'none' });

    const other = await withScan();
    await failScan(store, other.scan.scanId, 'planning-failed', new Date());
    expect((await saveCancellation(store, other.scan.scanId, 'requested', other.by, new Date()))?.kind).toBe(
      'ended',
    );
  });

  it('makes it due for the sweeper a minute after its trigger, until it is settled', async () => {
    const { store, scan } = await withScan();
    const due = (at: number) => listDueScans(store, new Date(at));
    expect(await due(Date.now())).not.toContain(scan.scanId);
    expect(await due(Date.now() + 61_000)).toContain(scan.scanId);
  });
});

it('stores an idempotency key as a digest, never in plain text', async () => {
  const { store } = tables;
  const { site, by, keyId } = await makeSite(store);
  const idempotency = { key: 'secret-looking', bodyHash: 'one' };
  await insertScan(store, {
    scan: makeScan(site, keyId),
    idempotency,
    start: noStart,
    limits: wideLimits,
    by,
    now: new Date(),
  });
  const digest = createHash('sha256').update('secret-looking').digest('hex');
  const key = itemKeys.idempotency(site.accountId, site.siteId, digest);
  const held = await store.db.send(new GetCommand({ TableName: store.table, Key: key }));
  expect(JSON.stringify(held.Item)).not.toContain('secret-looking');
  expect(held.Item?.bodyHash).toBe('one');
});
