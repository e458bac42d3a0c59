import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { ATTEMPTS_KEPT, DELIVERY_DAYS, type Delivery, deliveryStates } from './delivery.ts';

const time = z.iso.datetime();

const attemptMembers = {
  at: time.meta({ description: 'When the request was sent.' }),
  durationMs: z.number().int().meta({ description: 'Milliseconds until its end.' }),
  status: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Status of the response; null if no response came.' }),
  failure: z.string().nullable().meta({ description: 'Why it failed; null if it succeeded.' }),
};

const members = {
  id: createIdSchema('delivery').meta({ description: 'Id of the delivery.' }),
  eventId: z.string().meta({ description: 'Id of the event: the header `webhook-id` of every attempt.' }),
  type: z.string().meta({ description: 'Type of the event.', example: 'issues.new' }),
  state: z.enum(deliveryStates).meta({
    description:
      '`pending`: to be attempted, for the first time or again. `delivered`: answered with a status from 200 to 299. `failed`: given up. `dropped`: the endpoint was disabled or deleted.',
  }),
  nextAttemptAt: time
    .nullable()
    .meta({ description: 'When it is attempted next; null if it is not attempted again.' }),
  attemptCount: z.number().int().meta({ description: 'Number of attempts.' }),
  lastAttempt: z
    .object(attemptMembers)
    .nullable()
    .meta({ description: 'The last attempt; null if it was not attempted yet.' }),
  createdAt: time,
};

/** A delivery in a list. */
export const deliveryViewSchema = z.object(members).meta({
  id: 'WebhookDelivery',
  description: `The delivery of an event to an endpoint. It is kept for ${DELIVERY_DAYS} days.`,
});
export type DeliveryView = z.infer<typeof deliveryViewSchema>;

/** A delivery with its request and its attempts. */
export const deliveryDetailSchema = z
  .object({
    ...members,
    body: z.string().meta({ description: 'Body of the request, exactly as it is sent.' }),
    attempts: z
      .array(
        z.object({
          ...attemptMembers,
          requestHeaders: z.record(z.string(), z.string()).meta({ description: 'Headers of the request.' }),
          response: z.string().meta({ description: 'The first 4 KB of the response, as text.' }),
        }),
      )
      .meta({ description: `The last ${ATTEMPTS_KEPT} attempts, newest first.` }),
  })
  .meta({ id: 'WebhookDeliveryDetail', description: 'A delivery with its request and its attempts.' });
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

/** Returns the view of a delivery. */
export function toDeliveryView(delivery: Delivery): DeliveryView {
  const { deliveryId, content, state, attempts, attemptCount, nextAttemptAt, createdAt } = delivery;
  const last = attempts.at(-1);
  return {
    id: deliveryId,
    eventId: content.eventId,
    type: content.type,
    state,
    nextAttemptAt: nextAttemptAt ?? null,
    attemptCount,
    lastAttempt:
      last === undefined
        ? null
        : { at: last.at, durationMs: last.durationMs, status: last.status, failure: last.failure },
    createdAt,
  };
}

/** Returns a delivery with its request and its attempts. */
export function toDeliveryDetail(delivery: Delivery): DeliveryDetail {
  const { content, attempts } = delivery;
  return {
    ...toDeliveryView(delivery),
    body: content.kind === 'event' ? content.body : '',
    attempts: attempts.toReversed().map(({ at, durationMs, status, failure, requestHeaders, response }) => ({
      at,
      durationMs,
      status,
      failure,
      requestHeaders,
      response,
    })),
  };
}
