import { expect, it } from 'vitest';
import { factors, withoutEnding } from '../../support/local-settings.ts';
import { allPairs, pairsOf, pairwise } from '../../support/pairwise.ts';
import { testLocalScans } from './local-scans.ts';

/** All settings of `a11y-scan local` in pairs. */
const lasting = withoutEnding(factors);
const tables = {
  'that end no scan early': pairwise(lasting),
  // All other pairs, so that the tables together contain every pair.
  'of which at least one ends a scan early': pairwise(factors, allPairs(lasting)),
};

it('has every pair of levels in its rows', () => {
  const covered = new Set(Object.values(tables).flatMap((rows) => rows.flatMap((row) => pairsOf(row))));
  expect([...allPairs(factors)].filter((pair) => !covered.has(pair))).toEqual([]);
});

testLocalScans(tables);
