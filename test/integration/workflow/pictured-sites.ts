import { afterAll, beforeAll, expect } from 'vitest';
import { deleteObjects, listObjects } from '../../../adapters/report-bucket/bucket-objects.ts';
import { openReportBucket, type ReportBucket } from '../../../adapters/report-bucket/report-bucket.ts';
import { listScanPrefixes } from '../../../core/scans/object-keys.ts';
import { type PicturedFault, readPicturedFault } from '../../support/pictured-fault.ts';
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

  return { makeSite, get, scan, listPictures, deletePictures, key: () => key, workflow: () => workflow };
}
