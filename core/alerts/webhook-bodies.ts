import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { isPlainText, NOT_PLAIN } from '../sites/plain-text.ts';
import { httpUrlSchema } from '../sites/url.ts';
import { isDistinct } from './distinct.ts';
import { type EventType, eventTypes } from './event.ts';

const DESCRIPTION_LENGTH_MAX = 200;
const SITES_MAX = 100;

export const eventTypeSchema = z.enum(Object.keys(eventTypes) as [EventType, ...EventType[]]);

const members = {
  url: httpUrlSchema.meta({
    description:
      'Where events are sent: an https URL of the public internet. Redirects are not followed, and the address of the host is checked at every attempt.',
    example: 'https://hooks.example.com/accessibility',
  }),
  events: z
    .array(eventTypeSchema)
    .min(1)
    .refine(isDistinct, 'must not have an event twice')
    .meta({ description: 'The types of events that are sent.', example: ['issues.new', 'gate.failed'] }),
  sites: z
    .array(createIdSchema('site'))
    .min(1)
    .max(SITES_MAX)
    .refine(isDistinct, 'must not have a site twice')
    .nullable()
    .meta({
      description:
        'Only events about these sites; null for all sites and for events about the account, such as `key.expiring`. A caller who is limited to sites must give some of them.',
    }),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_LENGTH_MAX)
    .refine(isPlainText, NOT_PLAIN)
    .meta({ description: 'What the endpoint is for.', example: 'Tickets for new problems' }),
};

/** The body of `POST /webhooks`. */
export const createWebhookSchema = z
  .strictObject({
    ...members,
    sites: members.sites.default(null),
    description: members.description.default(''),
  })
  .meta({ id: 'CreateWebhook', description: 'A new endpoint of webhooks.' });
export type CreateWebhook = z.output<typeof createWebhookSchema>;

/** The body of `PATCH /webhooks/{webhookId}`. */
export const updateWebhookSchema = z
  .strictObject({
    ...members,
    state: z.enum(['active', 'disabled']).meta({
      description:
        'To enable a disabled endpoint, or to disable it. Deliveries of a disabled one are dropped.',
    }),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must change at least one member')
  .meta({ id: 'UpdateWebhook', description: 'The changes of an endpoint.' });
export type UpdateWebhook = z.output<typeof updateWebhookSchema>;
