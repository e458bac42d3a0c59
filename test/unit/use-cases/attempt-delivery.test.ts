import { expect, it } from 'vitest';
import type { DeliveryMessage } from '../../../core/alerts/alert-messages.ts';
import { buildDelivery } from '../../../core/alerts/build-delivery.ts';
import { unknownHealth } from '../../../core/alerts/target-health.ts';
import { type AttemptDeliveryDependencies, attemptDelivery } from '../../../use-cases/attempt-delivery.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const delivery = buildDelivery(
  {
    accountId: 'acct_1',
    siteId: null,
    channel: { kind: 'webhook', webhookId: 'webhook_1' },
    content: { kind: 'event', eventId: 'event_1', type: 'issues.new', body: '{}' },
    correlationId: 'run',
    at: now.toISOString(),
  },
  now,
);

it('a fault of the service releases the endpoint and sends no further message, because the queue repeats this one', async () => {
  const sent: DeliveryMessage[] = [];
  let released = 0;
  const dependencies = {
    findDelivery: async () => delivery,
    listDueDeliveryIds: async () => [delivery.deliveryId],
    takeTarget: async () => unknownHealth,
    releaseTarget: async () => {
      released += 1;
      return delivery.deliveryId;
    },
    openChannel: () => Promise.reject(new Error('the key cannot be used')),
    sendMessage: async (message: DeliveryMessage) => void sent.push(message),
    readClock: () => now,
  } as unknown as AttemptDeliveryDependencies;
  const { accountId, deliveryId, correlationId } = delivery;
  const attempt = attemptDelivery(
    dependencies,
    { accountId, deliveryId, correlationId },
    { isSlowQueue: false, holder: 'a' },
  );
  await expect(attempt).rejects.toThrow('the key cannot be used');
  expect([released, sent]).toEqual([1, []]);
});
