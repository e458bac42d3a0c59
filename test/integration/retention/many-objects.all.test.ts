import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleScan } from '../../../adapters/dynamodb/end-scan.ts';
import { insertScan, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { removeSite } from '../../../adapters/dynamodb/sites.ts';
import { putObject } from '../../../adapters/report-bucket/report-bucket.ts';
import { buildPictureKey } from '../../../core/scans/object-keys.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { noStart } from '../dynamodb/start.ts';
import { plenty, startRetention } from './start.ts';

let service: Awaited<ReturnType<typeof startRetention>>;
beforeAll(async () => {
  service = await startRetention();
});
afterAll(() => service?.stop());

it('deletes more objects of a scan than S3 lists or deletes at once', async () => {
  const { createHandler } = await import('../../../functions/delete-site-objects/handler.ts');
  const { store, bucket } = service;
  const { site, by, keyId } = await makeSite(store);
  const scan = makeScan(site, keyId);
  const { accountId, siteId, scanId } = scan;
  const now = new Date();
  await insertScan(store, { scan, start: noStart, limits: wideLimits, by, now });
  const tracked = (await readTrackedScan(store, scanId)) ?? expect.unreachable();
  expect(await settleScan(store, tracked, { report: 'none', failure: 'no-page-scanned' })).toBe(true);
  for (let at = 0; at < 1_100; at += 100) {
    const names = Array.from({ length: 100 }, (_, index) => String(at + index).padStart(64, '0'));
    await Promise.all(
      names.map((id) => putObject(bucket, buildPictureKey({ accountId, scanId, id }), 'x', 'image/webp')),
    );
  }
  expect(await service.keys()).toHaveLength(1_100);
  await removeSite(store, accountId, siteId, by, now);
  await createHandler(process.env)({ time: now.toISOString() }, plenty);
  expect(await service.keys()).toEqual([]);
});
