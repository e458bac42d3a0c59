import { describe, expect, it } from 'vitest';
import { createCallLimit } from '../../../adapters/limit-calls.ts';
import { buildDelivery } from '../../../core/alerts/build-delivery.ts';
import { type Delivery, getTargetId } from '../../../core/alerts/delivery.ts';
import { type TargetHealth, unknownHealth } from '../../../core/alerts/target-health.ts';
import {
  type AttemptDeliveryDependencies,
  attemptDelivery,
  type EndedRequest,
} from '../../../use-cases/attempt-delivery.ts';
import { sweepDeliveries } from '../../../use-cases/sweep-deliveries.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const log = { info: () => {}, warn: () => {}, error: () => {} };

function build(number: number, webhookId = `webhook_${number}`): Delivery {
  return buildDelivery(
    {
      accountId: 'acct_1',
      siteId: null,
      channel: { kind: 'webhook', webhookId },
      content: { kind: 'event', eventId: `event_${number}`, type: 'issues.new', body: '{}' },
      correlationId: 'run',
      at: now.toISOString(),
    },
    now,
  );
}

const messageOf = ({ accountId, deliveryId, correlationId }: Delivery) => ({
  accountId,
  deliveryId,
  correlationId,
});

/** The function that delivers, on a table in memory. */
function openDelivering(deliveries: Delivery[], send: (delivery: Delivery) => Promise<EndedRequest>) {
  const stored = new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery]));
  const held = new Set<string>();
  const messages: { deliveryId: string; isSlow: boolean; pauseSeconds: number }[] = [];
  const dependencies: AttemptDeliveryDependencies = {
    findDelivery: async (id) => stored.get(id),
    listDueDeliveryIds: async (targetId) =>
      [...stored.values()]
        .filter(({ state, channel }) => state === 'pending' && getTargetId(channel) === targetId)
        .map(({ deliveryId }) => deliveryId)
        .slice(0, 5),
    takeTarget: async (targetId) => {
      if (held.has(targetId)) return undefined;
      held.add(targetId);
      return unknownHealth;
    },
    releaseTarget: async (targetId) => void held.delete(targetId) as undefined,
    openChannel: async () => ({ send }),
    replaceDelivery: async (_before, after) => Boolean(stored.set(after.deliveryId, after)),
    disableChannel: async (_before, after) => void stored.set(after.deliveryId, after),
    sendMessage: async ({ deliveryId }, given) => void messages.push({ deliveryId, ...given }),
    pauseSecondsMax: 900,
    readClock: () => now,
    random: () => 0.5,
    log,
  };
  return { dependencies, stored, messages, held };
}

const accepted: EndedRequest = {
  attempt: {
    at: now.toISOString(),
    durationMs: 1,
    requestHeaders: {},
    status: 200,
    response: '',
    failure: null,
  },
  result: { kind: 'accepted' },
  isGone: false,
};

describe('deliveries to 1,000 endpoints, of which half hang', () => {
  it('reach the other half while the first half still hangs', async () => {
    const deliveries = Array.from({ length: 1_000 }, (_, number) => build(number));
    const hangs = (delivery: Delivery) => Number(delivery.content.eventId.slice('event_'.length)) % 2 === 0;
    const end = Promise.withResolvers<void>();
    const served = Promise.withResolvers<void>();
    let count = 0;
    const { dependencies, stored, held } = openDelivering(deliveries, async (delivery) => {
      if (hangs(delivery)) await end.promise;
      else if (++count === 500) served.resolve();
      return accepted;
    });
    // The calls of the table are limited; those that hang must not take part in the limit.
    const { findDelivery, takeTarget, releaseTarget, replaceDelivery } = dependencies;
    const limited = createCallLimit(40)({ findDelivery, takeTarget, releaseTarget, replaceDelivery });
    const all = Promise.all(
      deliveries.map((delivery, number) =>
        attemptDelivery({ ...dependencies, ...limited }, messageOf(delivery), {
          isSlowQueue: false,
          holder: `${number}`,
        }),
      ),
    );
    // Without the hanging half, this never resolves if one waits for another.
    await served.promise;
    const states = () => Map.groupBy(stored.values(), ({ state }) => state);
    expect(held.size).toBeGreaterThanOrEqual(500);
    end.resolve();
    await all;
    expect(states().get('delivered')).toHaveLength(1_000);
    expect(held.size).toBe(0);
  });
});

describe('an attempt', () => {
  const by = { isSlowQueue: false, holder: 'a' };

  it('to a slow endpoint is left to its own queue', async () => {
    const delivery = build(1);
    const { dependencies, messages, held } = openDelivering([delivery], async () => accepted);
    const slow: TargetHealth = { failures: 0, isSlow: true };
    const takeTarget = async () => slow;
    await attemptDelivery({ ...dependencies, takeTarget }, messageOf(delivery), by);
    expect(messages).toEqual([{ deliveryId: delivery.deliveryId, isSlow: true, pauseSeconds: 0 }]);
    expect(held.size).toBe(0);
    await attemptDelivery({ ...dependencies, takeTarget }, messageOf(delivery), { ...by, isSlowQueue: true });
    expect((await dependencies.findDelivery(delivery.deliveryId))?.state).toBe('delivered');
  });

  it('releases the endpoint if something fails, and fails itself', async () => {
    const delivery = build(1);
    const { dependencies, held, stored } = openDelivering([delivery], () =>
      Promise.reject(new Error('no key')),
    );
    await expect(attemptDelivery(dependencies, messageOf(delivery), by)).rejects.toThrow('no key');
    expect(held.size).toBe(0);
    expect(stored.get(delivery.deliveryId)?.state).toBe('pending');
  });

  it('is not made before its time, after the end, or without a delivery', async () => {
    const later = { ...build(1), nextAttemptAt: '2026-03-02T10:00:05.000Z' };
    const { nextAttemptAt: _next, ...rest } = build(2);
    const ended: Delivery = { ...rest, state: 'delivered' };
    let sent = 0;
    const { dependencies } = openDelivering([later, ended], async () => {
      sent += 1;
      return accepted;
    });
    for (const delivery of [later, ended, build(3)])
      await attemptDelivery(dependencies, messageOf(delivery), by);
    expect(sent).toBe(0);
  });
});

describe('the sweeper of deliveries', () => {
  const listed = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      delivery: build(number),
      due: String(number).padStart(4, '0'),
    }));

  it('sends the messages of all that are due, page by page, and then later', async () => {
    const all = listed(120);
    const sent: string[] = [];
    const postponed: string[] = [];
    await sweepDeliveries(
      {
        shards: ['a'],
        listSweptDeliveries: async (_shard, _now, { limit, after = '' }) => {
          const rest = all.filter(({ due }) => due > after);
          const items = rest.slice(0, limit);
          const last = items.at(-1);
          return rest.length > limit && last !== undefined ? { items, next: last.due } : { items };
        },
        sendMessage: async ({ deliveryId }) => void sent.push(deliveryId),
        postponeSweep: async ({ due }) => void postponed.push(due),
        log,
      },
      now,
      () => false,
    );
    expect(new Set(sent).size).toBe(120);
    expect(postponed).toHaveLength(120);
  });

  it('stops when time is up, skips what has ended, and goes on after a failure', async () => {
    const [first, second, third] = listed(3);
    if (!first || !second || !third) throw new Error('three are listed');
    const { nextAttemptAt: _next, ...rest } = second.delivery;
    const ended = { ...second, delivery: { ...rest, state: 'delivered' as const } };
    const sent: string[] = [];
    let pages = 0;
    const sweep = sweepDeliveries(
      {
        shards: ['a'],
        listSweptDeliveries: async () => {
          pages += 1;
          return { items: [first, ended, third], next: 'more' };
        },
        sendMessage: async ({ deliveryId }) => {
          if (deliveryId === first.delivery.deliveryId) throw new Error('no queue');
          sent.push(deliveryId);
        },
        postponeSweep: async () => {},
        log,
      },
      now,
      () => true,
    );
    await expect(sweep).rejects.toThrow('1 deliveries could not be sent');
    expect([pages, sent]).toEqual([1, [third.delivery.deliveryId]]);
  });
});
