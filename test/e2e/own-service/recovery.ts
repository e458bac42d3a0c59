import { setTimeout as sleep } from 'node:timers/promises';
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAccount } from '../../../adapters/dynamodb/access.ts';
import { readAuditLog } from '../../../adapters/dynamodb/audit.ts';
import { readPages } from '../../../adapters/dynamodb/frontier.ts';
import { readKeyDays } from '../../../adapters/dynamodb/read-usage.ts';
import { findScan } from '../../../adapters/dynamodb/scans.ts';
import { removeSite } from '../../../adapters/dynamodb/sites.ts';
import type { Report } from '../../../core/reports/report.ts';
import type { ScanView } from '../../../core/scans/scan.ts';
import { getClientOptions } from '../../../local/stand-ins/provision.ts';
import { comparable } from '../../support/comparable.ts';
import type { FaultyService } from '../../support/faulty-service.ts';
import type { TestKey } from '../../support/service.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../../support/small-site.ts';
import { usageOver } from '../../support/usage.ts';

/** The queue of each function, as part of a logical id. All scans here have high priority. */
const queues = {
  PlanScan: 'Plan',
  DispatchChunk: 'ScanHigh',
  RecordOutcomes: 'Record',
  FinishScan: 'Finish',
};

/** Calls that fail, by function and action, as during an outage of an AWS service. */
let failing: { name: string; action: string } | undefined;
/** The functions that have returned a failed message to their queue. */
const returned: string[] = [];
/** Whether each batch of messages is delivered twice: one delivery after the other, or both together. */
let deliverTwice: boolean | 'together' = false;

const config = { rules: ['wcag-aa'], checks: 'axe' };

let service: FaultyService;
let site: SmallSite;

/**
 * Sets the number of receives after which the queues of plans, pages and ends give up a message.
 * @returns the previous numbers, by queue
 */
async function limitTries(triesOf: (queue: string) => number | undefined): Promise<Map<string, number>> {
  const before = new Map<string, number>();
  const sqs = new SQSClient(getClientOptions(service.runtime.endpoints.sqs, service.runtime.credentials));
  for (const { name, logicalId } of service.runtime.service.queues) {
    if (!/Plan|Scan|Finish/.test(logicalId)) continue;
    const QueueUrl = `${service.runtime.endpoints.sqs}/000000000000/${name}`;
    const read = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['RedrivePolicy'] });
    const { RedrivePolicy } = (await sqs.send(read)).Attributes ?? {};
    if (RedrivePolicy === undefined) continue;
    const policy = JSON.parse(RedrivePolicy);
    before.set(name, policy.maxReceiveCount);
    const limited = JSON.stringify({ ...policy, maxReceiveCount: triesOf(name) });
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy: limited } }));
  }
  sqs.destroy();
  return before;
}

async function trigger(): Promise<{ key: TestKey; siteId: string; scanId: string }> {
  const key = await service.key(await service.account());
  const made = await key.client.call('POST', '/sites', { body: { name: 'One', url: site.url } });
  const { status, text, json } = await key.client.call('POST', `/sites/${made.json.id}/scans`, {
    body: { config: { ...config, priority: 'high' } },
  });
  if (status !== 202) throw new Error(`${made.text} was answered, and then ${text}`);
  return { key, siteId: made.json.id, scanId: json.id };
}

const sweep = (minutesFromNow: number) =>
  service.runtime.invoke('SweepScans', {
    time: new Date(Date.now() + minutesFromNow * 60_000).toISOString(),
  });

/** Checks that an ended scan no longer counts against the limits of its account. */
async function expectNoUnfinishedScans({ record }: TestKey): Promise<void> {
  expect(await findAccount(service.store, record.accountId)).toMatchObject({
    unfinishedScans: 0,
    unfinishedHigh: 0,
  });
}

/** Waits for a scan. A failed message is retried at once, instead of after a delay that grows to a minute. */
async function settled({ client }: TestKey, scanId: string): Promise<ScanView> {
  for (const deadline = Date.now() + 200_000; Date.now() < deadline; await sleep(100)) {
    const { json } = await client.call<ScanView>('GET', `/scans/${scanId}`);
    if (json.report !== 'pending') return json;
    // Releases messages of their queues only, because other messages in flight would be processed twice.
    for (const functionId of returned.splice(0))
      for (const [name, queue] of Object.entries(queues))
        if (functionId.includes(name)) service.runtime.releaseInFlight(queue);
  }
  throw new Error(`scan ${scanId} does not end`);
}

/** Adds the hooks of the tests of faults that pass, and defines the tests. */
function describeRecovery(getService: () => FaultyService, defineTests: () => void): void {
  describe('recovery', () => {
    beforeAll(async () => {
      service = getService();
      site = await servePages({ '/': ONE_PICTURE, '/a': ONE_PICTURE, '/b': ONE_PICTURE });
    });
    beforeEach(() => {
      service.faults.failCall = (functionId, { action }) => {
        // The first of the two calls that return a message.
        if (action === 'GetQueueUrl') returned.push(functionId);
        return failing !== undefined && functionId.includes(failing.name) && action === failing.action;
      };
      service.faults.deliverTwice = () => deliverTwice;
    });
    afterEach(() => {
      failing = undefined;
      returned.length = 0;
      deliverTwice = false;
    });
    afterAll(() => site?.stop());
    defineTests();
  });
}

/** Limits the tries of messages to two instead of eight, so that the tests of a group are faster. */
function limitTriesHere(): void {
  let tries: Map<string, number>;
  beforeAll(async () => {
    tries = await limitTries(() => 2);
  });
  afterAll(async () => {
    await limitTries((queue) => tries.get(queue));
  });
}

async function scanWith(twice: boolean | 'together') {
  deliverTwice = twice;
  const key = await service.key(await service.account());
  const body = { name: 'S', url: site.url, pages: ['/a', '/b'] };
  const made = await key.client.call('POST', '/sites', { body });
  const scan = await key.client.scan(made.json.id, config);
  const report = await key.client.call<Report>('GET', `/scans/${scan.id}/report`);
  const { scans, pages } = usageOver(await readKeyDays(service.store, key.record.keyId));
  const account = await findAccount(service.store, key.record.accountId);
  const unfinished = account?.unfinishedScans;
  return { status: scan.status, report: comparable(report.json), usage: { scans, pages }, unfinished };
}

/** Defines tests of messages that are delivered twice. */
function testDeliveries(kinds: readonly (true | 'together')[]): void {
  describe('a scan whose messages are all delivered twice', () => {
    let once: Awaited<ReturnType<typeof scanWith>>;
    beforeAll(async () => {
      once = await scanWith(false);
      expect(once).toMatchObject({ status: 'completed', usage: { scans: 1, pages: 3 }, unfinished: 0 });
    });

    it.each(kinds)('has the same report and the same usage (%s)', async (twice) => {
      expect(await scanWith(twice)).toEqual(once);
    });
  });
}

/** Defines a test of each kind of fault that passes. */
export function testRecovery(getService: () => FaultyService): void {
  describeRecovery(getService, () => {
    describe('a message that fails repeatedly is given up, and its scan', () => {
      limitTriesHere();

      it('fails when it cannot be planned', async () => {
        failing = { name: 'PlanScan', action: 'TransactWriteItems' };
        const { key, scanId } = await trigger();
        const scan = await settled(key, scanId);
        expect(scan).toMatchObject({
          status: 'failed',
          report: 'none',
          failure: { code: 'planning-failed' },
        });
        const report = await key.client.call('GET', `/scans/${scanId}/report`);
        expect([report.status, report.json.code]).toEqual([409, 'nothing-to-report']);
        await expectNoUnfinishedScans(key);
      });
    });

    describe('the sweeper', () => {
      it('cancels the scans of a site if the deletion of the site stopped before that', async () => {
        failing = { name: 'PlanScan', action: 'TransactWriteItems' };
        const { key, siteId, scanId } = await trigger();
        const { accountId } = key.record;
        const by = { accountId, actor: key.record.keyId, requestId: 'r' };
        await removeSite(service.store, accountId, siteId, by, new Date());
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
        await expectNoUnfinishedScans(key);
      });

      it('gives up a scan after a day', async () => {
        const slow = await servePages({ '/': ONE_PICTURE }, { isHeld: (path) => path === '/' });
        try {
          const key = await service.key(await service.account());
          const made = await key.client.call('POST', '/sites', { body: { name: 'Slow', url: slow.url } });
          const { json } = await key.client.call<ScanView>('POST', `/sites/${made.json.id}/scans`, {
            body: { config },
          });
          await expect.poll(async () => (await findScan(service.store, json.id))?.status).toBe('running');
          await sweep(23 * 60);
          expect((await key.client.call('GET', `/scans/${json.id}`)).json.status).toBe('running');
          await sweep(24 * 60 + 1);
          const scan = await key.client.settled(json.id);
          expect(scan).toMatchObject({ status: 'failed', failure: { code: 'no-page-scanned' } });
          expect(scan.failure?.reason).toContain('longer than a day');
          await expectNoUnfinishedScans(key);
        } finally {
          await slow.stop();
        }
      });
    });

    testDeliveries(['together']);
  });
}

/** Defines the other tests of faults that pass. */
export function testFurtherRecovery(getService: () => FaultyService): void {
  describeRecovery(getService, () => {
    describe('a message that fails repeatedly is given up, and its scan', () => {
      limitTriesHere();

      it('fails when its report cannot be built', async () => {
        failing = { name: 'FinishScan', action: 'PutObject' };
        const { key, scanId } = await trigger();
        const scan = await settled(key, scanId);
        expect(scan).toMatchObject({
          status: 'failed',
          report: 'none',
          failure: { code: 'finishing-failed' },
        });
        await expectNoUnfinishedScans(key);
      });

      it('fails with pages whose outcome blames the service, when the chunk is given up', async () => {
        failing = { name: 'DispatchChunk', action: 'SendMessage' };
        const { key, scanId } = await trigger();
        const scan = await settled(key, scanId);
        expect(scan).toMatchObject({ status: 'failed', failure: { code: 'no-page-scanned' } });
        expect(scan.failure?.reason).toContain('failed repeatedly');
        expect(scan.failure?.reason).toContain('fault of the service, not of the site');
        await expectNoUnfinishedScans(key);
      });
    });

    describe('a temporary fault', () => {
      it('delays a scan whose outcomes cannot be recorded, without any other effect', async () => {
        failing = { name: 'RecordOutcomes', action: 'TransactWriteItems' };
        const { key, scanId } = await trigger();
        await expect
          .poll(() => returned, { interval: 20 })
          .toContainEqual(expect.stringContaining('RecordOutcomes'));
        expect((await key.client.call('GET', `/scans/${scanId}`)).json.report).toBe('pending');
        failing = undefined;
        const scan = await settled(key, scanId);
        expect(scan).toMatchObject({ status: 'completed', report: 'ready' });
        await expectNoUnfinishedScans(key);
      });

      it('is not mistaken for a page that crashes browsers, when a result cannot be written', async () => {
        failing = { name: 'DispatchChunk', action: 'PutObject' };
        const { key, scanId } = await trigger();
        const readAttempts = async () => (await readPages(service.store, scanId))[0]?.attempts;
        await expect.poll(readAttempts, { interval: 20 }).toBe(1);
        await expect.poll(readAttempts, { interval: 20 }).toBe(0);
        failing = undefined;
        const scan = await settled(key, scanId);
        expect(scan).toMatchObject({ status: 'completed', report: 'ready' });
        const { json } = await key.client.call<Report>('GET', `/scans/${scanId}/report`);
        expect(json.pages[0]).toMatchObject({ outcome: 'scanned', attempts: 1 });
      });
    });

    describe('the sweeper', () => {
      it('changes nothing of a scan that makes progress', async () => {
        const { key, scanId } = await trigger();
        for (let i = 0; i < 3; i++) await sweep(0);
        const scan = await key.client.settled(scanId);
        expect(scan).toMatchObject({ status: 'completed', progress: { pagesDone: 1, pagesKnown: 1 } });
        const { json } = await key.client.call<Report>('GET', `/scans/${scanId}/report`);
        expect(json.pages[0]?.attempts).toBe(1);
      });
    });

    testDeliveries([true]);
  });
}
