import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../../../cli/run.ts';
import { provideChromium } from '../../../scanner/chromium-pack/locate.ts';
import {
  expectLocalScan,
  factors,
  type LocalScans,
  pageFactors,
  type SettingsRow,
  withoutEnding,
} from '../../support/local-settings.ts';
import { allPairs, pairsOf, pairwise } from '../../support/pairwise.ts';
import { serveSettingsSite } from '../../support/settings-site.ts';

/**
 * The settings by which a browser opens and tests one page, and start pages of every kind. Pairs with settings of
 * whole scans are tested with a replaced browser: test/integration/workflow/local-settings.test.ts.
 */
const onePageFactors = { ...pageFactors, start: ['/', '/missing', '/mapped'] };
const lasting = withoutEnding(onePageFactors);
const pageRows = [
  ...pairwise(lasting),
  // All other pairs, with levels that leave little of a page.
  ...pairwise(onePageFactors, allPairs(lasting)),
];
const plain = Object.fromEntries(Object.keys(factors).map((name) => [name, 'unset'])) as SettingsRow;
const onePage: SettingsRow = { ...plain, crawl: 'none', baseline: 'none', by: 'file' };
const onSite: SettingsRow = {
  ...plain,
  ...{ rules: 'aa', checks: 'axe', start: '/', baseline: 'before the change', by: 'flags' },
};
/** Scans of several pages, most with axe only. Together with the scans of one page they set every setting. */
const siteRows: SettingsRow[] = [
  onSite,
  {
    ...onSite,
    ...{ crawl: 'both', hashRoutes: 'on', robots: 'ignore', maxDepth: 'unbounded', metadata: 'set' },
    ...{ excludeUrls: 'on some pages', viewport: 'mobile', waitFor: 'everywhere', failOn: 'new', by: 'file' },
  },
  {
    ...onSite,
    ...{
      crawl: 'links',
      checks: 'unset',
      maxPages: 'three',
      maxDepth: 'one',
      includeUrls: 'everywhere',
      failOn: 'total',
    },
  },
];

let scans: LocalScans;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'settings-test-'));
  const [before, after] = await Promise.all([serveSettingsSite(false), serveSettingsSite(true)]);
  scans = { run, folder, before, after, browser: await writeBrowser(folder) };
});
afterAll(async () => {
  await Promise.all([scans?.before.stop(), scans?.after.stop()]);
  await rm(scans?.folder, { recursive: true, force: true });
});

/**
 * Writes a script that launches the packed browser with its own libraries and fonts, and returns its path. A browser
 * that is named by its path is not verified before each launch, which would take a third of the time of these scans.
 */
async function writeBrowser(into: string): Promise<string> {
  const { executable, libraries, fontConfig } = await provideChromium();
  const path = join(into, 'browser.sh');
  const variables = `LD_LIBRARY_PATH='${libraries}' FONTCONFIG_PATH='${fontConfig}'`;
  await writeFile(path, `#!/bin/sh\n${variables} exec '${executable}' "$@"\n`, { mode: 0o755 });
  return path;
}

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

// Two browsers at once: with more, each waits for the others.
vi.setConfig({ maxConcurrency: 2 });

describe(`settings of one page in pairs, ${allPairs(onePageFactors).size} pairs of levels: ${pageRows.length} scans`, () => {
  const rows = pageRows.map((row, at) => ({ id: `row-${at + 1}`, row }));
  it.concurrent.each(rows)('$id: $row', async ({ id, row }) => {
    const { report } = await expectLocalScan(scans, id, { ...onePage, ...row });
    if (report === null) return;
    const pictures = report.violations.flatMap(({ nodes }) => nodes.map(({ picture }) => picture !== null));
    // Without an output that shows pictures, no pictures are taken by default.
    if (row.screenshots === 'none' || row.screenshots === 'unset') expect(pictures).not.toContain(true);
    else if (row.screenshots === 'all' && pictures.length > 0) expect(pictures).toContain(true);
  });
});

describe('settings of a site with all its pages', () => {
  it.concurrent.each(siteRows.map((row, at) => ({ id: `site-${at + 1}`, row })))(
    '$id',
    async ({ id, row }) => {
      const { report } = await expectLocalScan(scans, id, row);
      expect(report?.comparison.baseline).not.toBeNull();
    },
  );
});
