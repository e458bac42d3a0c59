import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../support/small-site.ts';
import {
  config,
  countUnfinished,
  createAccountWithSite,
  serveHeld,
  trigger,
  waitUntil,
} from './unfinished-scans.ts';

let service: TestService;
let site: SmallSite;

beforeAll(async () => {
  const pages = { '/': ONE_PICTURE, '/a': ONE_PICTURE };
  [service, site] = await Promise.all([sharedService(), servePages(pages)]);
});
afterAll(() => site?.stop());

describe('the setting config.url', () => {
  it('is the start URL of the scan, and the listed pages are resolved on its origin', async () => {
    const preview = await servePages({ '/pr': ONE_PICTURE, '/a': ONE_PICTURE });
    try {
      const origin = new URL(preview.url).origin;
      const { client, siteId } = await createAccountWithSite(service, {
        url: site.url,
        pages: ['/a'],
        origins: [origin],
      });
      const before = site.requested.length;
      const scan = await client.scan(siteId, { ...config, url: `${origin}/pr` });
      expect(scan).toMatchObject({ status: 'completed', progress: { pagesDone: 2, pagesKnown: 2 } });
      const { json } = await client.call<Report>('GET', `/scans/${scan.id}/report`);
      expect(json.pages.map(({ requestedUrl }) => requestedUrl)).toEqual([`${origin}/pr`, `${origin}/a`]);
      expect(preview.requested).toEqual(expect.arrayContaining(['/pr', '/a']));
      expect(site.requested.length).toBe(before);
    } finally {
      await preview.stop();
    }
  });
});

describe('deleting a site', () => {
  it('cancels its unfinished scans, and deletes them with their reports', async () => {
    const held = await serveHeld(3);
    try {
      const { key, client, siteId } = await createAccountWithSite(service, {
        url: held.url,
        pages: held.pages,
      });
      const other = await client.call('POST', '/sites', { body: { name: 'Other', url: held.url } });
      const running = (await trigger(client, siteId, { priority: 'high' })).json.id;
      await waitUntil('the first page', async () => {
        const { json } = await client.call<ScanView>('GET', `/scans/${running}`);
        return json.progress.pagesDone === 1;
      });
      const waiting = (await trigger(client, siteId)).json.id;
      expect((await client.call('DELETE', `/sites/${siteId}`)).status).toBe(204);
      expect(await countUnfinished(service, key)).toEqual([0, 0]);
      // Runs as if two hours had passed, because the runtime's own schedule may already have run the first pass.
      const time = new Date(Date.now() + 2 * 3_600_000).toISOString();
      await service.runtime.invoke('DeleteSiteObjects', { time });
      for (const id of [running, waiting]) {
        await waitUntil('the deletion of a scan', async () => {
          const { status, json } = await client.call('GET', `/scans/${id}`);
          if (status === 200) expect(json).toMatchObject({ cancelReason: 'Its site was deleted.', siteId });
          return status === 404;
        });
      }
      expect((await client.call('GET', `/scans/${running}/report`)).status).toBe(404);
      expect((await client.call('GET', `/sites/${siteId}/scans`)).status).toBe(404);
      expect((await client.call('GET', `/sites/${other.json.id}`)).status).toBe(200);
    } finally {
      await held.stop();
    }
  });
});
