import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { findPlace } from '../../adapters/dynamodb/server-places.ts';
import { readKeyDays } from '../../adapters/dynamodb/usage.ts';
import type { Report } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';
import { comparable } from '../support/comparable.ts';
import { startService, type TestKey, type TestService } from '../support/service.ts';
import { onePicture, servePages } from '../support/small-site.ts';

/** The function to kill, after which of its writes; emptied by the kill. */
let target: { name: string; write: number } | undefined;
let killed = 0;
let writes = new Map<string, number>();

let service: TestService;
let site: Awaited<ReturnType<typeof servePages>>;
let undisturbed: unknown;

beforeAll(async () => {
  // The second page is found by a link, so that a depth is opened as well.
  site = await servePages({ '/': onePicture.replace('<h1>', '<a href="/a">A</a><h1>'), '/a': onePicture });
  service = await startService({
    killAfterCall: (functionId) => {
      const count = (writes.get(functionId) ?? 0) + 1;
      writes.set(functionId, count);
      if (!target || !functionId.includes(target.name) || count !== target.write) return false;
      target = undefined;
      killed++;
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

/** Waits for a scan as time passes: what was in hand comes back, and the sweeper runs half an hour later. */
async function settledInTime(key: TestKey, scanId: string): Promise<ScanView> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { json } = await key.client.call<ScanView>('GET', `/scans/${scanId}`);
    if (json.report !== 'pending') return json;
    if (Date.now() > deadline) throw new Error(`the scan does not end: ${JSON.stringify(json)}`);
    await sleep(300);
    if (target === undefined && killed > 0) {
      service.runtime.releaseInFlight();
      const time = new Date(Date.now() + 31 * 60_000).toISOString();
      await service.runtime.invoke('SweepScans', { time });
    }
  }
}

describe('a scan whose function is killed after one of its writes', () => {
  it('has a report to compare with when nothing is killed', async () => {
    const fresh = await newcomer();
    const scanId = await trigger(fresh);
    await fresh.key.client.settled(scanId);
    const report = await fresh.key.client.call<Report>('GET', `/scans/${scanId}/report`);
    expect(report.json.violations.map(({ ruleId }) => ruleId)).toContain('image-alt');
    undisturbed = comparable(report.json);
  });

  it.each(['TriggerScan', 'PlanScan', 'ScanPages', 'RecordOutcomes', 'FinishScan'])(
    'ends right, counted once, whichever write of %s it was',
    async (name) => {
      let reached = true;
      let tried = 0;
      for (let write = 1; reached; write++) {
        const fresh = await newcomer();
        writes = new Map();
        killed = 0;
        target = { name, write };
        const scanId = await trigger(fresh);
        const scan = await settledInTime(fresh.key, scanId);
        reached = killed > 0;
        target = undefined;

        const told = `killed after write ${write} of ${name}`;
        expect(scan, told).toMatchObject({ status: 'completed', report: 'ready' });
        const report = await fresh.key.client.call<Report>('GET', `/scans/${scanId}/report`);
        expect(comparable(report.json), told).toEqual(undisturbed);
        const [today] = await readKeyDays(service.store, fresh.key.record.keyId);
        expect(today, told).toMatchObject({ scans: 1, pages: 2 });
        const account = await findAccount(service.store, fresh.key.record.accountId);
        expect(account?.unfinishedScans, told).toBe(0);
        // A chunk that was sent once too often may still be held back, and gives its place back when it has run.
        const server = new URL(site.url).host;
        const free = () => findPlace(service.store, server, 1, new Date());
        await expect
          .poll(free, { message: `the server's place is given back, ${told}`, timeout: 90_000 })
          .toBe(0);
        if (reached) tried++;
      }
      expect(tried).toBeGreaterThan(1);
      console.log(`${name}: killed after each of ${tried} writes`);
    },
  );
});
