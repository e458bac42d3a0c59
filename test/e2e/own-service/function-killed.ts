import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAccount } from '../../../adapters/dynamodb/access.ts';
import { findSlot } from '../../../adapters/dynamodb/host-slots.ts';
import { readKeyDays } from '../../../adapters/dynamodb/read-usage.ts';
import type { Report } from '../../../core/reports/report.ts';
import { LOSSES_MAX } from '../../../core/scans/pacing.ts';
import type { ScanView } from '../../../core/scans/scan.ts';
import { comparable } from '../../support/comparable.ts';
import type { FaultyService } from '../../support/faulty-service.ts';
import type { TestKey } from '../../support/service.ts';
import { ONE_PICTURE, type SmallSite, servePages } from '../../support/small-site.ts';
import { usageOver } from '../../support/usage.ts';

const healthy = ['/', '/a', '/b', '/c', '/d'];

/** How often a function is still killed when the page is requested: that with the browser, or its dispatcher. */
let killsLeft = 0;
let killed: 'ScanPages' | 'DispatchChunk' = 'ScanPages';
/** How many invocations are still refused. */
let refusalsLeft = 0;

const names = ['TriggerScan', 'PlanScan', 'DispatchChunk', 'RecordOutcomes', 'FinishScan'];

/** The functions that are still to be killed, each after its next write. */
const targets = new Set<string>();

let service: FaultyService;
let site: SmallSite;
/** Its second page is found by a link, so that a scan also opens a depth. */
let linked: SmallSite;

/** Scans all pages. Returns the outcome and the number of attempts of each, and the report. */
async function scanAll() {
  const key = await service.key(await service.account());
  const { json } = await key.client.call('POST', '/sites', {
    body: { name: 'One', url: site.url, pages: [...healthy.slice(1), '/killer'] },
  });
  const scan = await key.client.scan(json.id, {
    rules: ['wcag-a'],
    checks: 'axe',
    screenshots: 'none',
    failOn: { any: 'critical' },
  });
  const { json: report } = await key.client.call<Report>('GET', `/scans/${scan.id}/report`);
  const pages = Object.fromEntries(
    report.pages.map(({ requestedUrl, outcome, attempts }) => [
      new URL(requestedUrl).pathname,
      [outcome, attempts],
    ]),
  );
  const account = await findAccount(service.store, key.record.accountId);
  expect(account?.unfinishedScans).toBe(0);
  const free = () =>
    findSlot(
      service.store,
      new URL(site.url).host,
      { accountId: key.record.accountId, priority: 'high', slots: 1 },
      new Date(),
    );
  await expect
    .poll(free, { message: 'the slot at the host is released', timeout: 90_000 })
    .toMatchObject({ number: 0 });
  return { scan, report, pages };
}

const scanned = Object.fromEntries(healthy.map((path) => [path, ['scanned', 1]]));

/** Returns a key of a new account with the site, so that the usage is that of one scan. */
async function createKeyAndSite(): Promise<{ key: TestKey; siteId: string }> {
  const key = await service.key(await service.account());
  const { json } = await key.client.call('POST', '/sites', { body: { name: 'One', url: linked.url } });
  return { key, siteId: json.id };
}

/** Triggers as a CI pipeline does: repeats the request with the same idempotency key until there is a response. */
async function trigger({ key, siteId }: { key: TestKey; siteId: string }): Promise<string> {
  const call = {
    body: { config: { rules: ['wcag-aa'], checks: 'axe' } },
    headers: { 'Idempotency-Key': randomUUID() },
  };
  for (;;) {
    const { status, json } = await key.client.call('POST', `/sites/${siteId}/scans`, call).catch(() => ({
      status: 0,
      json: undefined,
    }));
    if (status === 202) return json.id;
    await sleep(100);
  }
}

/** Milliseconds after which messages in flight are released, even if no function was killed since. */
const PATIENCE_MS = 3_000;

/**
 * Waits for a scan and advances time after each kill: messages in flight are released, and the sweeper runs half an
 * hour later. Not more often, because a release also repeats the messages that a running function still processes.
 */
async function settledInTime(key: TestKey, scanId: string): Promise<ScanView> {
  const deadline = Date.now() + 200_000;
  let remaining = names.length;
  let patience = 0;
  for (;;) {
    const { json } = await key.client.call<ScanView>('GET', `/scans/${scanId}`);
    if (json.report !== 'pending') return json;
    if (Date.now() > deadline) throw new Error(`the scan does not end: ${JSON.stringify(json)}`);
    await sleep(200);
    if (targets.size < remaining || Date.now() > patience) {
      remaining = targets.size;
      patience = Date.now() + PATIENCE_MS;
      service.runtime.releaseInFlight();
      const time = new Date(Date.now() + 31 * 60_000).toISOString();
      await service.runtime.invoke('SweepScans', { time });
    }
  }
}

async function readReport(key: TestKey, scanId: string): Promise<Report> {
  return (await key.client.call<Report>('GET', `/scans/${scanId}/report`)).json;
}

/** Adds the hooks of the tests of killed functions, and defines the tests. */
function describeKilled(getService: () => FaultyService, defineTests: () => void): void {
  describe('killed functions', () => {
    beforeAll(async () => {
      service = getService();
      const pages = Object.fromEntries([...healthy, '/killer'].map((path) => [path, ONE_PICTURE]));
      site = await servePages(pages, {
        isHeld(path) {
          if (path !== '/killer' || killsLeft === 0) return false;
          killsLeft--;
          service.runtime.functions.kill(killed);
          // Otherwise the queue delivers the chunk again only when its visibility timeout is over.
          if (killed === 'DispatchChunk') setTimeout(() => service.runtime.releaseInFlight('Scan'), 500);
          return false;
        },
      });
      linked = await servePages({
        '/': ONE_PICTURE.replace('<h1>', '<a href="/a">A</a><h1>'),
        '/a': ONE_PICTURE,
      });
    });
    beforeEach(() => {
      service.faults.killAfterCall = (functionId) => {
        const target = [...targets].find((name) => functionId.includes(name));
        return target !== undefined && targets.delete(target);
      };
      service.faults.throttle = (functionId) =>
        functionId.includes('ScanPages') && refusalsLeft > 0 && refusalsLeft-- > 0;
    });
    afterEach(() => {
      killsLeft = 0;
      killed = 'ScanPages';
      refusalsLeft = 0;
      targets.clear();
    });
    afterAll(async () => {
      await site?.stop();
      await linked?.stop();
    });
    defineTests();
  });
}

/** Defines the test of a function with a browser that is killed once. */
export function testKilledFunction(getService: () => FaultyService): void {
  describeKilled(getService, () => {
    describe('if the function with the browser is killed while a page is open', () => {
      it('once, all pages are scanned, and no page is blamed', async () => {
        killsLeft = 1;
        const { scan, pages } = await scanAll();
        expect(scan.status).toBe('completed');
        expect(pages).toEqual({ ...scanned, '/killer': ['scanned', 1] });
      });
    });
  });
}

/** Defines the other tests of functions that are killed or refused. */
export function testKilledFunctions(getService: () => FaultyService): void {
  describeKilled(getService, () => {
    describe('if the function with the browser is killed while a page is open', () => {
      it('each time, only that page ends as crashed, after its last try with no other page', async () => {
        killsLeft = LOSSES_MAX;
        const requestedBefore = site.requested.length;
        const { report, pages } = await scanAll();
        expect(pages).toMatchObject({ ...scanned, '/killer': ['crashed', 1] });
        expect(killsLeft).toBe(0);
        expect(site.requested.slice(requestedBefore).filter((path) => path === '/killer')).toHaveLength(
          LOSSES_MAX,
        );
        const killer = report.pages.find(({ requestedUrl }) => requestedUrl.endsWith('/killer'));
        expect(killer?.detail).toContain(`ended ${LOSSES_MAX} times`);
        // A page that could not be scanned must not make the gate pass.
        expect(report.gate?.result).not.toBe('passed');
      });
    });

    describe('if the dispatcher is killed while a page is open', () => {
      it('three times, that page is scanned as the others, and no attempt counts', async () => {
        killed = 'DispatchChunk';
        killsLeft = 3;
        const { scan, pages } = await scanAll();
        expect(killsLeft).toBe(0);
        expect(scan.status).toBe('completed');
        expect(pages).toEqual({ ...scanned, '/killer': ['scanned', 1] });
      });
    });

    describe('while there is no capacity for a browser', () => {
      it('the scan waits, and neither a page nor a message counts it as an attempt', async () => {
        refusalsLeft = 6;
        const { scan, pages } = await scanAll();
        expect(refusalsLeft).toBe(0);
        expect(scan.status).toBe('completed');
        expect(pages).toEqual({ ...scanned, '/killer': ['scanned', 1] });
      });
    });

    describe('a scan whose functions are killed with their processes, each after its first write', () => {
      it('ends as if no function had been killed, and is counted once', async () => {
        const undisturbed = await createKeyAndSite();
        const undisturbedId = await trigger(undisturbed);
        await undisturbed.key.client.settled(undisturbedId);
        const expected = await readReport(undisturbed.key, undisturbedId);
        expect(expected.violations.map(({ ruleId }) => ruleId)).toContain('image-alt');

        const { key, siteId } = await createKeyAndSite();
        for (const name of names) targets.add(name);
        const scanId = await trigger({ key, siteId });
        const scan = await settledInTime(key, scanId);
        expect([...targets], 'functions that were not killed').toEqual([]);
        expect(scan).toMatchObject({ status: 'completed', report: 'ready' });
        expect(comparable(await readReport(key, scanId))).toEqual(comparable(expected));
        const usage = usageOver(await readKeyDays(service.store, key.record.keyId));
        expect(usage).toMatchObject({ scans: 1, pages: 2 });
        const account = await findAccount(service.store, key.record.accountId);
        expect(account?.unfinishedScans).toBe(0);
        // A chunk that was sent twice may still be invisible in its queue; it releases its slot when it has run.
        const server = new URL(linked.url).host;
        const free = () => {
          service.runtime.releaseInFlight();
          return findSlot(
            service.store,
            server,
            { accountId: 'acct_other', priority: 'high', slots: 1 },
            new Date(),
          );
        };
        await expect
          .poll(free, { message: 'the slot at the host is released', timeout: 90_000, interval: 1_000 })
          .toMatchObject({ number: 0 });
      });
    });
  });
}
