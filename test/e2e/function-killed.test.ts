import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { findSlot } from '../../adapters/dynamodb/host-slots.ts';
import { readKeyDays } from '../../adapters/dynamodb/usage.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { comparable } from '../support/comparable.ts';
import { type OwnService, startService, type TestKey } from '../support/service.ts';
import { onePicture, servePages } from '../support/small-site.ts';
import { usageOver } from '../support/usage.ts';

const names = ['TriggerScan', 'PlanScan', 'ScanPages', 'RecordOutcomes', 'FinishScan'];

/** The functions that are still to be killed, and after which of their writes. */
let targets = new Set<string>();
let after = 0;
let killed: string[] = [];
let writes = new Map<string, number>();

let service: OwnService;
let site: Awaited<ReturnType<typeof servePages>>;
let undisturbed: unknown;

beforeAll(async () => {
  // The second page is found by a link, so that a depth is opened as well.
  site = await servePages({ '/': onePicture.replace('<h1>', '<a href="/a">A</a><h1>'), '/a': onePicture });
  service = await startService({
    killAfterCall: (functionId) => {
      const count = (writes.get(functionId) ?? 0) + 1;
      writes.set(functionId, count);
      const target = [...targets].find((name) => functionId.includes(name));
      if (target === undefined || count !== after) return false;
      targets.delete(target);
      killed.push(target);
      return true;
    },
  });
});
afterAll(async () => {
  await service?.stop();
  await site?.stop();
});

/** A key of a new account with the site, so that its usage is that of one scan. */
async function newcomer(): Promise<{ key: TestKey; siteId: string }> {
  const key = await service.key(await service.account());
  const { json } = await key.client.call('POST', '/sites', { body: { name: 'One', url: site.url } });
  return { key, siteId: json.id };
}

/** Triggers as a pipeline does: again, with the same idempotency key, until there is an answer. */
async function trigger({ key, siteId }: { key: TestKey; siteId: string }): Promise<string> {
  const call = {
    body: { config: { rules: ['wcag-aa'] } },
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

/** Milliseconds after which what may be in hand comes back though nothing more was killed. */
const PATIENCE_MS = 3_000;

/**
 * Waits for a scan as time passes after each kill: what was in hand comes back, and the sweeper runs half an hour later.
 * Not oftener, for what is still in good hands comes back with it and is done twice.
 */
async function settledInTime(key: TestKey, scanId: string): Promise<ScanView> {
  const deadline = Date.now() + 200_000;
  let seen = 0;
  let patience = 0;
  for (;;) {
    const { json } = await key.client.call<ScanView>('GET', `/scans/${scanId}`);
    if (json.report !== 'pending') return json;
    if (Date.now() > deadline) throw new Error(`the scan does not end: ${JSON.stringify(json)}`);
    await sleep(200);
    if (killed.length > seen || (killed.length > 0 && Date.now() > patience)) {
      seen = killed.length;
      patience = Date.now() + PATIENCE_MS;
      service.runtime.releaseInFlight();
      const time = new Date(Date.now() + 31 * 60_000).toISOString();
      await service.runtime.invoke('SweepScans', { time });
    }
  }
}

describe('a scan whose functions are killed after one of their writes', () => {
  it('has a report to compare with when nothing is killed', async () => {
    const fresh = await newcomer();
    const scanId = await trigger(fresh);
    await fresh.key.client.settled(scanId);
    const report = await fresh.key.client.call<Report>('GET', `/scans/${scanId}/report`);
    expect(report.json.violations.map(({ ruleId }) => ruleId)).toContain('image-alt');
    undisturbed = comparable(report.json);
  });

  it('ends right, counted once, whichever write of whichever functions it was', async () => {
    const tried = new Map(names.map((name) => [name, 0]));
    // Each function is killed once a scan, all after as many writes, until none of them makes that many.
    for (let write = 1; write === 1 || killed.length > 0; write++) {
      const fresh = await newcomer();
      writes = new Map();
      killed = [];
      after = write;
      targets = new Set(names);
      const scanId = await trigger(fresh);
      const scan = await settledInTime(fresh.key, scanId);
      targets = new Set();

      const told = `killed after write ${write}: ${killed}`;
      expect(scan, told).toMatchObject({ status: 'completed', report: 'ready' });
      const report = await fresh.key.client.call<Report>('GET', `/scans/${scanId}/report`);
      expect(comparable(report.json), told).toEqual(undisturbed);
      const usage = usageOver(await readKeyDays(service.store, fresh.key.record.keyId));
      expect(usage, told).toMatchObject({ scans: 1, pages: 2 });
      const account = await findAccount(service.store, fresh.key.record.accountId);
      expect(account?.unfinishedScans, told).toBe(0);
      // A chunk that was sent once too often may still be hidden in its queue, and releases its slot when it has run.
      const server = new URL(site.url).host;
      const free = () => {
        service.runtime.releaseInFlight();
        return findSlot(service.store, server, 1, new Date());
      };
      await expect
        .poll(free, {
          message: `the slot at the host is released, ${told}`,
          timeout: 90_000,
          interval: 1_000,
        })
        .toBe(0);
      for (const name of killed) tried.set(name, write);
    }
    for (const [name, count] of tried) expect(count, name).toBeGreaterThan(1);
    console.log('killed after each of so many writes:', Object.fromEntries(tried));
  });
});
