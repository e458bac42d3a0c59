import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteSiteData } from '../../../adapters/dynamodb/delete-site-data.ts';
import { buildLatestScanItems, readLatest } from '../../../adapters/dynamodb/latest-scans.ts';
import { readReference, saveReference } from '../../../adapters/dynamodb/references.ts';
import { listDueExtensions, recordExtension } from '../../../adapters/dynamodb/retention-extensions.ts';
import { writeWithNewer } from '../../../adapters/dynamodb/write-newer.ts';
import type { LatestScan } from '../../../core/comparison/reference.ts';
import { createId } from '../../../core/ids.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const COMPARABLE_KEY = '5d41402abc4b2a76';
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

/** Returns a function that creates scans of a new site, one per day. */
function createSite() {
  const at = { accountId: createId('acct', new Date()), siteId: createId('site', new Date()) };
  return (n: number, branch: string | null = 'main'): LatestScan => ({
    ...at,
    scanId: createId('scan', day(n)),
    createdAt: day(n).toISOString(),
    branch,
    comparableKey: COMPARABLE_KEY,
  });
}

const recordLatestScan = (latest: LatestScan, now = new Date()) =>
  writeWithNewer(tables.store, [], buildLatestScanItems(tables.store, latest, now));
const ofBranch = ({ siteId }: LatestScan, branch: string | null) =>
  readLatest(tables.store, { siteId, comparableKey: COMPARABLE_KEY, branch });
const ofSite = ({ siteId }: LatestScan) =>
  readLatest(tables.store, { siteId, comparableKey: COMPARABLE_KEY });

const dueOf = async (of: LatestScan, before: Date) =>
  (await listDueExtensions(tables.store, new Date(before.getTime() - 1))).filter(
    ({ siteId }) => siteId === of.siteId,
  );
const dueScans = async (of: LatestScan, before: Date) =>
  (await dueOf(of, before)).flatMap(({ scanIds }) => scanIds);

describe('the latest scan', () => {
  it('is the last one triggered, in any order of settling', async () => {
    const scanOf = createSite();
    const [first, second, third] = [scanOf(1), scanOf(2), scanOf(3)];
    for (const each of [second, first, third]) expect(await recordLatestScan(each)).toEqual([]);
    expect(await ofBranch(first, 'main')).toEqual(third);
    expect(await ofSite(first)).toEqual(third);
    await recordLatestScan(second);
    expect(await ofSite(first)).toEqual(third);
  });

  it('is stored for each branch, for no branch, and for the site over all branches', async () => {
    const scanOf = createSite();
    const [main, feature, none] = [scanOf(1), scanOf(3, 'feature/menu'), scanOf(2, null)];
    for (const each of [main, feature, none]) await recordLatestScan(each);
    expect(await ofBranch(main, 'main')).toEqual(main);
    expect(await ofBranch(main, 'feature/menu')).toEqual(feature);
    expect(await ofBranch(main, null)).toEqual(none);
    expect(await ofSite(main)).toEqual(feature);
    expect(await ofBranch(main, 'other')).toBeUndefined();
  });

  it('is separate for another comparable key and for another site', async () => {
    const one = createSite()(1);
    await recordLatestScan(one);
    const other = { siteId: one.siteId, comparableKey: '7d793037a0760186' };
    expect(await readLatest(tables.store, other)).toBeUndefined();
    expect(await ofSite(createSite()(1))).toBeUndefined();
  });

  it('can have a branch with any name that metadata allows', async () => {
    const scanOf = createSite();
    const branches = ['€'.repeat(255), 'a#b', 'none', '2026'];
    for (const branch of branches) await recordLatestScan(scanOf(1, branch));
    for (const branch of branches) expect(await ofBranch(scanOf(1), branch)).toMatchObject({ branch });
    expect(await ofBranch(scanOf(1), null)).toBeUndefined();
  });

  it('is the last one of many that settle at once', async () => {
    const scanOf = createSite();
    const scans = Array.from({ length: 8 }, (_, n) => scanOf(n + 1));
    await Promise.all(scans.map((each) => recordLatestScan(each)));
    expect(await ofSite(scanOf(1))).toEqual(scans.at(-1));
  });

  it('does not prevent an earlier scan from settling, but is written only with it', async () => {
    const scanOf = createSite();
    const [earlier, later] = [scanOf(1), scanOf(2)];
    await recordLatestScan(later);
    const { store } = tables;
    const settled = { pk: earlier.scanId, sk: 'settled' };
    const settle = (latest: LatestScan) =>
      writeWithNewer(
        store,
        [{ Put: { TableName: store.table, Item: settled, ConditionExpression: 'attribute_not_exists(pk)' } }],
        buildLatestScanItems(store, latest, new Date()),
      );
    expect(await settle(earlier)).toEqual([]);
    const newest = scanOf(3);
    expect((await settle(newest)).map(({ index }) => index)).toEqual([0]);
    expect(await ofSite(later)).toEqual(later);
  });
});

describe('the retention extension of latest scans', () => {
  it('is due once for each branch, some time after the objects were written, until it is done', async () => {
    const { store } = tables;
    const scanOf = createSite();
    const [main, feature] = [scanOf(1), scanOf(2, 'feature')];
    await recordLatestScan(main, day(1));
    await recordLatestScan(feature, day(2));
    expect(await dueScans(main, day(1))).toEqual([]);
    expect(await dueScans(main, day(2))).toEqual([main.scanId]);
    expect(await dueScans(main, day(3))).toEqual([main.scanId, feature.scanId]);
    const [first] = await dueOf(main, day(2));
    await recordExtension(store, first ?? expect.unreachable(), day(5));
    expect(await dueScans(main, day(3))).toEqual([feature.scanId]);
    expect(await dueScans(main, day(6))).toEqual([feature.scanId, main.scanId]);
  });

  it('changes nothing for a scan that another one replaced as the latest', async () => {
    const { store } = tables;
    const scanOf = createSite();
    const [old, now] = [scanOf(1), scanOf(2)];
    await recordLatestScan(old, day(1));
    const [due] = await dueOf(old, day(2));
    await recordLatestScan(now, day(2));
    await recordExtension(store, due ?? expect.unreachable(), day(9));
    expect(await dueScans(old, day(3))).toEqual([now.scanId]);
  });

  it('ends with the site', async () => {
    const { store } = tables;
    const scanOf = createSite();
    const one = scanOf(1);
    await recordLatestScan(one, day(1));
    await recordLatestScan(scanOf(1, 'other'), day(1));
    await deleteSiteData(store, one.siteId);
    await deleteSiteData(store, one.siteId);
    expect(await ofSite(one)).toBeUndefined();
    expect(await dueOf(one, day(9))).toEqual([]);
  });
});

it('the reference of a scan is the first one that was saved', async () => {
  const { store } = tables;
  const scanId = createId('scan', new Date());
  expect(await readReference(store, scanId)).toBeUndefined();
  const baseline = {
    scanId: createId('scan', day(1)),
    branch: 'main',
    createdAt: day(1).toISOString(),
    chosenBy: 'branch' as const,
  };
  const first = { baseline, whyNone: null, comparableKey: COMPARABLE_KEY, marks: ['#chat'] };
  await saveReference(store, scanId, first);
  await saveReference(store, scanId, {
    baseline: null,
    whyNone: 'Another.',
    comparableKey: COMPARABLE_KEY,
    marks: [],
  });
  expect(await readReference(store, scanId)).toEqual(first);
});
