import type { Change } from '../audit/change.ts';
import type { Author } from '../people/author.ts';

/** What somebody can do to an endpoint, with the title of the message to the administrators. */
export const webhookChanges = {
  created: 'Webhook created',
  changed: 'Webhook changed',
  disabled: 'Webhook disabled',
  enabled: 'Webhook enabled',
  'secret-rotated': 'Secret of a webhook rotated',
  deleted: 'Webhook deleted',
} as const;
export type WebhookChangeKind = keyof typeof webhookChanges;

/** A change of an endpoint that a caller makes. The administrators of the account hear of it. */
export interface WebhookChange extends Change {
  author: Author;
  change: WebhookChangeKind;
  /** Names of the members that differ after it. */
  changed?: string[];
}
