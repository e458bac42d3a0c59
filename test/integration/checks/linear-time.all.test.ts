import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checks } from '../../../core/checks/checks.ts';
import { bundleChecks } from '../../../scanner/checks/build-script.ts';
import { allCases } from './case-pages.ts';
import { GROWTH_MAX, measureGrowth, ROUNDS, testLinearTime, useBrowser } from './linear-time.ts';

useBrowser();
testLinearTime(allCases);

it('finds a check that takes quadratic time', async () => {
  const id = 'a11y-quadratic';
  const script = await bundleChecks({ [id]: join(import.meta.dirname, 'trials', 'quadratic.ts') });
  const growths: number[] = [];
  // A short time that is too long hides the growth.
  for (let round = 0; round < ROUNDS && !growths.some((growth) => growth > GROWTH_MAX); round += 1)
    growths.push(await measureGrowth(script, id, '<p>Text</p>'.repeat(120), false));
  expect(Math.max(...growths)).toBeGreaterThan(GROWTH_MAX);
});

it('tests every check', () => {
  expect(allCases.map(({ check }) => check).sort()).toEqual(checks.map(({ id }) => id));
});
