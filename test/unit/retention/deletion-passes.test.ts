import { expect, it } from 'vitest';
import { getNextPassTime } from '../../../core/retention/deletion-passes.ts';

const HOUR_MS = 3_600_000;
const DELETED_AT = '2026-01-01T00:00:00.000Z';
const at = (hours: number) => new Date(Date.parse(DELETED_AT) + hours * HOUR_MS);

it('repeats after an hour, and once more after no queue message is left', () => {
  expect(getNextPassTime({ deletedAt: DELETED_AT, passes: 0 }, true, at(0))).toEqual(at(0));
  expect(getNextPassTime({ deletedAt: DELETED_AT, passes: 1 }, true, at(0.1))).toEqual(at(1));
  expect(getNextPassTime({ deletedAt: DELETED_AT, passes: 2 }, true, at(1.1))).toEqual(at(8 * 24));
  expect(getNextPassTime({ deletedAt: DELETED_AT, passes: 3 }, true, at(8 * 24))).toBeUndefined();
});

it('is not scheduled in the past if a pass took long', () => {
  expect(getNextPassTime({ deletedAt: DELETED_AT, passes: 1 }, true, at(5))).toEqual(at(5));
});

it('repeats every hour while a scan of the site may still write', () => {
  expect(getNextPassTime({ deletedAt: DELETED_AT, passes: 3 }, false, at(8 * 24))).toEqual(at(8 * 24 + 1));
  expect(getNextPassTime({ deletedAt: DELETED_AT, passes: 9 }, false, at(300))).toEqual(at(301));
  expect(getNextPassTime({ deletedAt: DELETED_AT, passes: 9 }, true, at(300))).toBeUndefined();
});
