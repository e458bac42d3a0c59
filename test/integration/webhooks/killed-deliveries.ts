import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { listDue } from '../../../adapters/dynamodb/due.ts';
import type { Kills } from '../../support/kills.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type Deliveries, startDeliveries } from './harness.ts';

/** Defines tests that kill the function that delivers after some of its writes. */
export function testKilledDeliveries(ofDeliveries: Kills, ofDisabling: Kills): void {
  let deliveries: Deliveries;
  let receiver: Receiver;

  /** After which of its writes the function is killed, once. */
  let after = 0;
  let writes = 0;
  let isKilled = false;

  beforeAll(async () => {
    receiver = await startReceiver();
    deliveries = await startDeliveries(() => {
      if (isKilled || ++writes !== after) return false;
      isKilled = true;
      return true;
    });
  });
  afterAll(() => Promise.all([deliveries?.stop(), receiver?.stop()]));
  afterEach(() => {
    vi.useRealTimers();
  });

  const MINUTE_MS = 60_000;
  const SWEEPS_MAX = 10;

  async function createEndpoint() {
    const accountId = await deliveries.api.account();
    const expiresAt = new Date(Date.now() + 1_000 * MINUTE_MS).toISOString();
    const key = await deliveries.api.key(accountId, { expiresAt });
    const body = { url: receiver.url, events: ['issues.new'] };
    const { json } = await key.call('POST', '/webhooks', { body });
    return { accountId, channel: { kind: 'webhook' as const, webhookId: json.id as string }, key };
  }

  /** Runs the function and the sweeper until the deliveries have ended. */
  async function settle(ids: readonly string[]) {
    for (let sweeps = 0; ; sweeps++) {
      await deliveries.drain();
      const found = await Promise.all(ids.map((id) => deliveries.read(id)));
      if (found.every(({ state }) => state !== 'pending')) return found;
      if (sweeps === SWEEPS_MAX) throw new Error(`deliveries do not end: ${JSON.stringify(found)}`);
      vi.setSystemTime(Date.now() + 16 * MINUTE_MS);
      await deliveries.sweep(new Date());
    }
  }

  describe('the function that delivers, killed after one of its writes', () => {
    it('loses no delivery, and repeats at most one, with the same id', async () => {
      let kills = 0;
      for (after of ofDeliveries.writes) {
        const { accountId, channel } = await createEndpoint();
        receiver.received.length = 0;
        let isFirst = true;
        receiver.answer = (response) => {
          // The first attempt fails, so that a next one is planned.
          response.writeHead(isFirst ? 500 : 204).end();
          isFirst = false;
        };
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
        isKilled = false;
        writes = 0;
        const sent = [
          await deliveries.dispatch(accountId, channel),
          await deliveries.dispatch(accountId, channel),
        ];
        const ended = await settle(sent.map(({ deliveryId }) => deliveryId));
        vi.useRealTimers();
        const name = `killed after write ${after}`;
        expect(
          ended.map(({ state }) => state),
          name,
        ).toEqual(['delivered', 'delivered']);
        const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
        expect(new Set(ids), name).toEqual(new Set(sent.map(({ content }) => content.eventId)));
        // Three requests are needed. The acceptance of one may not have been noted.
        expect(ids.length, name).toBeLessThanOrEqual(4);
        if (!isKilled) break;
        kills += 1;
      }
      expect(kills).toBeGreaterThanOrEqual(ofDeliveries.leastWrites);
    });

    it('disables an endpoint that is gone, and reports it once', async () => {
      let kills = 0;
      for (after of ofDisabling.writes) {
        const { accountId, channel, key } = await createEndpoint();
        receiver.answer = (response) => response.writeHead(410).end();
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
        const countEntries = async () =>
          (await listDue(deliveries.api.tables.store, new Date(Date.now() + MINUTE_MS))).filter(
            ({ kind }) => kind === 'outbox',
          ).length;
        const before = await countEntries();
        isKilled = false;
        writes = 0;
        const { deliveryId } = await deliveries.dispatch(accountId, channel);
        const [ended] = await settle([deliveryId]);
        const name = `killed after write ${after}`;
        expect(ended?.state, name).toBe('failed');
        expect((await key.call('GET', `/webhooks/${channel.webhookId}`)).json.state, name).toBe('disabled');
        expect((await countEntries()) - before, name).toBe(1);
        vi.useRealTimers();
        if (!isKilled) break;
        kills += 1;
      }
      expect(kills).toBeGreaterThanOrEqual(ofDisabling.leastWrites);
    });
  });
}
