import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { readBaselineLine } from '../../../adapters/dynamodb/baseline-lines.ts';
import { deleteSiteData } from '../../../adapters/dynamodb/delete-site-data.ts';
import { readLatest } from '../../../adapters/dynamodb/latest-scans.ts';
import { listDueExtensions, recordExtension } from '../../../adapters/dynamodb/retention-extensions.ts';
import { saveAcceptance } from '../../../adapters/dynamodb/save-acceptance.ts';
import { findScan, insertScan, readTrackedScan } from '../../../adapters/dynamodb/scans.ts';
import { settleCompletedScan } from '../../../adapters/dynamodb/settle-completed-scan.ts';
import { removeSite } from '../../../adapters/dynamodb/sites.ts';
import { exampleConditions, exampleTrendPoint } from '../../../core/api/examples.ts';
import { emptyLine, type NewFindingsVerdict } from '../../../core/comparison/baseline-line.ts';
import { toEarlierScan } from '../../../core/comparison/settled-scan.ts';
import type { Scan } from '../../../core/scans/scan.ts';
import { makeScan, makeSite, wideLimits } from '../../support/fixtures.ts';
import { startTables, type TestTables } from '../../support/tables.ts';
import { noStart } from './start.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const COMPARABLE_KEY = '5d41402abc4b2a76';
const thresholds = { criteria: 'serious', bestPractice: null, review: false } as const;
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

/** Creates a site with functions for its scans, one per day. */
async function withSite() {
  const { store } = tables;
  const { site, by, keyId } = await makeSite(store);
  const { accountId, siteId } = site;

  async function trigger(n: number, branch = 'main'): Promise<Scan> {
    const made = makeScan(site, keyId);
    const metadata = { branch, commit: `000000${n}` };
    const createdAt = day(n).toISOString();
    const scan = { ...made, createdAt, config: { ...made.config, metadata } };
    await insertScan(store, { scan, start: noStart, limits: wideLimits, by, now: new Date() });
    return scan;
  }

  async function settle(
    scan: Scan,
    verdict: NewFindingsVerdict,
    now = day(20),
    becomesLatest = true,
  ): Promise<boolean> {
    const earlier = toEarlierScan(scan);
    const settled = { ...earlier, verdict, thresholds, isRoot: false };
    const item = (await readTrackedScan(store, scan.scanId)) ?? expect.unreachable();
    const point = { ...exampleTrendPoint, scanId: scan.scanId };
    const conditions = { ...exampleConditions, comparableKey: COMPARABLE_KEY };
    const records = { point, conditions, settled, becomesLatest };
    return settleCompletedScan(store, item, { report: 'ready', edition: 'first' }, records, now);
  }

  async function settled(n: number, verdict: NewFindingsVerdict, branch?: string): Promise<Scan> {
    const scan = await trigger(n, branch);
    expect(await settle(scan, verdict)).toBe(true);
    return (await findScan(store, scan.scanId)) ?? expect.unreachable();
  }

  const lineOf = async (branch?: string) =>
    (await readBaselineLine(store, { siteId, comparableKey: COMPARABLE_KEY, branch })).line;
  const passedOf = async (branch?: string) => (await lineOf(branch)).passed.map(({ scanId }) => scanId);
  const accept = async (scan: Scan, at: Date, reason = 'known') => {
    const acceptance = { at: at.toISOString(), by: { keyId, name: 'Test' }, reason };
    const read = (await findScan(store, scan.scanId)) ?? expect.unreachable();
    return saveAcceptance(store, read, COMPARABLE_KEY, acceptance, by);
  };
  const acceptances = async () => {
    const found = [];
    for await (const entry of readAuditLog(store, accountId)) {
      if (entry.action === 'scan.accepted') found.push(entry);
    }
    return found;
  };
  const dueBefore = async (before: Date) =>
    (await listDueExtensions(store, new Date(before.getTime() - 1))).filter(
      ({ siteId: of, asRead }) => of === siteId && 'version' in asRead,
    );
  return { site, by, trigger, settle, settled, lineOf, passedOf, accept, acceptances, dueBefore };
}

describe('the baseline line of a branch and of its site', () => {
  it('contains a scan once it is settled, in any order of settling', async () => {
    const { settled, passedOf } = await withSite();
    const later = await settled(3, 'passed');
    const earlier = await settled(2, 'passed');
    const other = await settled(4, 'passed', 'menu');
    expect(await passedOf('main')).toEqual([later.scanId, earlier.scanId]);
    expect(await passedOf('menu')).toEqual([other.scanId]);
    expect(await passedOf()).toEqual([other.scanId, later.scanId]);
    expect(await passedOf('gone')).toEqual([]);
  });

  it('loses none of many scans that settle at once, and settles each once', async () => {
    const { trigger, settle, lineOf } = await withSite();
    const branches = Array.from({ length: 8 }, (_, at) => `branch-${at}`);
    const scans = await Promise.all(branches.map((branch, at) => trigger(at + 1, branch)));
    const twice = [...scans, ...scans].map((scan) => settle(scan, 'undecided'));
    expect((await Promise.all(twice)).filter((isSettled) => isSettled)).toHaveLength(8);
    const { open } = await lineOf();
    expect(open.map(({ scanId }) => scanId)).toEqual([scans[7]?.scanId, scans[6]?.scanId]);
    for (const branch of branches) expect((await lineOf(branch)).open).toHaveLength(1);
  });

  it('is deleted with its site, and is not written afterwards', async () => {
    const { site, by, trigger, settle, settled, lineOf } = await withSite();
    const { store } = tables;
    await settled(1, 'passed');
    const late = await trigger(2);
    await removeSite(store, site.accountId, site.siteId, by, new Date());
    await deleteSiteData(store, site.siteId);
    expect(await settle(late, 'passed')).toBe(true);
    expect(await lineOf('main')).toEqual(emptyLine);
    expect(await lineOf()).toEqual(emptyLine);
  });
});

describe('accepting a scan', () => {
  it('makes it the baseline of its branch and of the site, once, with one entry in the audit log', async () => {
    const { settled, accept, acceptances, lineOf } = await withSite();
    await settled(1, 'passed');
    const red = await settled(2, 'failed');
    const both = await Promise.all([accept(red, day(10)), accept(red, day(10), 'again')]);
    const third = await accept(red, day(11), 'and again');
    expect(both[0]?.accepted).toMatchObject({ at: day(10).toISOString() });
    expect(both[1]).toEqual(both[0]);
    expect(third).toEqual(both[0]);
    expect(await acceptances()).toMatchObject([{ target: red.scanId, detail: { site: red.siteId } }]);
    for (const branch of ['main', undefined]) {
      const { accepted, passed } = await lineOf(branch);
      expect([accepted?.scanId, passed]).toEqual([red.scanId, []]);
    }
  });

  it('makes it the latest scan if it was not before, but not instead of a newer one', async () => {
    const { site, trigger, settle, settled, accept } = await withSite();
    const { siteId } = site;
    const latest = () => readLatest(tables.store, { siteId, comparableKey: COMPARABLE_KEY, branch: 'main' });
    const first = await settled(1, 'passed');
    const doubted = await trigger(2);
    await settle(doubted, 'ungated', day(20), false);
    expect(await latest()).toMatchObject({ scanId: first.scanId });
    await accept(doubted, day(10));
    expect(await latest()).toMatchObject({ scanId: doubted.scanId });
    const newer = await settled(3, 'passed');
    await accept(first, day(11));
    expect(await latest()).toMatchObject({ scanId: newer.scanId });
  });

  it('takes effect again after another scan replaced it', async () => {
    const { settled, accept, acceptances, lineOf } = await withSite();
    const red = await settled(1, 'failed');
    await accept(red, day(10));
    await settled(11, 'passed');
    expect((await accept(red, day(12)))?.accepted?.at).toBe(day(12).toISOString());
    expect(await lineOf('main')).toMatchObject({ accepted: { scanId: red.scanId }, passed: [] });
    expect(await acceptances()).toHaveLength(2);
  });

  it('changes nothing when the site is deleted', async () => {
    const { site, by, settled, accept, acceptances } = await withSite();
    const red = await settled(1, 'failed');
    await removeSite(tables.store, site.accountId, site.siteId, by, new Date());
    expect(await accept(red, day(10))).toBeUndefined();
    expect(await acceptances()).toEqual([]);
  });
});

describe('the retention extension of possible baselines', () => {
  it('is due for all scans of a line, by the time when the first of their objects were written', async () => {
    const { settled, settle, trigger, dueBefore } = await withSite();
    const first = await settled(1, 'passed');
    const second = await trigger(2);
    await settle(second, 'passed', day(25));
    expect(await dueBefore(day(20))).toEqual([]);
    const due = await dueBefore(day(21));
    expect(due.map(({ scanIds }) => scanIds)).toEqual(Array(2).fill([second.scanId, first.scanId]));
    for (const each of due) await recordExtension(tables.store, each, day(30));
    expect(await dueBefore(day(30))).toEqual([]);
    expect(await dueBefore(day(31))).toHaveLength(2);
  });

  it('is recorded only for the extended scans', async () => {
    const { settled, dueBefore } = await withSite();
    await settled(1, 'passed');
    const due = await dueBefore(day(21));
    await settled(2, 'passed');
    for (const each of due) await recordExtension(tables.store, each, day(30));
    expect(await dueBefore(day(21))).toHaveLength(2);
  });

  it('is due at once for an old scan that was accepted', async () => {
    const { settled, accept, dueBefore } = await withSite();
    const old = await settled(1, 'ungated');
    await settled(2, 'passed');
    await accept(old, day(22));
    const due = await dueBefore(day(2));
    expect(due.map(({ scanIds }) => scanIds)).toEqual([[old.scanId], [old.scanId]]);
  });

  it('is due for no line without scans', async () => {
    const { settled, dueBefore } = await withSite();
    await settled(1, 'failed');
    expect(await dueBefore(day(31))).toEqual([]);
  });
});
