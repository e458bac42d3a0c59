import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../../adapters/dynamodb/access.ts';
import { findSlot } from '../../../adapters/dynamodb/host-slots.ts';
import { readKeyDays } from '../../../adapters/dynamodb/read-usage.ts';
import { insertWebhook } from '../../../adapters/dynamodb/webhooks.ts';
import type { ScanView } from '../../../core/scans/scan.ts';
import { comparable } from '../../support/comparable.ts';
import { makeWebhook } from '../../support/fixtures.ts';
import type { Kills } from '../../support/kills.ts';
import { listMessageKeys } from '../../support/reported-messages.ts';
import { usageOver } from '../../support/usage.ts';
import type { TestKey } from '../api/harness.ts';
import { createFunctionKiller } from './function-killer.ts';
import { FunctionKilled, type FunctionName } from './functions.ts';
import { startWorkflow, type Workflow } from './harness.ts';
import { buildScanPage } from './shown-pages.ts';

/** Defines tests that kill each function of the scan workflow after some of its writes. */
export function testKilledScans({ writes: writesOf, leastWrites }: Kills): void {
  const names = ['trigger-scan', 'plan-scan', 'dispatch-chunk', 'record-outcomes', 'finish-scan'] as const;

  const killer = createFunctionKiller();
  let workflow: Workflow;
  let undisturbed: unknown;

  beforeAll(async () => {
    // The second page is found by a link, so that the scan also opens a depth.
    const pageAt = ({ origin, pathname }: URL) => ({
      faults: [{ ruleId: 'image-alt', id: 'photo', picture: 'photo' }],
      links: pathname === '/' ? [`${origin}/a`] : [],
    });
    workflow = await startWorkflow(buildScanPage(pageAt), killer.killAfterWrite);
  });
  afterAll(() => workflow?.stop());

  /** Returns a key of a new account with the site, so that the usage is that of one scan. */
  async function createKeyAndSite(): Promise<{ key: TestKey; siteId: string }> {
    const key = await workflow.api.key(await workflow.api.account());
    const { json } = await key.call('POST', '/sites', { body: { name: 'One', url: `${workflow.origin}/` } });
    await addWebhook(key.record.accountId);
    return { key, siteId: json.id };
  }

  /** Adds an endpoint that hears of completed scans. */
  async function addWebhook(accountId: string): Promise<void> {
    const now = new Date();
    const webhook = makeWebhook(accountId, { events: ['scan.completed'] });
    const by = { accountId, actor: 'person:test', requestId: 'r' };
    await insertWebhook(workflow.api.tables.store, webhook, { by, now });
  }

  /** Triggers as a CI pipeline does: repeats the request with the same idempotency key until there is a response. */
  async function trigger({ key, siteId }: { key: TestKey; siteId: string }): Promise<string> {
    const call = {
      body: { config: { rules: ['wcag-aa'] } },
      headers: { 'Idempotency-Key': randomUUID() },
    };
    for (;;) {
      try {
        const { status, json } = await key.call('POST', `/sites/${siteId}/scans`, call);
        expect(status).toBe(202);
        return json.id;
      } catch (error) {
        if (!(error instanceof FunctionKilled)) throw error;
      }
    }
  }

  const SWEEP_EVERY_MS = 31 * 60_000;
  const SWEEPS_MAX = 5;

  /**
   * Runs a scan to its end. When no message is left and the scan has not ended, the sweeper runs half an hour later.
   */
  async function settle(key: TestKey, scanId: string): Promise<ScanView> {
    for (let sweeps = 0; ; sweeps++) {
      await workflow.drainQueues();
      const { json } = await key.call('GET', `/scans/${scanId}`);
      if (json.report !== 'pending') return json;
      if (sweeps === SWEEPS_MAX) throw new Error(`the scan does not end: ${JSON.stringify(json)}`);
      await workflow.sweep(new Date(Date.now() + (sweeps + 1) * SWEEP_EVERY_MS));
    }
  }

  /**
   * Scans while functions are killed, and checks everything that the scan leaves. Returns the functions that were
   * killed.
   */
  async function scanAndKill(functions: readonly FunctionName[], write: number): Promise<FunctionName[]> {
    const { key, siteId } = await createKeyAndSite();
    killer.arm(functions, write);
    const scanId = await trigger({ key, siteId });
    const scan = await settle(key, scanId);
    killer.disarm();

    // If the message about the events of the scan was not sent, the sweeper sends it.
    await workflow.sweep(new Date(Date.now() + 60_000));
    await workflow.drainQueues();

    const { store } = workflow.api.tables;
    const kills = `killed after write ${write}: ${killer.killed()}`;
    expect(await listMessageKeys(store, siteId), kills).toHaveLength(1);
    expect(scan, kills).toMatchObject({ status: 'completed', report: 'ready' });
    const { json: report } = await key.call('GET', `/scans/${scanId}/report`);
    undisturbed ??= comparable(report);
    expect(comparable(report), kills).toEqual(undisturbed);
    const usage = usageOver(await readKeyDays(store, key.record.keyId));
    expect(usage, kills).toMatchObject({ scans: 1, pages: 2 });
    const account = await findAccount(store, key.record.accountId);
    expect(account?.unfinishedScans, kills).toBe(0);
    expect(
      await findSlot(
        store,
        new URL(workflow.origin).host,
        { accountId: 'acct_other', priority: 'high', slots: 1 },
        new Date(),
      ),
      kills,
    ).toMatchObject({ number: 0 });
    return killer.killed();
  }

  describe('a scan whose functions are killed after one of their writes', () => {
    it('has a report to compare with when no function is killed', async () => {
      await scanAndKill([], 0);
      expect(undisturbed).toMatchObject({ pages: [{}, {}], violations: [{ ruleId: 'image-alt' }] });
    });

    it('ends as if no function had been killed, and is counted once', async () => {
      const counts = new Map<FunctionName, number>();
      // Each function is killed once per scan, all after the same number of writes.
      for (const write of writesOf) {
        for (const name of await scanAndKill(names, write)) counts.set(name, (counts.get(name) ?? 0) + 1);
        if (killer.killed().length === 0) break;
      }
      for (const name of names) expect(counts.get(name), name).toBeGreaterThanOrEqual(leastWrites);
    });
  });
}
