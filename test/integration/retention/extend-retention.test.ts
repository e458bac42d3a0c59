import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBaselineLineWrites } from '../../../adapters/dynamodb/baseline-lines.ts';
import { buildLatestScanItems } from '../../../adapters/dynamodb/latest-scans.ts';
import { transact } from '../../../adapters/dynamodb/transact.ts';
import { writeWithNewer } from '../../../adapters/dynamodb/write-newer.ts';
import { addSettledScan, type BaselineLine } from '../../../core/comparison/baseline-line.ts';
import type { LatestScan } from '../../../core/comparison/reference.ts';
import { createId } from '../../../core/ids.ts';
import { plenty, RETENTION_DAYS, startRetention, timeFor } from './start.ts';

let service: Awaited<ReturnType<typeof startRetention>>;
let extendRetention: ReturnType<
  typeof import('../../../functions/extend-retention/handler.ts').createHandler
>;

beforeAll(async () => {
  service = await startRetention();
  const { createHandler } = await import('../../../functions/extend-retention/handler.ts');
  extendRetention = createHandler(process.env);
});
afterAll(() => service?.stop());

const DAY_MS = 86_400_000;
// The bucket uses the clock of the machine; the functions get their time from the test.
const written = new Date();
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const runAt = (days: number, time = plenty) => extendRetention({ time: inDays(days).toISOString() }, time);

async function createLatestScan(over: Partial<LatestScan> = {}): Promise<LatestScan & { keys: string[] }> {
  const scan: LatestScan = {
    accountId: createId('acct', written),
    siteId: createId('site', written),
    scanId: createId('scan', written),
    createdAt: written.toISOString(),
    branch: null,
    comparableKey: '0123456789abcdef',
    ...over,
  };
  await recordLatestScan(scan);
  return { ...scan, keys: await service.putObjectsOf(scan) };
}

async function recordLatestScan(scan: LatestScan, renewedAt = written): Promise<void> {
  await writeWithNewer(service.store, [], buildLatestScanItems(service.store, scan, renewedAt));
}

async function readWriteTimes(keys: string[]): Promise<number[]> {
  const heads = await Promise.all(keys.map((key) => service.headOf(key)));
  return heads.map(({ LastModified }) => LastModified?.getTime() ?? 0);
}

/** S3 stores times in whole seconds. */
const waitForNextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_010));

it('rewrites the objects of the latest scan of each branch at half of the retention, and of no other scan', async () => {
  const main = await createLatestScan({ branch: 'main' });
  const other = await createLatestScan({ ...main, branch: 'feature', scanId: createId('scan', written) });
  const replaced = { accountId: main.accountId, scanId: createId('scan', new Date(0)) };
  const replacedKeys = await service.putObjectsOf(replaced);
  const kept = [...main.keys, ...other.keys];
  const before = await readWriteTimes(kept);
  const replacedBefore = await readWriteTimes(replacedKeys);
  await waitForNextSecond();

  await runAt(RETENTION_DAYS / 2 - 1);
  expect(await readWriteTimes(kept)).toEqual(before);

  await runAt(RETENTION_DAYS / 2 + 1);
  for (const [at, time] of (await readWriteTimes(kept)).entries())
    expect(time).toBeGreaterThan(before[at] ?? 0);
  expect(await readWriteTimes(replacedKeys)).toEqual(replacedBefore);
});

it('rewrites the objects of every scan that can be the baseline of a gate', async () => {
  const { store } = service;
  const accountId = createId('acct', written);
  const of = {
    accountId,
    siteId: createId('site', written),
    comparableKey: '0123456789abcdef',
    branch: 'main',
  };
  const earlier = (commit: string) => ({
    scanId: createId('scan', written),
    createdAt: written.toISOString(),
    branch: 'main',
    commit,
  });
  const asked = { criteria: 'serious', bestPractice: null, review: false } as const;
  const scans = [
    { ...earlier('1111111'), verdict: 'ungated' as const, thresholds: null, isRoot: true },
    { ...earlier('2222222'), verdict: 'passed' as const, thresholds: asked, isRoot: false },
    { ...earlier('3333333'), verdict: 'passed' as const, thresholds: asked, isRoot: false },
  ];
  for (const scan of scans) {
    const change = (line: BaselineLine) => addSettledScan(line, scan);
    await transact(store, await buildBaselineLineWrites(store, of, change, written.toISOString()));
  }
  const keys = (
    await Promise.all(scans.map(({ scanId }) => service.putObjectsOf({ accountId, scanId })))
  ).flat();
  const before = await readWriteTimes(keys);
  await waitForNextSecond();
  await runAt(RETENTION_DAYS / 2 + 1);
  for (const [at, time] of (await readWriteTimes(keys)).entries())
    expect(time).toBeGreaterThan(before[at] ?? 0);
  const extended = await readWriteTimes(keys);
  await waitForNextSecond();
  await runAt(RETENTION_DAYS / 2 + 2);
  expect(await readWriteTimes(keys)).toEqual(extended);
});

it('changes only the age of an object: bytes and content type stay, and a checksum is requested', async () => {
  const { keys } = await createLatestScan();
  const read = async (key: string) => {
    const { bucket } = service;
    const found = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: key }));
    return [await found.Body?.transformToString(), found.ContentType];
  };
  const before = await Promise.all(keys.map(read));
  const copies: Record<string, unknown>[] = [];
  const prototype = service.bucket.client.constructor.prototype;
  const { send } = prototype;
  prototype.send = function (command: { constructor: { name: string }; input: Record<string, unknown> }) {
    if (command.constructor.name === 'CopyObjectCommand') copies.push(command.input);
    return send.call(this, command);
  };
  try {
    await runAt(RETENTION_DAYS);
  } finally {
    prototype.send = send;
  }
  expect(await Promise.all(keys.map(read))).toEqual(before);
  const ours = copies.filter(({ Key }) => keys.includes(String(Key)));
  expect(ours.map(({ Key }) => Key).sort()).toEqual(keys);
  for (const copy of ours)
    expect(copy).toMatchObject({ ChecksumAlgorithm: 'SHA256', CopySourceIfMatch: expect.any(String) });
});

it('is due again only after another half of the retention', async () => {
  const { keys } = await createLatestScan();
  await runAt(RETENTION_DAYS);
  const extended = await readWriteTimes(keys);
  await waitForNextSecond();
  await runAt(RETENTION_DAYS * 1.5 - 1);
  expect(await readWriteTimes(keys)).toEqual(extended);
  await runAt(RETENTION_DAYS * 1.5 + 1);
  for (const [at, time] of (await readWriteTimes(keys)).entries())
    expect(time).toBeGreaterThan(extended[at] ?? 0);
});

it('accepts a shorter retention before that is deployed', async () => {
  const { keys } = await createLatestScan();
  const before = await readWriteTimes(keys);
  await waitForNextSecond();
  const time = inDays(20).toISOString();
  await extendRetention({ time }, plenty);
  expect(await readWriteTimes(keys)).toEqual(before);
  await extendRetention({ time, retentionDays: 30 }, plenty);
  for (const [at, time] of (await readWriteTimes(keys)).entries())
    expect(time).toBeGreaterThan(before[at] ?? 0);
});

it('continues at the next run with objects that one run had no time for', async () => {
  const { keys } = await createLatestScan();
  const before = await readWriteTimes(keys);
  await waitForNextSecond();
  const days = RETENTION_DAYS * 0.6;
  await runAt(days, timeFor(0));
  expect(await readWriteTimes(keys)).toEqual(before);
  // Time to begin, and to copy the objects under the first of the three prefixes.
  await runAt(days, timeFor(4));
  const half = await readWriteTimes(keys);
  expect(half.filter((time, at) => time > (before[at] ?? 0))).toHaveLength(1);
  await runAt(days);
  for (const [at, time] of (await readWriteTimes(keys)).entries())
    expect(time).toBeGreaterThan(before[at] ?? 0);
});

it('skips no object that was written a little after the last recorded extension of its scan', async () => {
  const { keys, ...scan } = await createLatestScan();
  // A run records the time when it was due; it copies some minutes later.
  await recordLatestScan(scan, new Date(written.getTime() - 10 * 60_000));
  const before = await readWriteTimes(keys);
  await waitForNextSecond();
  await extendRetention(
    { time: new Date(written.getTime() - 60_000 + (RETENTION_DAYS / 2) * DAY_MS).toISOString() },
    plenty,
  );
  for (const [at, time] of (await readWriteTimes(keys)).entries())
    expect(time).toBeGreaterThan(before[at] ?? 0);
});

it('fails, so that an operator is alerted, when the lifecycle rule will soon delete remaining scans', async () => {
  await createLatestScan();
  await expect(runAt(RETENTION_DAYS * 0.8, timeFor(0))).rejects.toThrow(
    'enough time to extend the retention',
  );
  await runAt(RETENTION_DAYS * 0.8);
});

it('skips a scan whose objects are deleted', async () => {
  const gone: LatestScan = {
    accountId: createId('acct', written),
    siteId: createId('site', written),
    scanId: createId('scan', written),
    createdAt: written.toISOString(),
    branch: null,
    comparableKey: '0123456789abcdef',
  };
  await recordLatestScan(gone);
  const keys = await service.keys();
  await runAt(RETENTION_DAYS);
  expect(await service.keys()).toEqual(keys);
});
