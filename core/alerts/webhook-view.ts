import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { authorSchema } from '../people/author.ts';
import { type DisableReason, disableReasons, SECRET_GRACE_HOURS, type Webhook } from './webhook.ts';
import { eventTypeSchema } from './webhook-bodies.ts';

const time = z.iso.datetime();

const members = {
  id: createIdSchema('webhook').meta({ description: 'Id of the endpoint.' }),
  url: z.string().meta({ description: 'Where events are sent.' }),
  events: z.array(eventTypeSchema).meta({ description: 'The types of events that are sent.' }),
  sites: z
    .array(createIdSchema('site'))
    .nullable()
    .meta({ description: 'Ids of the sites whose events are sent; null for all events of the account.' }),
  description: z.string().meta({ description: 'What the endpoint is for; empty if nobody said it.' }),
  state: z
    .enum(['active', 'disabled'])
    .meta({ description: 'Whether events are sent. Deliveries of a disabled endpoint are dropped.' }),
  disabled: z
    .object({
      at: time.meta({ description: 'Since when.' }),
      reason: z.enum(Object.keys(disableReasons) as [DisableReason, ...DisableReason[]]).meta({
        description: `Why: ${Object.entries(disableReasons)
          .map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
          .join('; ')}.`,
      }),
    })
    .nullable()
    .meta({ description: 'Why it is disabled; null if it is active.' }),
  failingSince: time
    .nullable()
    .meta({ description: 'Since when every attempt has failed; null if the last attempt did not fail.' }),
  previousSecretUntil: time.nullable().meta({
    description: `Until when deliveries are also signed with the secret before the last rotation, ${SECRET_GRACE_HOURS} hours after it; null after that.`,
  }),
  createdBy: authorSchema.meta({ description: 'The key or the person that created the endpoint.' }),
  createdAt: time,
  updatedAt: time,
};

/** An endpoint of webhooks, as the API shows it: without its secret. */
export const webhookViewSchema = z
  .object(members)
  .meta({ id: 'Webhook', description: 'An endpoint of webhooks, without its secret.' });
export type WebhookView = z.infer<typeof webhookViewSchema>;

/** An endpoint with its secret. */
export const webhookWithSecretSchema = z
  .object({
    ...members,
    secret: z.string().meta({
      description:
        'The secret that signs deliveries: `whsec_` and 32 bytes in base64. No other response has it.',
    }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'An endpoint of webhooks with its secret.' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

/** Returns the view of an endpoint. @param failingSince see the view */
export function toWebhookView(
  { webhookId, siteIds, previousSecret, disabled, ...webhook }: Webhook,
  failingSince: string | null,
  now: Date,
): WebhookView {
  const { url, events, description, createdBy, createdAt, updatedAt } = webhook;
  const until = previousSecret?.until ?? '';
  return {
    id: webhookId,
    url,
    events,
    sites: siteIds,
    description,
    state: disabled === undefined ? 'active' : 'disabled',
    disabled: disabled ?? null,
    failingSince,
    previousSecretUntil: until > now.toISOString() ? until : null,
    createdBy,
    createdAt,
    updatedAt,
  };
}
