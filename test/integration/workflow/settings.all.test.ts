import { describe } from 'vitest';
import { allPairs, pairwise } from '../../support/pairwise.ts';
import { factors } from '../../support/settings-rows.ts';
import { testServiceScans } from './settings-scans.ts';

const rows = pairwise(factors).map((row, at) => ({ id: `row-${at + 1}`, row }));

describe(`settings of sites and scans in ${allPairs(factors).size} pairs: ${rows.length} scans`, () => {
  testServiceScans(rows);
});
