import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { type SentEventType, sentEventTypes, TEST_EVENT_TYPE } from '../../core/alerts/event.ts';
import { buildEventSchema } from '../../core/alerts/event-schemas.ts';
import { exampleEventData } from '../../core/api/event-examples.ts';

const TIMESTAMP = '2026-03-02T09:21:31.000Z';

/** Headers of each request to an endpoint: https://www.standardwebhooks.com */
const headers = {
  'webhook-id':
    'Id of the event. It is the same if the event is sent again, so that a receiver can ignore it.',
  'webhook-timestamp': 'When the request was sent, in seconds since 1970.',
  'webhook-signature':
    'One or more signatures, separated by spaces: `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body.',
};

/** Returns the section `webhooks` of the OpenAPI document: what is sent to endpoints, by type of event. */
export function buildWebhookPaths(): ZodOpenApiPathsObject {
  const types = Object.keys(sentEventTypes) as SentEventType[];
  return Object.fromEntries(types.map((type) => [type, { post: buildOperation(type) }]));
}

function buildOperation(type: SentEventType) {
  return {
    operationId: `send-${type.replace('.', '-')}`,
    tags: ['Events'],
    summary: sentEventTypes[type],
    description: `${type === TEST_EVENT_TYPE ? '' : 'Sent to the endpoints of webhooks that subscribe to it. '}It is sent again until it is answered with 2xx, with the same \`webhook-id\`. Verify the signature with the secret of the endpoint.`,
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header' as const,
      required: true,
      description,
      schema: { type: 'string' as const },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: buildEventSchema(type),
          example: { type, timestamp: TIMESTAMP, data: exampleEventData[type] },
        },
      },
    },
    responses: {
      '2XX': { description: 'The event was accepted.' },
      '410': { description: 'The endpoint does not exist any more. It is disabled.' },
    },
  };
}
