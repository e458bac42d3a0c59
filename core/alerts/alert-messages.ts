import { z } from 'zod';
import { createIdSchema } from '../ids.ts';

/** The messages of the queues of events and deliveries. Each may arrive twice, late or out of order. */

const envelope = { accountId: createIdSchema('acct'), correlationId: z.string().max(200) };

/** On the events queue: an outbox entry whose events are to be dispatched, or an alert whose digest is due. */
export const eventsMessageSchema = z.discriminatedUnion('type', [
  z.object({ ...envelope, type: z.literal('outbox-entry'), entryId: createIdSchema('outbox') }),
  z.object({ ...envelope, type: z.literal('digest'), alertId: createIdSchema('alert') }),
]);
export type EventsMessage = z.infer<typeof eventsMessageSchema>;

/** On the queues of deliveries and mails: a delivery to attempt. */
export const deliveryMessageSchema = z.object({ ...envelope, deliveryId: createIdSchema('delivery') });
export type DeliveryMessage = z.infer<typeof deliveryMessageSchema>;
