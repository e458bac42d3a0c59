import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../../adapters/dynamodb/transact.ts';
import {
  buildTrendItems,
  findCompletedBefore,
  listTrend,
  readConditions,
} from '../../../adapters/dynamodb/trend.ts';
import { exampleConditions, exampleTrendPoint } from '../../../core/api/examples.ts';
import { createId } from '../../../core/ids.ts';
import type { TrendFilter, TrendPoint } from '../../../core/trend/trend-point.ts';
import { startTables, type TestTables } from '../../support/tables.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const OTHER_KEY = '7d793037a0760186';

/** Stores a point per day: main and feature in turn, every fifth with another key. */
async function withPoints(count: number) {
  const of = {
    accountId: createId('acct', new Date()),
    siteId: createId('site', new Date()),
    siteUrl: 'https://shop.example/',
    config: { rules: ['wcag-aa' as const], priority: 'normal' as const },
  };
  const points: TrendPoint[] = [];
  for (let n = 1; n <= count; n++) {
    const comparableKey = n % 5 === 0 ? OTHER_KEY : exampleConditions.comparableKey;
    const point: TrendPoint = {
      ...exampleTrendPoint,
      scanId: createId('scan', day(n)),
      createdAt: day(n).toISOString(),
      branch: n % 2 === 0 ? 'feature' : 'main',
      comparableKey,
    };
    points.unshift(point);
    await transact(
      tables.store,
      buildTrendItems(tables.store, of, point, { ...exampleConditions, comparableKey }),
    );
  }
  const list = (filter: TrendFilter = {}, limit = 100, after?: string) =>
    listTrend(tables.store, of.siteId, filter, { limit, ...(after === undefined ? {} : { after }) });
  return { ...of, points, list };
}

describe('the trend of a site', () => {
  it('is returned newest first, by branch, key and time', async () => {
    const { points, list } = await withPoints(12);
    expect((await list()).items).toEqual(points);
    const days = async (filter: TrendFilter) =>
      (await list(filter)).items.map(({ createdAt }) => new Date(createdAt).getUTCDate());
    expect(await days({ branch: 'feature' })).toEqual([12, 10, 8, 6, 4, 2]);
    expect(await days({ comparableKey: OTHER_KEY })).toEqual([10, 5]);
    expect(await days({ from: day(10) })).toEqual([12, 11, 10]);
    expect(await days({ to: day(3) })).toEqual([2, 1]);
    expect(await days({ from: day(4), to: day(8), branch: 'main' })).toEqual([7, 5]);
    expect(await days({ from: day(8), to: day(4) })).toEqual([]);
    expect(await days({ from: new Date(-1e12), to: day(2) })).toEqual([1]);
    expect(await days({ branch: 'other' })).toEqual([]);
  });

  it('is listed page by page, each point once', async () => {
    const { points, list } = await withPoints(7);
    const seen: TrendPoint[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await list({}, 3, after);
      seen.push(...items);
      after = next;
    } while (after !== undefined);
    expect(seen).toEqual(points);
  });

  it('explains its keys', async () => {
    const { siteId } = await withPoints(5);
    const keys = [OTHER_KEY, exampleConditions.comparableKey, OTHER_KEY, '0000000000000000'];
    expect(await readConditions(tables.store, siteId, keys)).toEqual([
      { ...exampleConditions, comparableKey: OTHER_KEY },
      exampleConditions,
    ]);
  });

  it('has the scan of a branch that was completed before another one', async () => {
    const { siteId, points } = await withPoints(12);
    const findBefore = (scanId: string, branch: string) =>
      findCompletedBefore(
        tables.store,
        { siteId, scanId },
        { comparableKey: exampleConditions.comparableKey, branch },
      );
    const idOf = (n: number) => points[12 - n]?.scanId ?? expect.unreachable();
    expect(await findBefore(idOf(12), 'feature')).toBe(idOf(8));
    expect(await findBefore(idOf(12), 'main')).toBe(idOf(11));
    expect(await findBefore(idOf(1), 'main')).toBeUndefined();
    expect(await findBefore(idOf(12), 'other')).toBeUndefined();
  });

  it('is empty for a site without completed scans', async () => {
    expect(await (await withPoints(0)).list()).toEqual({ items: [] });
  });
});
