import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from '../../../cli/run.ts';
import { provideChromium } from '../../../scanner/chromium-pack/locate.ts';
import { expectLocalScan, factors, type LocalScans, type SettingsRow } from '../../support/local-settings.ts';
import { serveSettingsSite } from '../../support/settings-site.ts';

const plain = Object.fromEntries(Object.keys(factors).map((name) => [name, 'unset'])) as SettingsRow;
export const onePage: SettingsRow = { ...plain, crawl: 'none', baseline: 'none', by: 'file' };
const onSite: SettingsRow = {
  ...plain,
  ...{ rules: 'aa', checks: 'axe', start: '/', baseline: 'before the change', by: 'flags' },
};
/** Scans of several pages, most with axe only. Together with the scans of one page they set every setting. */
export const siteRows: SettingsRow[] = [
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

/** Starts the sites for scans with a browser before the tests of a file. Returns what the scans use. */
export function useLocalScans(): () => LocalScans {
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
  return () => scans;
}

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

/** Defines tests that scan all pages of a site. */
export function testSiteScans(rows: readonly SettingsRow[], scansOf: () => LocalScans): void {
  // Two browsers at once: with more, each waits for the others.
  vi.setConfig({ maxConcurrency: 2 });

  describe('settings of a site with all its pages', () => {
    it.concurrent.each(rows.map((row, at) => ({ id: `site-${at + 1}`, row })))('$id', async ({ id, row }) => {
      const { report } = await expectLocalScan(scansOf(), id, row);
      expect(report?.comparison.baseline).not.toBeNull();
    });
  });
}
