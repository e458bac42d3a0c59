import { canAccessSite } from '../core/access/principal.ts';
import { hasPermission } from '../core/access/roles.ts';
import { buildAdminMessage, buildInvitationMessage } from '../core/alerts/account-messages.ts';
import type { Alert } from '../core/alerts/alert.ts';
import { isForWebhooks, selectEvents } from '../core/alerts/alert-matching.ts';
import { explainAlert } from '../core/alerts/alert-reason.ts';
import { dropDelivery } from '../core/alerts/attempt-outcome.ts';
import { buildDelivery } from '../core/alerts/build-delivery.ts';
import { buildSiteMessage } from '../core/alerts/build-message.ts';
import type { Channel, Delivery, DeliveryContent } from '../core/alerts/delivery.ts';
import type { AlertEvent } from '../core/alerts/event.ts';
import { buildMessageId } from '../core/alerts/event-draft.ts';
import type { EventData } from '../core/alerts/event-schemas.ts';
import type { OutboxEntry } from '../core/alerts/outbox-entry.ts';
import { isSubscribed, type Webhook } from '../core/alerts/webhook.ts';
import type { Listing } from '../core/listing/listing.ts';
import type { ListRange } from '../core/listing/page.ts';
import type { Membership } from '../core/people/membership.ts';
import type { Site } from '../core/sites/site.ts';
import { forEachAtOnce } from './for-each-at-once.ts';
import type { FindSite } from './get-site.ts';

export interface WriteDelivery {
  /** Writes a new delivery. Returns false if it exists. */
  insertDelivery(delivery: Delivery): Promise<boolean>;
  /** Requests an attempt at a delivery. */
  sendDelivery(delivery: Delivery): Promise<void>;
}

export interface FindAudience {
  findMembership(personId: string, accountId: string): Promise<Membership | undefined>;
  /** Returns the origin of the dashboard. */
  readOrigin(): Promise<string>;
}

export interface DeliverEventsDependencies extends WriteDelivery, FindAudience, FindSite {
  findAccount(accountId: string): Promise<{ name: string; deletedAt?: string } | undefined>;
  listAlerts(accountId: string): Promise<Alert[]>;
  listAllWebhooks(accountId: string): Promise<Webhook[]>;
  listMembers(accountId: string, range: ListRange): Promise<Listing<Membership>>;
  /** Lets an event wait for the next digest of an alert. Writes nothing if it waits, or was reported, already. */
  insertDigestEntry(alertId: string, event: AlertEvent, now: Date): Promise<void>;
}

const AT_ONCE = 10;
const MEMBERS_AT_ONCE = 100;

/** Issue groups of an event that waits for a digest, which shows fewer. */
const GROUPS_WAITING = 10;

/** Someone who gets a message. */
export interface Recipient {
  channel: Channel;
  /** Null for a channel that is no person. */
  membership: Membership | null;
}

/**
 * Writes the deliveries of the events of an entry, and requests them. It can be repeated: those that exist are not
 * written again.
 */
export async function deliverEvents(
  dependencies: DeliverEventsDependencies,
  entry: OutboxEntry,
  events: readonly AlertEvent[],
  now: Date,
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const account = await dependencies.findAccount(entry.accountId);
  if (account === undefined || account.deletedAt !== undefined) return;
  const site = first.siteId === null ? null : await dependencies.findSite(entry.accountId, first.siteId);
  if (site === undefined) return;
  const contents = [
    ...(await listForWebhooks(dependencies, entry, events)),
    ...(site === null
      ? await listForAccount(dependencies, entry, first, account.name)
      : await listForAlerts(dependencies, entry, site, events, now)),
  ];
  await forEachAtOnce(contents, AT_ONCE, async (addressed) => {
    await writeDelivery(dependencies, { entry, siteId: first.siteId, ...addressed }, now);
  });
}

interface Addressed {
  channel: Channel;
  content: DeliveryContent;
  /** Whether the channel is disabled. The delivery is written all the same, so that it can be requested later. */
  isDisabled?: boolean;
}

/**
 * Writes a delivery and requests it if its channel is enabled, unless it was written before: then the sweeper requests
 * it if need be.
 * @returns whether it was requested
 */
export async function writeDelivery(
  { insertDelivery, sendDelivery }: WriteDelivery,
  {
    entry: { accountId, at, correlationId },
    isDisabled = false,
    ...given
  }: Addressed & { entry: Pick<OutboxEntry, 'accountId' | 'at' | 'correlationId'>; siteId: string | null },
  now: Date,
): Promise<boolean> {
  const delivery = buildDelivery({ accountId, at, correlationId, ...given }, now);
  const isNew = await insertDelivery(isDisabled ? dropDelivery(delivery) : delivery);
  if (isDisabled || !isNew) return false;
  await sendDelivery(delivery);
  return true;
}

async function listForWebhooks(
  { listAllWebhooks }: DeliverEventsDependencies,
  { accountId }: OutboxEntry,
  events: readonly AlertEvent[],
): Promise<Addressed[]> {
  const webhooks = await listAllWebhooks(accountId);
  return events.filter(isForWebhooks).flatMap((event) => {
    const { eventId, type, timestamp, data } = event;
    const body = JSON.stringify({ type, timestamp, data });
    return webhooks
      .filter((webhook) => isSubscribed(webhook, event))
      .map(({ webhookId, disabled }) => ({
        channel: { kind: 'webhook' as const, webhookId },
        content: { kind: 'event' as const, eventId, type, body },
        isDisabled: disabled !== undefined,
      }));
  });
}

/** Returns the messages of alerts that report at once, and lets the events of the others wait for their digests. */
async function listForAlerts(
  dependencies: DeliverEventsDependencies,
  entry: OutboxEntry,
  site: Site,
  events: readonly AlertEvent[],
  now: Date,
): Promise<Addressed[]> {
  const { listAlerts, insertDigestEntry, readOrigin } = dependencies;
  const at = { origin: await readOrigin(), accountId: entry.accountId };
  const alerts = (await listAlerts(entry.accountId)).filter(({ disabled }) => disabled === undefined);
  const messages: Addressed[] = [];
  await forEachAtOnce(alerts, AT_ONCE, async (alert) => {
    const reported = selectEvents(alert, site, events);
    const [first] = reported;
    if (first === undefined) return;
    if (alert.delivery.every !== 'event') {
      for (const event of reported) await insertDigestEntry(alert.alertId, cutGroups(event), now);
      return;
    }
    const content = { kind: 'message', eventId: buildMessageId(entry), type: first.type } as const;
    const recipients = await findRecipients(dependencies, alert, [site.siteId]);
    for (const { channel, membership } of recipients) {
      const message = buildSiteMessage(reported, alert.impact, explainAlert(alert, membership, at));
      messages.push({ channel, content: { ...content, message } });
    }
  });
  return messages;
}

/** Returns the messages of an event about the account: to its administrators, or to an invited person. */
async function listForAccount(
  dependencies: DeliverEventsDependencies,
  entry: OutboxEntry,
  event: AlertEvent,
  accountName: string,
): Promise<Addressed[]> {
  const { cause, accountId } = entry;
  const { eventId, type, data } = event;
  if (cause.kind === 'member-invited') {
    const { email, link, invitationId } = cause;
    const url = `${await dependencies.readOrigin()}/invitation`;
    const message = buildInvitationMessage(accountName, data as EventData<'member.invited'>, url);
    const sealedLink = { invitationId, link };
    return [
      {
        channel: { kind: 'mail', to: { email }, alertId: null },
        content: { kind: 'message', eventId, type, message, sealedLink },
      },
    ];
  }
  const message = buildAdminMessage(event);
  if (message === undefined) return [];
  const admins = await listAdmins(dependencies, accountId);
  return admins.map(({ personId }) => ({
    channel: { kind: 'mail', to: { personId }, alertId: null },
    content: { kind: 'message', eventId, type, message },
  }));
}

/**
 * Returns who hears of an alert about sites: members who may access one of them, or a channel in Slack, if the person
 * who set the alert may.
 */
export async function findRecipients(
  { findMembership }: FindAudience,
  { accountId, alertId, channel, setBy }: Alert,
  siteIds: readonly string[],
): Promise<Recipient[]> {
  const mayAccessOne = (member: Membership) =>
    siteIds.length === 0 || siteIds.some((siteId) => canAccessSite(member, siteId));
  if (channel.kind === 'slack') {
    const author = await findMembership(setBy.personId, accountId);
    const mayHear =
      author !== undefined && hasPermission(author.role, 'alerts:manage') && mayAccessOne(author);
    return mayHear ? [{ channel: { kind: 'slack', alertId }, membership: null }] : [];
  }
  const members = await Promise.all(channel.people.map((personId) => findMembership(personId, accountId)));
  return members
    .filter((member) => member !== undefined)
    .filter(mayAccessOne)
    .map((membership) => ({
      channel: { kind: 'mail', to: { personId: membership.personId }, alertId },
      membership,
    }));
}

async function listAdmins(
  { listMembers }: DeliverEventsDependencies,
  accountId: string,
): Promise<Membership[]> {
  const admins: Membership[] = [];
  let after: string | undefined;
  do {
    const range = { limit: MEMBERS_AT_ONCE, ...(after === undefined ? {} : { after }) };
    const { items, next } = await listMembers(accountId, range);
    admins.push(...items.filter(({ role }) => role === 'admin'));
    after = next;
  } while (after !== undefined);
  return admins;
}

/** Returns an event with the issue groups that a digest can show. */
function cutGroups(event: AlertEvent): AlertEvent {
  const { groups } = event.data as Partial<EventData<'issues.new'>>;
  if (groups === undefined) return event;
  return { ...event, data: { ...event.data, groups: groups.slice(0, GROUPS_WAITING) } };
}
