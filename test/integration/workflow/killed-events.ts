import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAlert, insertAlert, replaceAlert } from '../../../adapters/dynamodb/alerts.ts';
import { listWaitingEventIds } from '../../../adapters/dynamodb/digests.ts';
import { insertWebhook } from '../../../adapters/dynamodb/webhooks.ts';
import { type Alert, buildAlert, createAlertId } from '../../../core/alerts/alert.ts';
import { type CreateAlert, createAlertSchema } from '../../../core/alerts/alert-bodies.ts';
import { makeWebhook } from '../../support/fixtures.ts';
import type { Kills } from '../../support/kills.ts';
import { listDeliveries, listMessageKeys } from '../../support/reported-messages.ts';
import { createFunctionKiller } from './function-killer.ts';
import { startWorkflow, type Workflow } from './harness.ts';
import { buildScanPage } from './shown-pages.ts';

/** Defines tests that kill the function that reports events after some of its writes. */
export function testKilledEvents(ofEvents: Kills, ofDigests: Kills): void {
  const now = new Date();

  const killer = createFunctionKiller();
  let faults: string[] = [];

  let workflow: Workflow;

  beforeAll(async () => {
    const pageAt = () => ({ faults: faults.map((id) => ({ ruleId: 'image-alt', id })), links: [] });
    workflow = await startWorkflow(buildScanPage(pageAt), killer.killAfterWrite);
  });
  afterAll(() => workflow?.stop());

  /** Creates an account with a site that was scanned, an endpoint, and an alert of each kind of delivery. */
  async function prepare() {
    const { store } = workflow.api.tables;
    const accountId = await workflow.api.account();
    const key = await workflow.api.key(accountId);
    const { personId } = await workflow.api.member(accountId, 'viewer');
    const by = { accountId, actor: personId, requestId: 'r' };
    const { json } = await key.call('POST', '/sites', { body: { name: 'One', url: `${workflow.origin}/` } });
    const addAlert = async (delivery: CreateAlert['delivery']): Promise<Alert> => {
      const channel = { kind: 'mail' as const, people: [personId] };
      const { channel: _channel, ...body } = createAlertSchema.parse({ name: 'Test', delivery, channel });
      const of = { accountId, alertId: createAlertId(now), setBy: { personId } };
      const alert = buildAlert(of, body, channel, now);
      expect(await insertAlert(store, alert, { by, now })).toBe('created');
      return alert;
    };
    faults = [];
    await workflow.scan(key, json.id, { rules: ['wcag-aa'] });
    await addAlert({ every: 'event' });
    const digest = await addAlert({ every: 'day', at: '08:00', timeZone: 'UTC' });
    const webhook = makeWebhook(accountId, { events: ['issues.new'] });
    await insertWebhook(store, webhook, { by, now });
    return { key, accountId, siteId: json.id as string, digest };
  }

  type Prepared = Awaited<ReturnType<typeof prepare>>;

  async function listReported(ownerId: string): Promise<string[]> {
    const found = await listDeliveries(workflow.api.tables.store, ownerId);
    return found.map(({ channel, content }) => `${channel.kind} ${content.type}`).sort();
  }

  /** Scans the site with one more fault. Its events are dispatched while functions are killed. */
  async function scanAndKill({ key, siteId }: Prepared, write: number): Promise<void> {
    faults = [...faults, `fault${faults.length}`];
    killer.arm(['dispatch-events'], write);
    await workflow.scan(key, siteId, { rules: ['wcag-aa'] });
    await sweep();
  }

  /** The message of a killed function may be lost; then the sweeper requests what is due again. */
  async function sweep(): Promise<void> {
    for (const minutes of [1, 12]) {
      await workflow.sweep(new Date(Date.now() + minutes * 60_000));
      await workflow.drainQueues();
    }
    killer.disarm();
  }

  describe('the events of a scan whose function is killed after one of its writes', () => {
    it('are reported exactly once, for every write', async () => {
      const { store } = workflow.api.tables;
      const given = await prepare();
      const { siteId, digest } = given;
      let scans = 0;
      let kills = 0;
      for (const write of ofEvents.writes) {
        await scanAndKill(given, write);
        scans += 1;
        const name = `killed after write ${write}: ${killer.killed()}`;
        const reported = ['mail issues.new', 'webhook issues.new'].flatMap((each) => Array(scans).fill(each));
        expect(await listReported(siteId), name).toEqual(reported);
        expect(await listWaitingEventIds(store, digest.alertId), name).toHaveLength(scans);
        const entries = (await listMessageKeys(store, siteId)).filter((pk) => pk.startsWith('outbox#'));
        expect(entries, name).toEqual([]);
        if (killer.killed().length === 0) break;
        kills += 1;
      }
      expect(kills).toBeGreaterThanOrEqual(ofEvents.leastWrites);
    });
  });

  describe('a digest whose function is killed after one of its writes', () => {
    it('is one message with what happened, then none until something happens', async () => {
      const { store } = workflow.api.tables;
      const given = await prepare();
      const { accountId, digest } = given;
      const due = Date.parse(digest.digestAt ?? '');
      const before = await listReported(accountId);
      const count = async () => (await listReported(accountId)).length - before.length;
      let scans = 0;
      let kills = 0;
      for (const write of ofDigests.writes) {
        await scanAndKill(given, 0);
        scans += 1;
        killer.arm(['dispatch-events'], write);
        await makeDigestDue(digest.alertId);
        await sweep();
        const name = `killed after write ${write}: ${killer.killed()}`;
        expect(await count(), name).toBe(scans);
        expect(await listWaitingEventIds(store, digest.alertId), name).toEqual([]);
        const next = await findAlert(store, digest.alertId);
        expect(next?.digest, name).toBeUndefined();
        expect(Date.parse(next?.digestAt ?? ''), name).toBe(due);
        if (killer.killed().length === 0) break;
        kills += 1;
      }
      expect(kills).toBeGreaterThanOrEqual(ofDigests.leastWrites);

      const reported = await count();
      await makeDigestDue(digest.alertId);
      await sweep();
      expect(await count(), 'nothing happened').toBe(reported);
    });
  });

  /** The function reads the clock, so the digest must be due now. */
  async function makeDigestDue(alertId: string): Promise<void> {
    const { store } = workflow.api.tables;
    const alert = (await findAlert(store, alertId)) ?? expect.unreachable();
    const by = { accountId: alert.accountId, actor: 'person:test', requestId: 'r' };
    const digestAt = new Date(now.getTime() - faults.length).toISOString();
    const updatedAt = new Date(Date.parse(alert.updatedAt) + 1).toISOString();
    const after = { ...alert, digestAt, updatedAt };
    expect(await replaceAlert(store, alert, after, [], { by, now })).toBe('updated');
  }
}
