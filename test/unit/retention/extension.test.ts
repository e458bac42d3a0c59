import { expect, it } from 'vitest';
import { getExtensionCutoff, getLateCutoff, getRewriteCutoff } from '../../../core/retention/extension.ts';

const now = new Date('2026-07-01T00:00:00Z');
const DAY_MS = 86_400_000;

it('renews at half of the retention, so that the other half is left for trying again', () => {
  expect(getExtensionCutoff(now, 30)).toEqual(new Date('2026-06-16T00:00:00Z'));
  expect(getExtensionCutoff(now, 7)).toEqual(new Date('2026-06-27T12:00:00Z'));
});

it('calls a renewal late while there is still a quarter of the retention left', () => {
  expect(getLateCutoff(now, 28)).toEqual(new Date('2026-06-10T00:00:00Z'));
});

it.each([7, 30, 365, 3_650])('lets no object of %i days become too old by leaving it out once', (days) => {
  const youngest = (now.getTime() - getRewriteCutoff(now, days).getTime()) / DAY_MS;
  // Left out now, it is due again after half of the retention, at the next run of a day.
  expect(youngest + days / 2 + 1).toBeLessThan(days);
});
