import { describe, expect, it } from 'vitest';
import { allPairs, type Factors, pairsOf, pairwise } from '../../support/pairwise.ts';

/** Factors with so many levels each. */
const factorsOf = (...counts: number[]): Factors =>
  Object.fromEntries(
    counts.map((count, at) => [`f${at}`, Array.from({ length: count }, (_, level) => `l${level}`)]),
  );

const shapes = [
  [2, 2],
  [1, 3, 1],
  [3, 3, 3, 3],
  [2, 3, 4, 5, 6],
  [8, 6, 6, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2],
];

describe('a pairwise table', () => {
  it.each(shapes)(
    'of %d, %d, … levels has every pair of levels, and each factor in each row',
    (...counts) => {
      const factors = factorsOf(...counts);
      const rows = pairwise(factors);
      const covered = new Set(rows.flatMap((row) => pairsOf(row)));
      expect([...allPairs(factors)].filter((pair) => !covered.has(pair))).toEqual([]);
      for (const row of rows) expect(Object.keys(row).sort()).toEqual(Object.keys(factors).sort());
    },
  );

  it('has as many pairs to cover as the factors make', () => {
    expect(allPairs(factorsOf(2, 3, 4)).size).toBe(2 * 3 + 2 * 4 + 3 * 4);
  });

  it('has no row that adds no pair, and far fewer rows than there are combinations', () => {
    const factors = factorsOf(8, 6, 6, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2);
    const rows = pairwise(factors);
    const covered = new Set<string>();
    for (const row of rows) {
      const before = covered.size;
      for (const pair of pairsOf(row)) covered.add(pair);
      expect(covered.size).toBeGreaterThan(before);
    }
    // Two factors alone need 8 × 6 rows.
    expect(rows.length).toBeLessThan(2 * 8 * 6);
  });

  it('is the same each time', () => {
    expect(pairwise(factorsOf(4, 3, 3, 2))).toEqual(pairwise(factorsOf(4, 3, 3, 2)));
  });
});
