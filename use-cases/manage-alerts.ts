import type { MemberPrincipal } from '../core/access/principal.ts';
import { hasPermission } from '../core/access/roles.ts';
import {
  ALERTS_MAX,
  type Alert,
  type AlertView,
  applyAlertChange,
  buildAlert,
  canManageAlert,
  createAlertId,
  type StoredAlertChannel,
  toAlertView,
} from '../core/alerts/alert.ts';
import type { CreateAlert, UpdateAlert } from '../core/alerts/alert-bodies.ts';
import type { SealedText } from '../core/alerts/sealed-text.ts';
import { findSlackUrlFault, type LoopbackPorts } from '../core/alerts/slack-url.ts';
import type { TargetHealth } from '../core/alerts/target-health.ts';
import { toActor } from '../core/audit/audit-entry.ts';
import type { MemberChange } from '../core/audit/change.ts';
import type { Membership } from '../core/people/membership.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import type { RequestContext } from './request-context.ts';
import { type FindSites, findMissingSites } from './require-sites.ts';
import { retryWrite } from './retry-write.ts';

export interface FindAlert {
  findAlert(alertId: string): Promise<Alert | undefined>;
}

export interface ViewAlert {
  /** Returns how the latest attempts to send to the channel of an alert in Slack ended. */
  readTargetHealth(alertId: string): Promise<Pick<TargetHealth, 'failingSince'>>;
}

export interface ReadMembers {
  /** Returns those of the given people who are members of an account. */
  findMemberships(accountId: string, personIds: readonly string[]): Promise<Membership[]>;
  findPeople(personIds: readonly string[]): Promise<{ personId: string; name: string }[]>;
}

export interface ListAlertsDependencies extends ReadMembers, ViewAlert {
  listAlerts(accountId: string): Promise<Alert[]>;
}

interface SetAlertDependencies extends ReadMembers, ViewAlert, FindSites {
  /** Encrypts the URL of a channel in Slack. */
  sealText(text: string, owner: { accountId: string; itemId: string }): Promise<SealedText>;
  /** Ports of this machine that a channel may have; none in the cloud. */
  loopbackPorts: LoopbackPorts;
}

export interface CreateAlertDependencies extends SetAlertDependencies {
  insertAlert(
    alert: Alert,
    change: MemberChange,
  ): Promise<'created' | 'full' | 'account-gone' | 'member-changed'>;
}

export interface UpdateAlertDependencies extends SetAlertDependencies, FindAlert {
  forgetFailures(alertId: string): Promise<void>;
  replaceAlert(
    before: Alert,
    after: Alert,
    changed: string[],
    change: MemberChange,
  ): Promise<'updated' | 'changed' | 'member-changed'>;
}

export interface DeleteAlertDependencies extends FindAlert {
  removeAlert(alert: Alert, change: MemberChange): Promise<'deleted' | 'gone' | 'member-changed'>;
}

type Call = RequestContext<'member'>;
type AlertCall = Call & { alertId: string };

/** Returns the alerts that the caller may change, newest first. */
export async function listAlerts(
  dependencies: ListAlertsDependencies,
  { principal }: Pick<Call, 'principal'>,
): Promise<AlertView[]> {
  const alerts = await dependencies.listAlerts(principal.accountId);
  return viewAlerts(
    dependencies,
    alerts.filter((alert) => canManageAlert(principal, alert)),
  );
}

/** Returns an alert. @throws Problem alert-not-found */
export async function getAlert(
  dependencies: FindAlert & ReadMembers & ViewAlert,
  { principal, alertId }: Pick<AlertCall, 'principal' | 'alertId'>,
): Promise<AlertView> {
  return viewAlert(dependencies, await requireAlert(dependencies, principal, alertId));
}

/** Creates an alert. @throws Problem invalid-request, grant-too-large or alerts-limit */
export async function createAlert(
  dependencies: CreateAlertDependencies,
  { principal, requestId, now, body }: Call & { body: CreateAlert },
): Promise<AlertView> {
  const { accountId } = principal;
  const { channel, ...given } = body;
  await requireValid(dependencies, principal, body);
  const alertId = createAlertId(now);
  const stored = await storeChannel(dependencies, channel, { accountId, alertId });
  const setBy = { personId: principal.personId };
  const alert = buildAlert({ accountId, alertId, setBy }, given, stored, now);
  switch (await dependencies.insertAlert(alert, toChange(principal, requestId, now))) {
    case 'created':
      return viewAlert(dependencies, alert);
    case 'full':
      throw new Problem(
        'alerts-limit',
        `The account has ${ALERTS_MAX} alerts, the maximum. Delete those that are no longer needed.`,
      );
    case 'account-gone':
      throw new Problem('not-a-member');
    case 'member-changed':
      throw new Problem('role-too-small');
  }
}

/** Changes an alert, and enables it. @throws Problem alert-not-found, invalid-request or grant-too-large */
export async function updateAlert(
  dependencies: UpdateAlertDependencies,
  { principal, requestId, now, alertId, body }: AlertCall & { body: UpdateAlert },
): Promise<AlertView> {
  const { accountId, personId } = principal;
  const { channel, ...given } = body;
  await requireAlert(dependencies, principal, alertId);
  await requireValid(dependencies, principal, body);
  const stored = channel && (await storeChannel(dependencies, channel, { accountId, alertId }));
  const alert = await retryWrite('alert', async () => {
    const before = await requireAlert(dependencies, principal, alertId);
    const setBy = await findSetBy(dependencies, before, { personId, channel });
    const after = applyAlertChange(before, given, { ...(stored ? { channel: stored } : {}), setBy, now });
    const change = toChange(principal, requestId, now);
    const outcome = await dependencies.replaceAlert(before, after, Object.keys(body).sort(), change);
    if (outcome === 'member-changed') throw new Problem('role-too-small');
    // What another URL answered, or the same one until it was disabled, must not count against the channel.
    if (outcome === 'updated' && (before.disabled || stored)) await dependencies.forgetFailures(alertId);
    return outcome === 'updated' ? after : undefined;
  });
  return viewAlert(dependencies, alert);
}

/**
 * Returns who counts as the person who set an alert after a change: a channel in Slack hears of the sites that this
 * person may access. So it stays the one before as long as the channel does and that person may manage alerts.
 */
async function findSetBy(
  { findMemberships }: Pick<UpdateAlertDependencies, 'findMemberships'>,
  { accountId, channel: before, setBy }: Alert,
  { personId, channel }: { personId: string; channel: UpdateAlert['channel'] },
): Promise<Alert['setBy']> {
  if (before.kind !== 'slack' || channel !== undefined) return { personId };
  const [member] = await findMemberships(accountId, [setBy.personId]);
  return member !== undefined && hasPermission(member.role, 'alerts:manage') ? setBy : { personId };
}

/** Deletes an alert. @throws Problem alert-not-found */
export async function deleteAlert(
  dependencies: DeleteAlertDependencies,
  { principal, requestId, now, alertId }: AlertCall,
): Promise<void> {
  const alert = await requireAlert(dependencies, principal, alertId);
  const outcome = await dependencies.removeAlert(alert, toChange(principal, requestId, now));
  if (outcome === 'gone') throw new Problem('alert-not-found');
  if (outcome === 'member-changed') throw new Problem('role-too-small');
}

/** Returns an alert that a member may change. @throws Problem alert-not-found */
export async function requireAlert(
  { findAlert }: FindAlert,
  principal: MemberPrincipal,
  alertId: string,
): Promise<Alert> {
  const alert = await findAlert(alertId);
  if (alert === undefined || alert.accountId !== principal.accountId || !canManageAlert(principal, alert))
    throw new Problem('alert-not-found');
  return alert;
}

/** Checks the sites, the people and the URL that a body names. @throws Problem invalid-request or grant-too-large */
async function requireValid(
  dependencies: SetAlertDependencies,
  { accountId, siteIds }: MemberPrincipal,
  { sites, channel }: Pick<UpdateAlert, 'sites' | 'channel'>,
): Promise<void> {
  const named = typeof sites === 'object' && 'ids' in sites ? sites.ids : [];
  if (siteIds !== undefined && !named.every((siteId) => siteIds.includes(siteId)))
    throw new Problem('grant-too-large', 'An alert cannot be about sites that you have no access to.');
  const missing = named.length === 0 ? [] : await findMissingSites(dependencies, accountId, named);
  const strangers =
    channel?.kind === 'mail' ? await findStrangers(dependencies, accountId, channel.people) : [];
  const urlFault =
    channel?.kind === 'slack' ? findSlackUrlFault(channel.url, dependencies.loopbackPorts) : null;
  const errors = [
    ...listFaults(named, missing, 'sites.ids', 'is not a site of this account'),
    ...(channel?.kind === 'mail'
      ? listFaults(channel.people, strangers, 'channel.people', 'is not a member of this account')
      : []),
    ...(urlFault === null ? [] : [{ path: 'channel.url', message: urlFault }]),
  ];
  if (errors.length > 0) throw createInvalidRequest(errors);
}

function listFaults(
  given: readonly string[],
  wrong: readonly string[],
  path: string,
  message: string,
): { path: string; message: string }[] {
  return given.flatMap((id, at) => (wrong.includes(id) ? [{ path: `${path}[${at}]`, message }] : []));
}

async function findStrangers(
  { findMemberships }: ReadMembers,
  accountId: string,
  people: readonly string[],
): Promise<string[]> {
  const members = new Set((await findMemberships(accountId, people)).map(({ personId }) => personId));
  return people.filter((personId) => !members.has(personId));
}

async function storeChannel(
  { sealText }: SetAlertDependencies,
  channel: CreateAlert['channel'],
  { accountId, alertId }: { accountId: string; alertId: string },
): Promise<StoredAlertChannel> {
  if (channel.kind === 'mail') return channel;
  return { kind: 'slack', url: await sealText(channel.url, { accountId, itemId: alertId }) };
}

async function viewAlert(dependencies: ReadMembers & ViewAlert, alert: Alert): Promise<AlertView> {
  const [view] = await viewAlerts(dependencies, [alert]);
  if (view === undefined) throw new Error('an alert has no view');
  return view;
}

/** Returns alerts in the format of the API, with the names of the people who are members. */
async function viewAlerts(
  { findMemberships, findPeople, readTargetHealth }: ReadMembers & ViewAlert,
  alerts: readonly Alert[],
): Promise<AlertView[]> {
  const [first] = alerts;
  if (first === undefined) return [];
  const personIds = new Set(
    alerts.flatMap(({ setBy, channel }) => [
      setBy.personId,
      ...(channel.kind === 'mail' ? channel.people : []),
    ]),
  );
  const members = await findMemberships(first.accountId, [...personIds]);
  const people = await findPeople(members.map(({ personId }) => personId));
  const names = new Map(people.map(({ personId, name }) => [personId, name]));
  const authors = new Set(
    members.filter(({ role }) => hasPermission(role, 'alerts:manage')).map(({ personId }) => personId),
  );
  return Promise.all(
    alerts.map(async (alert) => {
      const { channel, alertId, setBy } = alert;
      const { failingSince = null } = channel.kind === 'slack' ? await readTargetHealth(alertId) : {};
      return toAlertView(alert, names, authors.has(setBy.personId), failingSince);
    }),
  );
}

function toChange(principal: MemberPrincipal, requestId: string, now: Date): MemberChange {
  return { by: toActor(principal, requestId), member: principal, now };
}
