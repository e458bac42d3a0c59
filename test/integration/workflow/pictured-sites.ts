import { afterAll, beforeAll, expect } from 'vitest';
import { deleteObjects, listObjects } from '../../../adapters/report-bucket/bucket-objects.ts';
import { openReportBucket, type ReportBucket } from '../../../adapters/report-bucket/report-bucket.ts';
import { listScanPrefixes } from '../../../core/scans/object-keys.ts';
import { embedPicture, type PicturedFault, readPicturedFault } from '../../support/pictured-fault.ts';
import type { TestKey } from '../api/harness.ts';
import { startWorkflow, type Workflow } from './harness.ts';
import { buildScanPage } from './shown-pages.ts';

/** Starts the workflow before the tests of a file. Returns what scans sites with one picture of a fault. */
export function usePictures() {
  const config = { rules: ['wcag-aa'] };
  let workflow: Workflow;
  let key: TestKey;
  let reports: ReportBucket;

  beforeAll(async () => {
    // A picture with masks has other bytes.
    const scanPage = buildScanPage((_url, { settings: { redactSelectors } }) => ({
      faults: [{ ruleId: 'image-alt', id: 'photo', picture: `${redactSelectors} in a photo` }],
      links: [],
    }));
    workflow = await startWorkflow(scanPage);
    key = await workflow.api.key(await workflow.api.account());
    reports = openReportBucket(process.env.BUCKET_NAME ?? '');
  });
  afterAll(async () => {
    reports?.client.destroy();
    await workflow?.stop();
  });

  async function makeSite(): Promise<string> {
    return (await key.call('POST', '/sites', { body: { name: 'Shop', url: `${workflow.origin}/` } })).json.id;
  }

  const get = (path: string) => key.call('GET', path);

  async function scan(siteId: string, overrides: object = {}): Promise<PicturedFault> {
    return readPicturedFault(get, await workflow.scan(key, siteId, { ...config, ...overrides }));
  }

  /** Returns the keys of the pictures of a scan. */
  async function listPictures(scanId: string): Promise<string[]> {
    const keys: string[] = [];
    for (const prefix of listScanPrefixes({ accountId: key.record.accountId, scanId }).slice(-1))
      for await (const objects of listObjects(reports, prefix)) keys.push(...objects.map((each) => each.key));
    return keys;
  }

  /** Deletes the pictures of a scan, as the lifecycle rule does. */
  async function deletePictures({ scan: { id } }: PicturedFault): Promise<void> {
    const keys = await listPictures(id);
    expect(keys).not.toEqual([]);
    await deleteObjects(reports, keys);
  }

  /** Makes a site, and scans it without pictures and then with them. Returns what the second scan reports. */
  async function makeSiteWithFirstPicture(): Promise<{ siteId: string; first: PicturedFault }> {
    const siteId = await makeSite();
    const before = await scan(siteId, { screenshots: 'none' });
    expect(before.node.picture).toBeNull();
    return { siteId, first: await scan(siteId) };
  }

  /** Expects that a scan took and shows the picture. */
  function expectTaken(seen: PicturedFault): void {
    expect(seen.node).toMatchObject({ state: 'unchanged', picture: { id: expect.stringMatching(/^pic_/) } });
    expect(seen.node.picture).not.toHaveProperty('takenBy');
    expect(seen.html).toContain(embedPicture(seen));
    expect(seen.html).not.toContain('An earlier scan took this picture');
  }

  /** Expects that later scans show the picture of a scan, one of them after its object is deleted. */
  async function expectShownByLaterScans(siteId: string, first: PicturedFault): Promise<void> {
    const takenBy = { scanId: first.scan.id, at: first.scan.finishedAt };
    const second = await scan(siteId);
    await deletePictures(first);
    const third = await scan(siteId);
    for (const seen of [second, third]) {
      expect(seen.node).toMatchObject({ state: 'unchanged', picture: { ...first.node.picture, takenBy } });
      expect(seen.bytes).toEqual(first.bytes);
      expect(seen.html).toContain(embedPicture(first));
      expect(seen.html).toContain('An earlier scan took this picture on');
    }
    const sarif = await key.call('GET', `/scans/${third.scan.id}/report?format=sarif`);
    expect(sarif.text).toContain(`scans/${third.scan.id}/pictures/${first.node.picture?.id}`);
    expect(sarif.text).toContain(`taken by an earlier scan on ${takenBy.at?.slice(0, 10)}`);
  }

  return {
    makeSite,
    makeSiteWithFirstPicture,
    expectTaken,
    expectShownByLaterScans,
    get,
    scan,
    listPictures,
    deletePictures,
    key: () => key,
    workflow: () => workflow,
  };
}
