import { expect, it } from 'vitest';
import { getExtensionCutoff, getLateCutoff, getRewriteCutoff } from '../../../core/retention/extension.ts';

const now = new Date('2026-07-01T00:00:00Z');
const DAY_MS = 86_400_000;

it('is due at half of the retention, so that the other half is left for retries', () => {
  expect(getExtensionCutoff(now, 30)).toEqual(new Date('2026-06-16T00:00:00Z'));
  expect(getExtensionCutoff(now, 7)).toEqual(new Date('2026-06-27T12:00:00Z'));
});

it('is late while a quarter of the retention is still left', () => {
  expect(getLateCutoff(now, 28)).toEqual(new Date('2026-06-10T00:00:00Z'));
});

it.each([7, 30, 365, 3_650])('lets no object of %i days expire if one extension is missed', (days) => {
  const youngest = (now.getTime() - getRewriteCutoff(now, days).getTime()) / DAY_MS;
  // If it is missed now, it is due again after half of the retention, at the next daily run.
  expect(youngest + days / 2 + 1).toBeLessThan(days);
});
