import { sendDelivery } from '../../adapters/queues/send.ts';
import type { Delivery } from '../../core/alerts/delivery.ts';

/** Returns a function that requests an attempt at a new delivery, on the queue of its channel. */
export function createDeliverySender(env: {
  DELIVERIES_QUEUE_URL: string;
  MAILS_QUEUE_URL: string;
}): (delivery: Delivery) => Promise<void> {
  return ({ accountId, correlationId, deliveryId, channel }) =>
    sendDelivery(channel.kind === 'mail' ? env.MAILS_QUEUE_URL : env.DELIVERIES_QUEUE_URL, {
      accountId,
      correlationId,
      deliveryId,
    });
}
