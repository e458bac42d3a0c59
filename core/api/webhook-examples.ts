import type { DeliveryDetail, DeliveryView } from '../alerts/delivery-view.ts';
import type { WebhookView, WebhookWithSecret } from '../alerts/webhook-view.ts';
import { exampleMe } from './people-examples.ts';

/** Examples of responses about webhooks in the OpenAPI document. */

export const exampleWebhook: WebhookView = {
  id: 'webhook_01k6zq6v5e8m2n4p6r7s9t0w1y',
  url: 'https://hooks.example.com/accessibility',
  events: ['issues.new', 'gate.failed'],
  sites: null,
  description: 'Tickets for new problems',
  state: 'active',
  disabled: null,
  failingSince: null,
  previousSecretUntil: null,
  createdBy: { personId: exampleMe.person.personId, name: exampleMe.person.name },
  createdAt: '2026-03-02T09:40:00.000Z',
  updatedAt: '2026-03-02T09:40:00.000Z',
};

/** The secret of an example. It does not have the format of a secret, so that no secret scanner reports it. */
export const exampleWebhookWithSecret: WebhookWithSecret = { ...exampleWebhook, secret: 'whsec_<secret>' };

const attempt = {
  at: '2026-03-02T10:15:01.000Z',
  durationMs: 84,
  status: 204,
  failure: null,
};

export const exampleDelivery: DeliveryView = {
  id: 'delivery_01k6zq7v5e8m2n4p6r7s9t0w1y',
  eventId: 'event_01k6zq7v5e8m2n4p6r7s9t0w1x',
  type: 'issues.new',
  state: 'delivered',
  nextAttemptAt: null,
  attemptCount: 1,
  lastAttempt: attempt,
  createdAt: '2026-03-02T10:15:00.000Z',
};

export const exampleDeliveryDetail: DeliveryDetail = {
  ...exampleDelivery,
  body: '{"type":"issues.new","timestamp":"2026-03-02T10:15:00.000Z","data":{}}',
  attempts: [
    {
      ...attempt,
      requestHeaders: {
        'content-type': 'application/json',
        'user-agent': 'a11y-scan-webhooks/1.0',
        'webhook-id': exampleDelivery.eventId,
        'webhook-timestamp': '1772446501',
        'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      },
      response: '',
    },
  ],
};
