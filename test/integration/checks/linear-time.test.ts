import { expect, it } from 'vitest';
import { allCases } from './case-pages.ts';
import { testLinearTime, useBrowser } from './linear-time.ts';

/** A check that compares elements with each other. linear-time.all.test.ts tests every check. */
const REPRESENTATIVE = 'a11y-same-name-links';
const cases = allCases.filter(({ check }) => check === REPRESENTATIVE);

useBrowser();
testLinearTime(cases);

it('has the pages of its check', () => {
  expect(cases).toHaveLength(1);
});
