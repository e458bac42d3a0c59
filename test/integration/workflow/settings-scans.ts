import { afterAll, beforeAll, it } from 'vitest';
import { scanSettingsPage } from '../../support/settings-browser.ts';
import { expectRow, type TrialRow } from '../../support/settings-rows.ts';
import { type SettingsSite, serveSettingsSite } from '../../support/settings-site.ts';
import { startWorkflow, type Workflow } from './harness.ts';

/** Defines tests that scan a site with the settings of each row. The oracle replaces the browser. */
export function testServiceScans(rows: readonly { id: string; row: TrialRow }[]): void {
  let workflow: Workflow;
  let elsewhere: SettingsSite;
  /** True if the scanned site has the fault `added`. */
  let isChanged = false;

  beforeAll(async () => {
    elsewhere = await serveSettingsSite(false);
    workflow = await startWorkflow(async (job, page) => scanSettingsPage(job, page, { isChanged }));
  });
  afterAll(async () => {
    await workflow?.stop();
    await elsewhere?.stop();
  });

  it.each(rows)('$id: $row', async ({ row }) => {
    const key = await workflow.api.key(await workflow.api.account());
    const server = await serveSettingsSite(false);
    isChanged = false;
    const site: SettingsSite = {
      ...server,
      change: () => {
        isChanged = true;
      },
    };
    const tried = {
      call: key.call.bind(key),
      scan: (siteId: string, config: object) => workflow.scan(key, siteId, config),
    };
    await expectRow(row, tried, site, elsewhere).finally(() => server.stop());
  });
}
