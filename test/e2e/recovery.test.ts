import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { readAuditLog } from '../../adapters/dynamodb/audit.ts';
import { readPages } from '../../adapters/dynamodb/frontier.ts';
import { getScan } from '../../adapters/dynamodb/scans.ts';
import { deleteSite } from '../../adapters/dynamodb/sites.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { type OwnService, startService, type TestKey } from '../support/service.ts';
import { onePicture, servePages } from '../support/small-site.ts';

/** Calls that fail, by function and action, as when a service of AWS is down for it. */
let failing: { name: string; action: string } | undefined;

let service: OwnService;
let site: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  site = await servePages({ '/': onePicture });
  service = await startService({
    failCall: (functionId, { action }) =>
      failing !== undefined && functionId.includes(failing.name) && action === failing.action,
  });
});
afterEach(() => {
  failing = undefined;
});
afterAll(async () => {
  await service?.stop();
  await site?.stop();
});

async function trigger(): Promise<{ key: TestKey; siteId: string; scanId: string }> {
  const key = await service.key(await service.account());
  const made = await key.client.call('POST', '/sites', { body: { name: 'One', url: site.url } });
  const { json } = await key.client.call('POST', `/sites/${made.json.id}/scans`, {
    body: { config: { rules: ['wcag-aa'], priority: 'high' } },
  });
  return { key, siteId: made.json.id, scanId: json.id };
}

const sweep = (minutesFromNow: number) =>
  service.runtime.invoke('SweepScans', {
    time: new Date(Date.now() + minutesFromNow * 60_000).toISOString(),
  });

/** What every ended scan must leave behind: nothing that counts against its account. */
async function expectRoom({ record }: TestKey): Promise<void> {
  expect(await findAccount(service.store, record.accountId)).toMatchObject({
    unfinishedScans: 0,
    unfinishedHigh: 0,
  });
}

/**
 * Waits for a scan while what failed comes back after a second, instead of after a pause that grows to a minute. Not
 * sooner, for what is still in good hands comes back with it and is done twice.
 */
async function givenUp({ client }: TestKey, scanId: string): Promise<ScanView> {
  const deadline = Date.now() + 200_000;
  for (;;) {
    const { json } = await client.call<ScanView>('GET', `/scans/${scanId}`);
    if (json.report !== 'pending') return json;
    if (Date.now() > deadline) throw new Error(`the scan does not end: ${JSON.stringify(json)}`);
    await sleep(1_000);
    service.runtime.releaseInFlight();
  }
}

describe('a message that fails again and again is given up, and its scan ends', () => {
  it('failed, when it cannot be planned', async () => {
    failing = { name: 'PlanScan', action: 'TransactWriteItems' };
    const { key, scanId } = await trigger();
    const scan = await givenUp(key, scanId);
    expect(scan).toMatchObject({ status: 'failed', report: 'none', failure: { code: 'planning-failed' } });
    const report = await key.client.call('GET', `/scans/${scanId}/report`);
    expect([report.status, report.json.code]).toEqual([409, 'nothing-to-report']);
    await expectRoom(key);
  });

  it('failed, when its report cannot be put together', async () => {
    failing = { name: 'FinishScan', action: 'PutObject' };
    const { key, scanId } = await trigger();
    const scan = await givenUp(key, scanId);
    expect(scan).toMatchObject({ status: 'failed', report: 'none', failure: { code: 'finishing-failed' } });
    await expectRoom(key);
  });

  it('with pages that are told to be the service’s fault, when their chunk is given up', async () => {
    failing = { name: 'ScanPages', action: 'SendMessage' };
    const { key, scanId } = await trigger();
    const scan = await givenUp(key, scanId);
    expect(scan).toMatchObject({ status: 'failed', failure: { code: 'no-page-scanned' } });
    expect(scan.failure?.reason).toContain('given up');
    await expectRoom(key);
  });
});

describe('a fault that passes', () => {
  it('delays a scan whose outcomes cannot be recorded, and no more', async () => {
    failing = { name: 'RecordOutcomes', action: 'TransactWriteItems' };
    const { key, scanId } = await trigger();
    await sleep(2_000);
    expect((await key.client.call('GET', `/scans/${scanId}`)).json.report).toBe('pending');
    failing = undefined;
    const scan = await givenUp(key, scanId);
    expect(scan).toMatchObject({ status: 'completed', report: 'ready' });
    await expectRoom(key);
  });

  it('is not taken for a page that kills browsers, when a result cannot be written', async () => {
    failing = { name: 'ScanPages', action: 'PutObject' };
    const { key, scanId } = await trigger();
    const page = async () => (await readPages(service.store, scanId))[0];
    while ((await page())?.attempts !== 1) await sleep(20);
    while ((await page())?.attempts !== 0) await sleep(20);
    failing = undefined;
    const scan = await givenUp(key, scanId);
    expect(scan).toMatchObject({ status: 'completed', report: 'ready' });
    const { json } = await key.client.call<Report>('GET', `/scans/${scanId}/report`);
    expect(json.pages[0]).toMatchObject({ outcome: 'scanned', attempts: 1 });
  });
});

describe('the sweeper', () => {
  it('cancels the scans of a site whose deletion died before it did so', async () => {
    failing = { name: 'PlanScan', action: 'TransactWriteItems' };
    const { key, siteId, scanId } = await trigger();
    const { accountId } = key.record;
    const by = { accountId, actor: key.record.keyId, requestId: 'r' };
    await deleteSite(service.store, accountId, siteId, by, new Date());
    await sweep(2);
    const scan = await key.client.settled(scanId);
    expect(scan).toMatchObject({
      status: 'cancelled',
      report: 'none',
      cancelReason: 'Its site was deleted.',
    });
    const log = await Array.fromAsync(readAuditLog(service.store, accountId));
    expect(log.find(({ action }) => action === 'scan.cancelled')).toMatchObject({
      actor: 'service',
      target: scanId,
    });
    await expectRoom(key);
  });

  it('gives a scan up after a day', async () => {
    const slow = await servePages({ '/': onePicture }, { isHeld: (path) => path === '/' });
    const key = await service.key(await service.account());
    const made = await key.client.call('POST', '/sites', { body: { name: 'Slow', url: slow.url } });
    const { json } = await key.client.call<ScanView>('POST', `/sites/${made.json.id}/scans`, {
      body: { config: { rules: ['wcag-aa'] } },
    });
    while ((await getScan(service.store, json.id))?.status !== 'running') await sleep(50);
    await sweep(23 * 60);
    expect((await key.client.call('GET', `/scans/${json.id}`)).json.status).toBe('running');
    await sweep(24 * 60 + 1);
    const scan = await key.client.settled(json.id);
    expect(scan).toMatchObject({ status: 'failed', failure: { code: 'no-page-scanned' } });
    expect(scan.failure?.reason).toContain('longer than a day');
    await expectRoom(key);
    await slow.stop();
  });

  it('changes nothing of a scan that is on its way', async () => {
    const { key, scanId } = await trigger();
    for (let i = 0; i < 3; i++) await sweep(0);
    const scan = await key.client.settled(scanId);
    expect(scan).toMatchObject({ status: 'completed', progress: { pagesDone: 1, pagesKnown: 1 } });
    const { json } = await key.client.call<Report>('GET', `/scans/${scanId}/report`);
    expect(json.pages[0]?.attempts).toBe(1);
  });
});
