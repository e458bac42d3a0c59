import { canAccessSite } from '../core/access/principal.ts';
import { type Alert, nextDigest } from '../core/alerts/alert.ts';
import type { EventsMessage } from '../core/alerts/alert-messages.ts';
import { explainAlert } from '../core/alerts/alert-reason.ts';
import { buildDigestMessage } from '../core/alerts/build-message.ts';
import { DIGEST_EVENTS_MAX, DIGEST_TYPE } from '../core/alerts/digest.ts';
import type { AlertEvent } from '../core/alerts/event.ts';
import { buildMessageId } from '../core/alerts/event-draft.ts';
import { buildScreenUrl } from '../core/alerts/event-links.ts';
import {
  type FindAudience,
  findRecipients,
  type Recipient,
  type WriteDelivery,
  writeDelivery,
} from './deliver-events.ts';

export interface DispatchDigestDependencies extends WriteDelivery, FindAudience {
  findAlert(alertId: string): Promise<Alert | undefined>;
  /** Returns the ids of the events that wait for the digest of an alert, oldest first. */
  listWaitingEventIds(alertId: string): Promise<string[]>;
  readWaitingEvents(alertId: string, eventIds: readonly string[]): Promise<AlertEvent[]>;
  /** Stores which events a digest has, unless the alert has changed since it was read. */
  beginDigest(alert: Alert, digest: Digest): Promise<boolean>;
  recordEventReported(alertId: string, eventId: string): Promise<void>;
  /** Replaces the alert after its digest, unless it has changed since it was read. */
  endDigest(before: Alert, after: Alert): Promise<boolean>;
}

type Digest = NonNullable<Alert['digest']>;
type DigestMessage = Extract<EventsMessage, { type: 'digest' }>;

/**
 * Sends the digest of an alert that is due: one message to each recipient, with the events of sites that the recipient
 * may access. If nothing happened, nothing is sent. A repetition after a crash sends the same, and nothing twice.
 */
export async function dispatchDigest(
  dependencies: DispatchDigestDependencies,
  { alertId, correlationId }: DigestMessage,
  now: Date,
): Promise<void> {
  const { findAlert, listWaitingEventIds, beginDigest, endDigest, recordEventReported } = dependencies;
  const found = await findAlert(alertId);
  // The message is late: the digest was sent, or the alert was changed.
  if (found === undefined || found.disabled !== undefined || !isDue(found, now)) return;
  const { digest: begun, digestAt = '', ...rest } = found;
  const digest = begun ?? { at: digestAt, eventIds: await listWaitingEventIds(alertId) };
  // If the alert has just been changed, the sweeper requests the digest again when it is due.
  if (begun === undefined && !(await beginDigest(found, digest))) return;
  await deliver(dependencies, found, digest, correlationId, now);
  const { eventIds } = digest;
  for (const eventId of eventIds) await recordEventReported(alertId, eventId);
  // More events may wait than one digest can have, and an alert that has no more digests may have new ones.
  const hasMore =
    eventIds.length === DIGEST_EVENTS_MAX ||
    (rest.delivery.every === 'event' && (await listWaitingEventIds(alertId)).length > 0);
  const next = hasMore ? { digestAt: now.toISOString() } : nextDigest(rest.delivery, now);
  await endDigest({ ...found, digest }, { ...rest, ...next });
}

async function deliver(
  dependencies: DispatchDigestDependencies,
  alert: Alert,
  { at, eventIds }: Digest,
  correlationId: string,
  now: Date,
): Promise<void> {
  const { alertId, accountId } = alert;
  const events = await dependencies.readWaitingEvents(alertId, eventIds);
  if (events.length === 0) return;
  const siteIds = [...new Set(events.flatMap(({ siteId }) => siteId ?? []))];
  const eventId = buildMessageId({ entryId: alertId, at });
  for (const recipient of await findRecipients(dependencies, alert, siteIds)) {
    const reported = await selectForRecipient(dependencies, alert, recipient, events);
    if (reported.length === 0) continue;
    const message = await buildMessage(dependencies, alert, recipient, reported);
    const content = { kind: 'message', eventId, type: DIGEST_TYPE, message } as const;
    const entry = { accountId, at, correlationId };
    await writeDelivery(dependencies, { entry, siteId: null, channel: recipient.channel, content }, now);
  }
}

async function buildMessage(
  { readOrigin }: DispatchDigestDependencies,
  alert: Alert,
  { membership }: Recipient,
  events: readonly AlertEvent[],
) {
  const at = { origin: await readOrigin(), accountId: alert.accountId };
  const { impact, name, delivery } = alert;
  const every = delivery.every === 'week' ? 'week' : 'day';
  const action = { text: 'Show the sites', url: buildScreenUrl(at, '/') };
  return buildDigestMessage(events, { impact, name, every }, action, explainAlert(alert, membership, at));
}

/** Returns the events of sites that a recipient may access: for a channel in Slack, those of the alert's author. */
async function selectForRecipient(
  { findMembership }: DispatchDigestDependencies,
  { setBy, accountId }: Alert,
  { membership }: Recipient,
  events: readonly AlertEvent[],
): Promise<AlertEvent[]> {
  const member = membership ?? (await findMembership(setBy.personId, accountId));
  if (member === undefined) return [];
  return events.filter(({ siteId }) => siteId === null || canAccessSite(member, siteId));
}

function isDue({ digestAt }: Alert, now: Date): boolean {
  return digestAt !== undefined && Date.parse(digestAt) <= now.getTime();
}
