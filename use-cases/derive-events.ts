import type { KeyRecord } from '../core/access/key-record.ts';
import type { Alert } from '../core/alerts/alert.ts';
import { getStateBranch } from '../core/alerts/alert-line.ts';
import { listNamedBranches } from '../core/alerts/alert-matching.ts';
import { type AlertState, emptyAlertState } from '../core/alerts/alert-state.ts';
import { deriveScanEvents } from '../core/alerts/derive-scan-events.ts';
import type { AlertEvent } from '../core/alerts/event.ts';
import { buildEvent, describeSite, type EventDraft } from '../core/alerts/event-draft.ts';
import {
  buildAlertLinks,
  buildKeyLinks,
  buildMembersLinks,
  buildSiteLinks,
  buildWebhookLinks,
  buildWebhooksLinks,
  type Origin,
} from '../core/alerts/event-links.ts';
import type { EventData } from '../core/alerts/event-schemas.ts';
import type { Cause, OutboxEntry, StoredOutboxEntry } from '../core/alerts/outbox-entry.ts';
import { disableReasons, type Webhook } from '../core/alerts/webhook.ts';
import type { Invitation } from '../core/people/invitation.ts';
import { getScanScope } from '../core/scans/is-site-result.ts';
import { isFinal, type Scan } from '../core/scans/scan.ts';
import type { Site } from '../core/sites/site.ts';
import type { FindSite } from './get-site.ts';
import { judgedNoPage, type ReadPages } from './judged-no-page.ts';
import type { FindKey } from './read-author.ts';
import { type ReadReportParts, readReportFacts } from './read-scan-facts.ts';

/** What is known about the scans of a site after the events of an entry. */
interface KnownAfter {
  site: Pick<Site, 'accountId' | 'siteId'>;
  branch: string | null;
  state: AlertState;
}

export interface DeriveEventsDependencies extends ReadReportParts, ReadPages, FindSite, FindKey {
  findOutboxEntry(entryId: string): Promise<StoredOutboxEntry | undefined>;
  /** Stores the events of an entry, unless they are stored, or what is known has changed since it was read. */
  storeEvents(entryId: string, events: readonly AlertEvent[], known?: KnownAfter): Promise<boolean>;
  readAlertState(siteId: string, branch: string | null): Promise<AlertState | undefined>;
  listAlerts(accountId: string): Promise<Alert[]>;
  findAlert(alertId: string): Promise<Alert | undefined>;
  findWebhook(webhookId: string): Promise<Webhook | undefined>;
  findInvitation(invitationId: string): Promise<Invitation | undefined>;
  /** Returns the origin of the dashboard. */
  readOrigin(): Promise<string>;
}

const ATTEMPTS = 5;

/**
 * Returns the events of an entry, and stores them in it together with what is known after them. A repetition finds them
 * in the entry.
 * @throws Error if other scans of the site change what is known all the time
 */
export async function deriveEntryEvents(
  dependencies: DeriveEventsDependencies,
  given: StoredOutboxEntry,
): Promise<readonly AlertEvent[]> {
  let entry: StoredOutboxEntry | undefined = given;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (entry === undefined) return [];
    if (entry.events !== undefined) return entry.events;
    const { entryId } = entry;
    const { drafts, known } = await derive(dependencies, entry);
    const events = drafts.map((draft) => buildEvent(draft, given));
    if (await dependencies.storeEvents(entryId, events, known)) return events;
    entry = await dependencies.findOutboxEntry(entryId);
  }
  throw new Error('what is known about the site changed in each attempt');
}

interface Derived {
  drafts: EventDraft[];
  known?: KnownAfter;
}

async function derive(dependencies: DeriveEventsDependencies, entry: OutboxEntry): Promise<Derived> {
  const { accountId, cause } = entry;
  const at = { origin: await dependencies.readOrigin(), accountId };
  if (cause.kind === 'scan-ended') return deriveEndOfScan(dependencies, cause.scanId, at);
  const draft = await describeCause(dependencies, cause, at, entry);
  return { drafts: draft === undefined ? [] : [draft] };
}

/** Derives the events of the end of a scan. A deleted scan, or one of a deleted site, has no events. */
async function deriveEndOfScan(
  dependencies: DeriveEventsDependencies,
  scanId: string,
  at: Origin,
): Promise<Derived> {
  const scan = await dependencies.findScan(scanId);
  if (scan === undefined || !isFinal(scan.status)) return { drafts: [] };
  const site = await dependencies.findSite(scan.accountId, scan.siteId);
  if (site === undefined) return { drafts: [] };
  const branch = getStateBranch(scan, site);
  const isReported = await isReportable(dependencies, scan, branch);
  const before = isReported ? await dependencies.readAlertState(site.siteId, branch) : undefined;
  const { events, state } = deriveScanEvents({
    scan,
    site,
    at,
    report: await readReportFacts(dependencies, scan, before),
    isUnreachable: await judgedNoPage(dependencies, scan),
    state: isReported ? (before ?? emptyAlertState) : undefined,
  });
  return { drafts: events, ...(state === undefined ? {} : { known: { site, branch, state } }) };
}

/**
 * True if an alert can be about a scan: it is of the site itself, or of a branch that an alert names.
 * @param branch see `getStateBranch`
 */
async function isReportable(
  { listAlerts }: DeriveEventsDependencies,
  scan: Scan,
  branch: string | null,
): Promise<boolean> {
  if (!getScanScope(scan).isOfSite) return false;
  return branch === null || listNamedBranches(await listAlerts(scan.accountId)).has(branch);
}

type OtherCause = Exclude<Cause, { kind: 'scan-ended' }>;

/** Returns the event of a cause; undefined if what it is about is gone. */
async function describeCause(
  dependencies: DeriveEventsDependencies,
  cause: OtherCause,
  at: Origin,
  entry: OutboxEntry,
): Promise<EventDraft | undefined> {
  const { accountId } = at;
  switch (cause.kind) {
    case 'schedule-paused': {
      const site = await dependencies.findSite(accountId, cause.siteId);
      if (site === undefined) return undefined;
      const data = { ...describeSite(site), links: buildSiteLinks(at, site.siteId) };
      return { type: 'schedule.paused', siteId: site.siteId, data };
    }
    case 'key-expiring': {
      const key = await dependencies.findKey(cause.keyId);
      return key && describeKey(key, cause, at);
    }
    case 'member-invited': {
      const invitation = await dependencies.findInvitation(cause.invitationId);
      // It may be revoked, or have a newer link, which has an entry of its own.
      if (invitation === undefined || invitation.sentAt > entry.at) return undefined;
      const { invitationId: id, role, expiresAt } = invitation;
      return ofAccount('member.invited', {
        accountId,
        invitation: { id, role, expiresAt },
        links: buildMembersLinks(at),
      });
    }
    case 'webhook-changed': {
      const { webhookId, url, events, author, change, changed } = cause;
      return ofAccount('webhook.changed', {
        ...describeWebhook({ webhookId, url, events }, at),
        ...(change === 'deleted' ? { links: buildWebhooksLinks(at) } : {}),
        change,
        changed,
        author,
      });
    }
    case 'webhook-disabled': {
      const webhook = await dependencies.findWebhook(cause.webhookId);
      if (webhook === undefined) return undefined;
      const { disabled } = webhook;
      const reason =
        disabled === undefined ? 'nothing could be delivered to it' : disableReasons[disabled.reason];
      return ofAccount('webhook.disabled', { ...describeWebhook(webhook, at), reason });
    }
    case 'alert-disabled': {
      const alert = await dependencies.findAlert(cause.alertId);
      if (alert === undefined) return undefined;
      const { alertId, name } = alert;
      const links = buildAlertLinks(at, alertId);
      return ofAccount('alert.disabled', { accountId, alert: { id: alertId, name }, links });
    }
  }
}

/** Returns the event of a key; undefined if it was rotated or revoked meanwhile. */
function describeKey(
  { keyId, name, expiresAt, revokedAt }: KeyRecord,
  { expiresAt: remindedOf, days }: Extract<Cause, { kind: 'key-expiring' }>,
  at: Origin,
): EventDraft | undefined {
  if (revokedAt !== undefined || expiresAt !== remindedOf) return undefined;
  const { accountId } = at;
  const key = { id: keyId, name, expiresAt };
  return ofAccount('key.expiring', { accountId, key, days, links: buildKeyLinks(at, keyId) });
}

function describeWebhook(
  { webhookId, url, events }: Pick<Webhook, 'webhookId' | 'url' | 'events'>,
  at: Origin,
) {
  return {
    accountId: at.accountId,
    webhook: { id: webhookId, url, events: [...events] },
    links: buildWebhookLinks(at, webhookId),
  };
}

/** Returns an event about the account. */
function ofAccount<Type extends EventDraft['type']>(type: Type, data: EventData<Type>): EventDraft {
  return { type, siteId: null, data: data as Record<string, unknown> };
}
