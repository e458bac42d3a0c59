import type { Author } from '../people/author.ts';
import type { AlertEvent, EventType } from './event.ts';
import type { SealedText } from './sealed-text.ts';
import type { UpdateWebhook } from './webhook-bodies.ts';

/** Maximum number of endpoints of an account. */
export const WEBHOOKS_MAX = 50;

/** Hours for which deliveries are also signed with the secret before the last rotation. */
export const SECRET_GRACE_HOURS = 24;

/** Why an endpoint is disabled. */
export const disableReasons = {
  gone: 'it answered with status 410',
  failing: 'every attempt failed for five days',
  'on-request': 'a caller disabled it',
} as const;
export type DisableReason = keyof typeof disableReasons;

/** An endpoint of webhooks, as the service stores it. Times are RFC 3339 UTC. */
export interface Webhook {
  webhookId: string;
  accountId: string;
  url: string;
  events: EventType[];
  /** Only events about these sites; null for all events of the account. */
  siteIds: string[] | null;
  description: string;
  secret: SealedText;
  /** The secret before the last rotation, and until when deliveries are signed with it too. */
  previousSecret?: { secret: SealedText; until: string };
  /** Absent while it is active. */
  disabled?: { at: string; reason: DisableReason };
  createdBy: Author;
  createdAt: string;
  updatedAt: string;
}

/**
 * Returns the endpoint with the given members changed, and the names of those that differ.
 * @param change members that are undefined stay as they are
 */
export function applyWebhookChange(
  before: Webhook,
  { sites, state, ...given }: UpdateWebhook,
  now: Date,
): { after: Webhook; changed: string[] } {
  const { disabled, ...enabled } = before;
  const isDisabled = state === undefined ? disabled !== undefined : state === 'disabled';
  const after: Webhook = {
    ...enabled,
    ...(isDisabled ? { disabled: disabled ?? { at: now.toISOString(), reason: 'on-request' } } : {}),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(sites === undefined ? {} : { siteIds: sites }),
    updatedAt: getNextVersion(before, now),
  };
  const names = ['url', 'events', 'siteIds', 'description', 'disabled'] as const;
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return { after, changed };
}

/** Returns the endpoint with a new secret. Deliveries are also signed with the one before for some hours. */
export function rotateSecret(before: Webhook, secret: SealedText, now: Date): Webhook {
  const until = new Date(now.getTime() + SECRET_GRACE_HOURS * 3_600_000).toISOString();
  const previousSecret = { secret: before.secret, until };
  return { ...before, secret, previousSecret, updatedAt: getNextVersion(before, now) };
}

/** Returns the secrets that sign a delivery: after a rotation for some hours also the one before. */
export function listSecrets({ secret, previousSecret }: Webhook, now: Date): SealedText[] {
  const isSignedTwice = previousSecret !== undefined && Date.parse(previousSecret.until) > now.getTime();
  return isSignedTwice ? [secret, previousSecret.secret] : [secret];
}

/** Returns the time of a change. It always increases, because it distinguishes concurrent writers. */
function getNextVersion({ updatedAt }: Webhook, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(updatedAt) + 1)).toISOString();
}

/** Events about the account, not about a site. */
const accountEvents: readonly EventType[] = [
  'key.expiring',
  'member.invited',
  'webhook.changed',
  'webhook.disabled',
  'alert.disabled',
];

/** False for an endpoint that is limited to sites and asks for events about the account only: it would get nothing. */
export function canGetEvents({ events, siteIds }: Pick<Webhook, 'events' | 'siteIds'>): boolean {
  return siteIds === null || events.some((type) => !accountEvents.includes(type));
}

/** True if an event is one that an endpoint asked for. */
export function isSubscribed(
  { events, siteIds }: Pick<Webhook, 'events' | 'siteIds'>,
  { type, siteId }: Pick<AlertEvent, 'type' | 'siteId'>,
): boolean {
  if (!events.includes(type)) return false;
  return siteIds === null || (siteId !== null && siteIds.includes(siteId));
}
