import type { Author } from '../people/author.ts';
import type { AlertEvent, EventType } from './event.ts';
import type { SealedText } from './sealed-text.ts';
import type { WebhookChangeKind } from './webhook-change.ts';

/** Numbers of days before its expiry at which the account is reminded of a key; 0 when it has expired. */
export const keyReminderDays = [14, 3, 0] as const;
export type KeyReminderDays = (typeof keyReminderDays)[number];

const DAY_MS = 86_400_000;

/** Returns when the account is reminded of a key next, RFC 3339 UTC: 14 or 3 days before its expiry, or at it. */
export function getNextKeyReminder(expiresAt: string, after: Date): string {
  const times = keyReminderDays.map((days) => Date.parse(expiresAt) - days * DAY_MS);
  return new Date(times.find((time) => time > after.getTime()) ?? Date.parse(expiresAt)).toISOString();
}

/** Returns the reminder that is due: the last one whose time has come. Undefined if none has. */
export function getDueKeyReminder(expiresAt: string, now: Date): KeyReminderDays | undefined {
  return keyReminderDays.findLast((days) => Date.parse(expiresAt) - days * DAY_MS <= now.getTime());
}

/** What happened. `dispatch-events` derives the events from it, which people and other systems hear of. */
export type Cause =
  /** A scan reached its final status. Its report may not be built yet, unless the status is `completed`. */
  | { kind: 'scan-ended'; scanId: string; siteId: string }
  | { kind: 'schedule-paused'; scheduleId: string; siteId: string }
  | { kind: 'key-expiring'; keyId: string; expiresAt: string; days: KeyReminderDays }
  /** The link has the secret of the invitation, which is stored nowhere else. */
  | { kind: 'member-invited'; invitationId: string; email: string; link: SealedText }
  /**
   * Somebody created, changed or deleted an endpoint, which the administrators of the account hear of. It has the
   * endpoint as it was then, because a later change must not hide it.
   */
  | {
      kind: 'webhook-changed';
      webhookId: string;
      url: string;
      events: EventType[];
      author: Author;
      change: WebhookChangeKind;
      changed: string[];
    }
  | { kind: 'webhook-disabled'; webhookId: string }
  /** The channel of an alert is gone or failing. */
  | { kind: 'alert-disabled'; alertId: string };

/**
 * Something that happened in an account, written in the transaction of what happened, so that a crash loses none. The
 * entry exists until the deliveries of its events are written.
 */
export interface OutboxEntry {
  /** `outbox_…` */
  entryId: string;
  accountId: string;
  cause: Cause;
  /** When it happened, RFC 3339 UTC. */
  at: string;
  /** Id of the request or of the run that caused it. */
  correlationId: string;
}

/** An entry with what was derived from it. */
export interface StoredOutboxEntry extends OutboxEntry {
  /** The events, once they are derived. */
  events?: AlertEvent[];
}

/**
 * Returns the id of the entry of the end of a scan. It is derived from the id of the scan, so that the function
 * that ends it can request its dispatch without having read the entry.
 */
export function buildScanEndEntryId(scanId: string): string {
  return `outbox_${scanId.slice('scan_'.length)}`;
}
