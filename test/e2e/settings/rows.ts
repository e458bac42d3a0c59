import { afterAll, beforeAll, describe, it } from 'vitest';
import { sharedService, type TestKey } from '../../support/service.ts';
import { expectRow, settingsRows } from '../../support/settings-rows.ts';
import { type SettingsSite, serveSettingsSite } from '../../support/settings-site.ts';

/** The row of `npm test`: a crawl that its scans set, a preview, a baseline of the target branch, and a gate. */
export const oftenTested = ['level-3'];

function findRow(id: string) {
  const row = settingsRows.find((each) => each.id === id);
  if (row === undefined) throw new Error(`there is no row ${id}`);
  return row;
}

/** Defines a test of each of these rows. */
export function testRows(ids: readonly string[]): void {
  describe('settings of sites and scans', () => {
    let key: TestKey;
    let elsewhere: SettingsSite;
    beforeAll(async () => {
      elsewhere = await serveSettingsSite(false);
      const service = await sharedService();
      key = await service.key(await service.account());
    });
    afterAll(() => elsewhere?.stop());

    it.concurrent.each(ids.map(findRow))('$id: $row', async ({ row }) => {
      const { client } = key;
      const tried = { call: client.call.bind(client), scan: client.scan.bind(client) };
      const server = await serveSettingsSite(false);
      await expectRow(row, tried, server, elsewhere).finally(() => server.stop());
    });
  });
}
