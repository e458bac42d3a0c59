import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimDeletion, listDueDeletions } from '../../../adapters/dynamodb/deletions.ts';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { buildLatestScanItems } from '../../../adapters/dynamodb/latest-scans.ts';
import { listDueExtensions } from '../../../adapters/dynamodb/retention-extensions.ts';
import { insertScan, listScans, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { removeSite } from '../../../adapters/dynamodb/sites.ts';
import { writeWithNewer } from '../../../adapters/dynamodb/write-newer.ts';
import { putObject } from '../../../adapters/report-bucket/report-bucket.ts';
import { buildPictureKey } from '../../../core/scans/object-keys.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { noStart } from '../dynamodb/start.ts';
import { plenty, startRetention, timeFor } from './start.ts';

let service: Awaited<ReturnType<typeof startRetention>>;
let deleteSiteObjects: ReturnType<
  typeof import('../../../functions/delete-site-objects/handler.ts').createHandler
>;

beforeAll(async () => {
  service = await startRetention();
  const { createHandler } = await import('../../../functions/delete-site-objects/handler.ts');
  deleteSiteObjects = createHandler(process.env);
});
afterAll(() => service?.stop());

const HOUR_MS = 3_600_000;
const start = new Date('2026-03-01T12:00:00Z');
const after = (hours: number) => new Date(start.getTime() + hours * HOUR_MS);
const runAt = (hours: number, time = plenty) => deleteSiteObjects({ time: after(hours).toISOString() }, time);

/** Creates a site with settled scans, each with its objects. */
async function createSite(scanCount: number, settled = true) {
  const { site, by, keyId } = await makeSite(service.store);
  const scans: Scan[] = [];
  const keys: string[] = [];
  for (let at = 0; at < scanCount; at++) {
    const scan = makeScan(site, keyId);
    await insertScan(service.store, { scan, start: noStart, limits: wideLimits, by, now: start });
    if (settled) await settle(scan);
    keys.push(...(await service.putObjectsOf(scan)));
    scans.push(scan);
  }
  const remove = () => removeSite(service.store, site.accountId, site.siteId, by, start);
  return { site, scans, keys: keys.sort(), remove };
}

async function settle({ scanId }: Scan): Promise<void> {
  const scan = (await readTrackedScan(service.store, scanId)) ?? expect.unreachable();
  expect(await settleScan(service.store, scan, { report: 'none', failure: 'no-page-scanned' })).toBe(true);
}

async function readDeletionItem(siteId: string): Promise<Record<string, unknown> | undefined> {
  const { db, table } = service.store;
  const found = await db.send(
    new GetCommand({ TableName: table, Key: itemKeys.deletion(siteId), ConsistentRead: true }),
  );
  return found.Item;
}

describe('deleting a site', () => {
  it('deletes results, reports and pictures of all its scans, and of no other site', async () => {
    const kept = await createSite(1);
    const gone = await createSite(3);
    await runAt(0);
    expect(await service.keys()).toEqual(expect.arrayContaining([...kept.keys, ...gone.keys]));

    expect(await gone.remove()).toBe('deleted');
    await runAt(0);
    const keys = await service.keys();
    expect(keys).toEqual(expect.arrayContaining(kept.keys));
    for (const key of gone.keys) expect(keys).not.toContain(key);
  });

  it('deletes more objects of a scan than S3 lists at once', async () => {
    const { scans, remove } = await createSite(1);
    const { accountId, scanId } = scans[0] ?? expect.unreachable();
    for (const id of ['1', '2', '3', '4'].map((digit) => digit.repeat(64)))
      await putObject(service.bucket, buildPictureKey({ accountId, scanId, id }), 'x', 'image/webp');
    await remove();
    const { prototype } = service.bucket.client.constructor;
    const { send } = prototype;
    let lists = 0;
    prototype.send = function (command: object, option: unknown) {
      if (command instanceof ListObjectsV2Command) {
        lists += 1;
        command.input.MaxKeys = 2;
      }
      return send.call(this, command, option);
    };
    try {
      await runAt(0);
    } finally {
      prototype.send = send;
    }
    expect(lists).toBeGreaterThan(4);
    expect((await service.keys()).filter((key) => key.includes(scanId))).toEqual([]);
  });

  it('deletes the stored data of the site besides its scans: its retention is no longer extended', async () => {
    const { site, scans, remove } = await createSite(1);
    const { accountId, siteId, scanId, createdAt } = scans[0] ?? expect.unreachable();
    const latest = { accountId, siteId, scanId, createdAt, branch: null, comparableKey: '0123456789abcdef' };
    await writeWithNewer(service.store, [], buildLatestScanItems(service.store, latest, start));
    const dueOf = async () =>
      (await listDueExtensions(service.store, after(1))).filter((each) => each.siteId === site.siteId);
    expect(await dueOf()).toMatchObject([{ accountId, scanIds: [scanId] }]);
    await remove();
    await runAt(0);
    expect(await dueOf()).toEqual([]);
  });

  it('deletes its scans, but leaves one that still runs until it has ended', async () => {
    const [ended, running] = [await createSite(1), await createSite(1, false)];
    for (const { scans, remove } of [ended, running]) {
      await remove();
      await runAt(0);
      const { scanId, siteId } = scans[0] ?? expect.unreachable();
      const expected = scans === running.scans ? { status: 'queued' } : undefined;
      const found = await readTrackedScan(service.store, scanId);
      if (expected === undefined) expect(found).toBeUndefined();
      else expect(found).toMatchObject(expected);
      const listed = (await listScans(service.store, siteId, { limit: 10 })).items;
      expect(listed).toHaveLength(expected === undefined ? 0 : 1);
    }
    await settle(running.scans[0] ?? expect.unreachable());
    await runAt(1);
    expect(await readTrackedScan(service.store, running.scans[0]?.scanId ?? '')).toBeUndefined();
  });

  it('deletes also objects that are written after the first pass, and ends only then', async () => {
    const { site, scans, keys, remove } = await createSite(2);
    await remove();
    await runAt(0);
    for (const [at, hours] of [
      [1, 1],
      [2, 8 * 24],
    ] as const) {
      await service.putObjectsOf(scans[0] ?? expect.unreachable());
      await runAt(hours - 0.5);
      expect(await service.keys(), `before pass ${at}`).toEqual(expect.arrayContaining(keys.slice(0, 1)));
      await runAt(hours);
      for (const key of keys) expect(await service.keys()).not.toContain(key);
      expect((await readDeletionItem(site.siteId))?.passes).toBe(at === 1 ? 2 : undefined);
    }
  });

  it('does not end while a scan still has to write', async () => {
    const { site, scans, remove } = await createSite(1, false);
    await remove();
    for (const hours of [0, 1, 8 * 24, 8 * 24 + 1]) await runAt(hours);
    expect(await readDeletionItem(site.siteId)).toMatchObject({ passes: 4 });
    await settle(scans[0] ?? expect.unreachable());
    await runAt(8 * 24 + 2);
    expect(await readDeletionItem(site.siteId)).toBeUndefined();
  });

  it('may be requested twice; the second call changes nothing of the first', async () => {
    const { site, remove } = await createSite(0);
    await remove();
    await runAt(0);
    expect(await remove()).toBe('gone');
    expect(await readDeletionItem(site.siteId)).toMatchObject({ passes: 1 });
  });
});

describe('a run that crashes or has too little time', () => {
  it('is continued at the same position', async () => {
    const { site, keys, remove } = await createSite(30);
    await remove();
    // One check of the time before the site is taken, then one for each scan, its three listings and its items.
    await runAt(0, timeFor(1 + 27 * 5));
    const left = (await service.keys()).filter((key) => keys.includes(key));
    expect(left).toHaveLength(3 * 3);
    expect(await readDeletionItem(site.siteId)).toMatchObject({ passes: 0, after: expect.any(String) });
    // The run that had too little time still holds the site.
    await runAt(0);
    expect(await readDeletionItem(site.siteId)).toMatchObject({ passes: 0 });
    await runAt(0.1);
    expect((await service.keys()).filter((key) => keys.includes(key))).toEqual([]);
    expect(await readDeletionItem(site.siteId)).toMatchObject({ passes: 1 });
    expect(await readDeletionItem(site.siteId)).not.toHaveProperty('after');
  });

  it('ends in time even within one scan of very many objects', async () => {
    const { site, keys, remove } = await createSite(1);
    await remove();
    // Time to begin, and for the first of the three prefixes.
    await runAt(0, timeFor(2));
    expect((await service.keys()).filter((key) => keys.includes(key))).toHaveLength(2);
    expect(await readDeletionItem(site.siteId)).toMatchObject({ passes: 0 });
    await runAt(0.1);
    expect((await service.keys()).filter((key) => keys.includes(key))).toEqual([]);
  });

  it('ends in time even within the stored data of a site of very many scans', async () => {
    const { site, scans, remove } = await createSite(1);
    const { accountId, siteId, scanId, createdAt } = scans[0] ?? expect.unreachable();
    for (let at = 0; at < 30; at++) {
      const comparableKey = String(at).padStart(16, '0');
      const latest = { accountId, siteId, scanId, createdAt, branch: null, comparableKey };
      await writeWithNewer(service.store, [], buildLatestScanItems(service.store, latest, start));
    }
    const soon = new Date(start.getTime() + HOUR_MS);
    const left = async () =>
      (await listDueExtensions(service.store, soon)).filter((each) => each.siteId === siteId).length;
    await remove();
    // Time to begin, for the scan with its three listings and its items, and for the first items of the site.
    await runAt(0, timeFor(1 + 5 + 1));
    expect(await left()).toBeGreaterThan(0);
    expect(await left()).toBeLessThan(30);
    expect(await readDeletionItem(site.siteId)).toMatchObject({ passes: 0 });
    await runAt(0.1);
    expect(await left()).toBe(0);
    expect(await readDeletionItem(site.siteId)).toMatchObject({ passes: 1 });
  });

  it('holds a site for some minutes only, and exclusively', async () => {
    const { site, remove } = await createSite(0);
    await remove();
    const due = async (hours: number) =>
      (await listDueDeletions(service.store, after(hours))).find((siteId) => siteId === site.siteId);
    const found = (await due(0)) ?? expect.unreachable();
    const taken = await Promise.all([
      claimDeletion(service.store, found, start),
      claimDeletion(service.store, found, start),
    ]);
    expect(taken.filter((each) => each?.siteId === site.siteId)).toHaveLength(1);
    expect(await due(0.05)).toBeUndefined();
    expect(await due(0.1)).toBeDefined();
  });

  it('continues with the deletion of other sites when one fails', async () => {
    const [first, second] = [await createSite(1), await createSite(1)];
    await first.remove();
    await second.remove();
    const send = service.bucket.client.constructor.prototype.send;
    const broken = first.scans[0]?.scanId ?? expect.unreachable();
    service.bucket.client.constructor.prototype.send = function (command: { input: object }) {
      if (JSON.stringify(command.input).includes(broken)) throw new Error('S3 is away');
      return send.call(this, command);
    };
    try {
      await expect(runAt(0)).rejects.toThrow('the objects of 1 deleted sites or scans could not be deleted');
    } finally {
      service.bucket.client.constructor.prototype.send = send;
    }
    for (const key of second.keys) expect(await service.keys()).not.toContain(key);
    expect(await service.keys()).toEqual(expect.arrayContaining(first.keys));
    await runAt(0.1);
    for (const key of first.keys) expect(await service.keys()).not.toContain(key);
  });
});
