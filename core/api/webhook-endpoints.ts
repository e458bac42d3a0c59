import { z } from 'zod';
import { deliveryStates } from '../alerts/delivery.ts';
import { deliveryDetailSchema, deliveryViewSchema } from '../alerts/delivery-view.ts';
import { SECRET_GRACE_HOURS } from '../alerts/webhook.ts';
import { createWebhookSchema, updateWebhookSchema } from '../alerts/webhook-bodies.ts';
import { webhookViewSchema, webhookWithSecretSchema } from '../alerts/webhook-view.ts';
import { createIdSchema } from '../ids.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  buildLocationHeader,
  buildNoReplayHeaders,
  createPageSchema,
  listQuery,
  timeQuery,
} from './parts.ts';
import {
  exampleDelivery,
  exampleDeliveryDetail,
  exampleWebhook,
  exampleWebhookWithSecret,
} from './webhook-examples.ts';

const call = {
  handledBy: 'manage-webhooks',
  permission: 'webhooks:manage',
  principals: ['key', 'member'],
  tag: 'Webhooks',
} as const;

const headers = buildNoReplayHeaders('secrets of webhooks');
const params = z.object({
  webhookId: createIdSchema('webhook').meta({
    description: 'Id of the endpoint.',
    example: exampleWebhook.id,
  }),
});
const deliveryParams = params.extend({
  deliveryId: createIdSchema('delivery').meta({
    description: 'Id of the delivery.',
    example: exampleDelivery.id,
  }),
});

const webhook = { 'application/json': { schema: webhookViewSchema, example: exampleWebhook } };
const withSecret = {
  'application/json': { schema: webhookWithSecretSchema, example: exampleWebhookWithSecret },
};
const delivery = { 'application/json': { schema: deliveryViewSchema, example: exampleDelivery } };

export const listWebhooks = defineEndpoint({
  ...call,
  operationId: 'list-webhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'Lists the endpoints of webhooks, newest first',
  description: 'A caller who is limited to sites sees the endpoints of only these sites.',
  request: { query: z.strictObject(listQuery) },
  responses: {
    200: {
      description: 'One page of endpoints.',
      content: {
        'application/json': {
          schema: createPageSchema(webhookViewSchema, 'WebhookList'),
          example: { items: [exampleWebhook], nextCursor: null },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});

export const createWebhook = defineEndpoint({
  ...call,
  operationId: 'create-webhook',
  recentSignIn: true,
  method: 'POST',
  path: '/webhooks',
  summary: 'Creates an endpoint of webhooks, and returns its secret this one time',
  description:
    'Events are sent as Standard Webhooks describes (https://www.standardwebhooks.com): verify the signature of each request with the secret. The administrators of the account hear of the endpoint.',
  request: { headers, body: createWebhookSchema },
  responses: {
    201: {
      description: 'The endpoint and its secret.',
      headers: { Location: buildLocationHeader('endpoint') },
      content: withSecret,
    },
  },
  problems: ['grant-too-large', 'webhooks-limit'],
});

export const getWebhook = defineEndpoint({
  ...call,
  operationId: 'get-webhook',
  method: 'GET',
  path: '/webhooks/{webhookId}',
  summary: 'Returns an endpoint of webhooks',
  request: { params },
  responses: { 200: { description: 'The endpoint.', content: webhook } },
  problems: ['webhook-not-found'],
});

export const updateWebhook = defineEndpoint({
  ...call,
  operationId: 'update-webhook',
  recentSignIn: true,
  method: 'PATCH',
  path: '/webhooks/{webhookId}',
  summary: 'Changes, disables or enables an endpoint of webhooks',
  description:
    'The administrators of the account hear of the change. Deliveries that were dropped while the endpoint was disabled can be requested again.',
  request: { params, headers, body: updateWebhookSchema },
  responses: { 200: { description: 'The endpoint.', content: webhook } },
  problems: ['webhook-not-found', 'grant-too-large'],
});

export const deleteWebhook = defineEndpoint({
  ...call,
  operationId: 'delete-webhook',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  summary: 'Deletes an endpoint of webhooks',
  description: 'Its pending deliveries are dropped.',
  request: { params },
  responses: { 204: { description: 'The endpoint was deleted.' } },
  problems: ['webhook-not-found'],
});

export const rotateWebhookSecret = defineEndpoint({
  ...call,
  operationId: 'rotate-webhook-secret',
  recentSignIn: true,
  method: 'POST',
  path: '/webhooks/{webhookId}/rotate-secret',
  summary: 'Gives an endpoint a new secret, and returns it this one time',
  description: `For ${SECRET_GRACE_HOURS} hours deliveries are signed with the new secret and with the one before, so that no delivery is refused meanwhile. An older one ends at once.`,
  request: { params, headers },
  responses: { 200: { description: 'The endpoint and its new secret.', content: withSecret } },
  problems: ['webhook-not-found'],
});

export const testWebhook = defineEndpoint({
  ...call,
  operationId: 'test-webhook',
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  summary: 'Sends an event to an endpoint that says that it is a test',
  description:
    'The event has the type `webhook.test`. It is sent like every other event; read the delivery to see how it ended.',
  request: { params },
  responses: { 202: { description: 'The delivery of the event.', content: delivery } },
  problems: ['webhook-not-found', 'webhook-disabled'],
});

export const listWebhookDeliveries = defineEndpoint({
  ...call,
  operationId: 'list-webhook-deliveries',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  summary: 'Lists the deliveries to an endpoint, newest first',
  request: {
    params,
    query: z.strictObject({
      ...listQuery,
      state: z.enum(deliveryStates).optional().meta({ description: 'Only deliveries in this state.' }),
      type: z.string().min(1).max(100).optional().meta({
        description: 'Only deliveries of events of this type.',
        example: 'issues.new',
      }),
      from: timeQuery.optional().meta({ description: 'Only events of this time or later.' }),
      to: timeQuery.optional().meta({ description: 'Only events before this time.' }),
    }),
  },
  responses: {
    200: {
      description: 'One page of deliveries.',
      content: {
        'application/json': {
          schema: createPageSchema(deliveryViewSchema, 'WebhookDeliveryList'),
          example: { items: [exampleDelivery], nextCursor: null },
        },
      },
    },
  },
  problems: ['webhook-not-found', 'cursor-invalid'],
});

export const getWebhookDelivery = defineEndpoint({
  ...call,
  operationId: 'get-webhook-delivery',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
  summary: 'Returns a delivery with its request and its attempts',
  request: { params: deliveryParams },
  responses: {
    200: {
      description: 'The delivery.',
      content: { 'application/json': { schema: deliveryDetailSchema, example: exampleDeliveryDetail } },
    },
  },
  problems: ['webhook-not-found', 'delivery-not-found'],
});

export const redeliver = defineEndpoint({
  ...call,
  operationId: 'redeliver',
  method: 'POST',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  summary: 'Sends a delivery again, with the same id of the event',
  description: 'A delivery that fails again is retried like a new one. A pending one is attempted now.',
  request: { params: deliveryParams },
  responses: { 202: { description: 'The delivery.', content: delivery } },
  problems: ['webhook-not-found', 'delivery-not-found', 'webhook-disabled'],
});
