import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLocalScan, type LocalScans, type SettingsRow } from '../../support/local-settings.ts';
import { scanSettingsPage } from '../../support/settings-browser.ts';
import type { ExpectedResult } from '../../support/settings-oracle.ts';
import { serveSettingsSite } from '../../support/settings-site.ts';
import { replaceBrowser } from './browser.ts';

/**
 * Defines tests that run `a11y-scan local` with the settings of each row. The browser is replaced by the oracle, which
 * finds what the settings that it receives say. test/integration/cli/settings.test.ts has settings that the browser
 * itself applies.
 * @param tables rows by what they have in common
 */
export function testLocalScans(tables: Record<string, readonly SettingsRow[]>): void {
  let scans: LocalScans;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'settings-test-'));
    const [before, after] = await Promise.all([serveSettingsSite(false), serveSettingsSite(true)]);
    replaceBrowser(async (job, page) =>
      scanSettingsPage(job, page, { isChanged: new URL(page.url).origin === after.origin }),
    );
    const { run } = await import('../../../cli/run.ts');
    scans = { run, folder, before, after };
  });
  afterAll(async () => {
    await Promise.all([scans?.before.stop(), scans?.after.stop()]);
    await rm(scans?.folder, { recursive: true, force: true });
  });

  const results = new Set<ExpectedResult>();

  describe.each(
    Object.entries(tables).map(([which, of], table) => {
      const rows = of.map((row, at) => ({ id: `row-${table + 1}-${at + 1}`, row }));
      return { which, rows, count: rows.length };
    }),
  )('settings in rows $which: $count scans', ({ rows }) => {
    it.each(rows)('$id: $row', async ({ id, row }) => {
      const { result } = await expectLocalScan(scans, id, row);
      results.add(result);
    });
  });

  it('end in every way that a scan can end', () => {
    expect([...results].sort()).toEqual(['failed', 'inconclusive', 'no-gate', 'no-report', 'passed']);
  });
}
