import { describe, expect, it } from 'vitest';
import {
  expectLocalScan,
  factors,
  pageFactors,
  type SettingsRow,
  withoutEnding,
} from '../../support/local-settings.ts';
import { allPairs, pairsOf, pairwise } from '../../support/pairwise.ts';
import { onePage, siteRows, testSiteScans, useLocalScans } from './browser-scans.ts';

/**
 * The settings by which a browser opens and tests one page, and start pages of every kind. Pairs with settings of
 * whole scans are tested with a replaced browser: test/integration/workflow/local-settings.all.test.ts.
 */
const onePageFactors = { ...pageFactors, start: ['/', '/missing', '/mapped'] };
const lasting = withoutEnding(onePageFactors);
const pageRows = [
  ...pairwise(lasting),
  // All other pairs, with levels that leave little of a page.
  ...pairwise(onePageFactors, allPairs(lasting)),
];
const scansOf = useLocalScans();

it('has every pair of levels in its rows', () => {
  const covered = new Set(pageRows.flatMap((row) => pairsOf(row)));
  expect([...allPairs(onePageFactors)].filter((pair) => !covered.has(pair))).toEqual([]);
});

it('sets every setting', () => {
  const isSet = (name: string) =>
    [...pageRows, ...siteRows].some(
      (row) => ((row as Partial<SettingsRow>)[name as keyof SettingsRow] ?? 'unset') !== 'unset',
    );
  expect(Object.keys(factors).filter((name) => !isSet(name))).toEqual([]);
});

describe(`settings of one page in pairs, ${allPairs(onePageFactors).size} pairs of levels: ${pageRows.length} scans`, () => {
  const rows = pageRows.map((row, at) => ({ id: `row-${at + 1}`, row }));
  it.concurrent.each(rows)('$id: $row', async ({ id, row }) => {
    const { report } = await expectLocalScan(scansOf(), id, { ...onePage, ...row });
    if (report === null) return;
    const pictures = report.violations.flatMap(({ nodes }) => nodes.map(({ picture }) => picture !== null));
    // Without an output that shows pictures, no pictures are taken by default.
    if (row.screenshots === 'none' || row.screenshots === 'unset') expect(pictures).not.toContain(true);
    else if (row.screenshots === 'all' && pictures.length > 0) expect(pictures).toContain(true);
  });
});

testSiteScans(siteRows, scansOf);
