import { z } from 'zod';
import { createId, createIdSchema } from '../ids.ts';
import type { Membership } from '../people/membership.ts';
import { impactSchema } from '../scans/page-result.ts';
import { getNextTime } from '../schedules/schedule-times.ts';
import {
  type AlertDelivery,
  alertBranchesSchema,
  alertDeliverySchema,
  alertEvents,
  alertSitesSchema,
  type CreateAlert,
  type UpdateAlert,
} from './alert-bodies.ts';
import type { SealedText } from './sealed-text.ts';

/** Maximum number of alerts of an account. */
export const ALERTS_MAX = 100;

/** Why an alert is disabled: Slack says that its channel is gone, or took no message for five days. */
export type AlertDisableReason = 'channel-gone' | 'channel-failing';

/** The channel of an alert, as the service stores it. */
export type StoredAlertChannel = { kind: 'mail'; people: string[] } | { kind: 'slack'; url: SealedText };

/** Who hears what of which sites, by which channel, and when. Times are RFC 3339 UTC. */
export interface Alert extends Omit<CreateAlert, 'channel'> {
  alertId: string;
  accountId: string;
  channel: StoredAlertChannel;
  /** Who created or last changed it, or set its channel in Slack. The channel hears of this person's sites. */
  setBy: { personId: string };
  /** When the next digest is due; absent for one that reports each event at once. */
  digestAt?: string;
  /** A digest that has begun and not ended: when it was due, and its events. */
  digest?: { at: string; eventIds: string[] };
  /** Absent while it is enabled. */
  disabled?: { at: string; reason: AlertDisableReason };
  createdAt: string;
  updatedAt: string;
}

/** Returns a new alert. */
export function buildAlert(
  { accountId, alertId, setBy }: Pick<Alert, 'accountId' | 'alertId' | 'setBy'>,
  body: Omit<CreateAlert, 'channel'>,
  channel: StoredAlertChannel,
  now: Date,
): Alert {
  const time = now.toISOString();
  const { delivery } = body;
  return {
    alertId,
    accountId,
    ...body,
    channel,
    setBy,
    ...nextDigest(delivery, now),
    createdAt: time,
    updatedAt: time,
  };
}

/** True if a manager may see and change an alert. One who is limited to sites must not learn of others by it. */
export function canManageAlert(
  { siteIds, personId }: Pick<Membership, 'siteIds' | 'personId'>,
  { setBy }: Pick<Alert, 'setBy'>,
): boolean {
  return siteIds === undefined || setBy.personId === personId;
}

/** Returns the id of a new alert, to which the secret of its channel is bound. */
export function createAlertId(now: Date): string {
  return createId('alert', now);
}

/** Returns the alert with a change, enabled. @param channel the new channel, if it changes */
export function applyAlertChange(
  alert: Alert,
  change: Omit<UpdateAlert, 'channel'>,
  { channel = alert.channel, setBy, now }: Pick<Alert, 'setBy'> & { channel?: StoredAlertChannel; now: Date },
): Alert {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { disabled: _disabled, digestAt, ...kept } = alert;
  const after = { ...kept, ...given, channel, setBy };
  const before = digestAt === undefined ? {} : { digestAt };
  // An alert that has no more digests reports the events that wait in a last one, now.
  const last = digestAt === undefined ? {} : { digestAt: now.toISOString() };
  const next = change.delivery && nextDigest(change.delivery, now);
  // A digest that is due, or has begun, comes at its time.
  const isKept =
    next === undefined || listTimes(change.delivery) === listTimes(alert.delivery) || isDigestDue(alert, now);
  const digest = isKept ? before : next.digestAt === undefined ? last : next;
  // It always increases, because it distinguishes concurrent writers.
  const updatedAt = new Date(Math.max(now.getTime(), Date.parse(alert.updatedAt) + 1)).toISOString();
  return { ...after, ...digest, updatedAt };
}

function listTimes(delivery: AlertDelivery | undefined): string {
  return JSON.stringify(Object.entries(delivery ?? {}).sort());
}

/** True if a digest has begun, or must be sent now. */
export function isDigestDue({ digestAt, digest }: Pick<Alert, 'digestAt' | 'digest'>, now: Date): boolean {
  return digest !== undefined || (digestAt !== undefined && Date.parse(digestAt) <= now.getTime());
}

/** Returns the time of the next digest after the given time; empty for an alert that reports each event at once. */
export function nextDigest(delivery: AlertDelivery, after: Date): { digestAt?: string } {
  return delivery.every === 'event' ? {} : { digestAt: getNextTime(delivery, after).toISOString() };
}

const personSchema = z.object({
  personId: createIdSchema('person').meta({ description: 'Id of the person.' }),
  name: z.string().nullable().meta({ description: 'Name; null if the person is no longer a member.' }),
});

/** An alert as the API shows it. */
export const alertViewSchema = z
  .object({
    id: createIdSchema('alert').meta({ description: 'Id of the alert.' }),
    name: z.string(),
    sites: alertSitesSchema,
    events: z.array(z.enum(alertEvents)).meta({ description: 'What is reported.' }),
    impact: impactSchema,
    branches: alertBranchesSchema,
    channel: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('mail'),
        people: z.array(personSchema).meta({ description: 'People who get a mail while they are members.' }),
      }),
      z.object({ kind: z.literal('slack') }).meta({ description: 'The URL is a secret and never shown.' }),
    ]),
    delivery: alertDeliverySchema,
    nextDigestAt: z.iso.datetime().nullable().meta({
      description: 'When the next digest is due; null for an alert that reports each event at once.',
    }),
    state: z.enum(['active', 'disabled', 'author-gone']).meta({
      description:
        '`active`: it reports. `disabled`: its channel in Slack is gone, or took no message for five days. `author-gone`: the person who set it may no longer manage alerts of the account, so its channel in Slack hears nothing. Any change enables it again.',
    }),
    failingSince: z.iso.datetime().nullable().meta({
      description:
        'Since when every attempt to send to its channel in Slack has failed; null if the last attempt did not fail, and for mail.',
    }),
    setBy: personSchema.meta({
      description: 'Who created or last changed it; for a channel in Slack, who set the channel.',
    }),
    createdAt: z.iso.datetime().meta({ description: 'When it was created.' }),
    updatedAt: z.iso.datetime().meta({ description: 'When it was last changed.' }),
  })
  .meta({ id: 'Alert', description: 'Who hears what of which sites, by which channel, and when.' });
export type AlertView = z.infer<typeof alertViewSchema>;

/**
 * Returns an alert in the format of the API.
 * @param names the names of the members of the account, by person id
 * @param isAuthorActive whether the person who set it may manage alerts
 * @param failingSince see the view
 */
export function toAlertView(
  alert: Alert,
  names: ReadonlyMap<string, string>,
  isAuthorActive: boolean,
  failingSince: string | null,
): AlertView {
  const { alertId, name, sites, events, impact, branches, channel, delivery, setBy } = alert;
  const toPerson = (personId: string) => ({ personId, name: names.get(personId) ?? null });
  const isSilent = channel.kind === 'slack' && !isAuthorActive;
  return {
    id: alertId,
    name,
    sites,
    events,
    impact,
    branches,
    channel:
      channel.kind === 'mail' ? { kind: 'mail', people: channel.people.map(toPerson) } : { kind: 'slack' },
    delivery,
    nextDigestAt: alert.digestAt ?? null,
    state: alert.disabled ? 'disabled' : isSilent ? 'author-gone' : 'active',
    failingSince,
    setBy: toPerson(setBy.personId),
    createdAt: alert.createdAt,
    updatedAt: alert.updatedAt,
  };
}
