import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectLocalScan, factors, type LocalScans, withoutEnding } from '../../support/local-settings.ts';
import { allPairs, pairsOf, pairwise } from '../../support/pairwise.ts';
import { scanSettingsPage } from '../../support/settings-browser.ts';
import type { ExpectedResult } from '../../support/settings-oracle.ts';
import { serveSettingsSite } from '../../support/settings-site.ts';
import { buildChunkScanner } from './browser.ts';

/**
 * All settings of `a11y-scan local` in pairs. The browser is replaced by the oracle, which finds what the settings that
 * it receives say. test/integration/cli/settings.test.ts has the pairs of settings that the browser itself applies.
 */
const lasting = withoutEnding(factors);
const tables = {
  'that end no scan early': pairwise(lasting),
  // All other pairs, so that the tables together contain every pair.
  'of which at least one ends a scan early': pairwise(factors, allPairs(lasting)),
};

let scans: LocalScans;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'settings-test-'));
  const [before, after] = await Promise.all([serveSettingsSite(false), serveSettingsSite(true)]);
  const scanChunkPages = buildChunkScanner(async (job, page) =>
    scanSettingsPage(job, page, { isChanged: new URL(page.url).origin === after.origin }),
  );
  vi.doMock('../../../scanner/scan-chunk-pages.ts', () => ({ scanChunkPages }));
  const { run } = await import('../../../cli/run.ts');
  scans = { run, folder, before, after };
});
afterAll(async () => {
  await Promise.all([scans?.before.stop(), scans?.after.stop()]);
  await rm(scans?.folder, { recursive: true, force: true });
});

it('has every pair of levels in its rows', () => {
  const covered = new Set(Object.values(tables).flatMap((rows) => rows.flatMap((row) => pairsOf(row))));
  expect([...allPairs(factors)].filter((pair) => !covered.has(pair))).toEqual([]);
});

const results = new Set<ExpectedResult>();

describe.each(
  Object.entries(tables).map(([which, of], table) => {
    const rows = of.map((row, at) => ({ id: `row-${table + 1}-${at + 1}`, row }));
    return { which, rows, count: rows.length };
  }),
)(`settings in pairs, ${allPairs(factors).size} pairs of levels, rows $which: $count scans`, ({ rows }) => {
  it.each(rows)('$id: $row', async ({ id, row }) => {
    const { result } = await expectLocalScan(scans, id, row);
    results.add(result);
  });
});

it('end in every way that a scan can end', () => {
  expect([...results].sort()).toEqual(['failed', 'inconclusive', 'no-gate', 'no-report', 'passed']);
});
