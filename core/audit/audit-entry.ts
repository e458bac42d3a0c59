import type { AnyPrincipal, Principal } from '../access/principal.ts';

/**
 * The actions that the audit log records. The entry of a change is written in the same transaction as the change; the
 * entry of a read is written before the caller gets the result.
 */
export const auditActions = [
  'account.created',
  'account.changed',
  'account.deleted',
  'key.created',
  'key.changed',
  'key.rotated',
  'key.overlap-ended',
  'key.expired',
  'key.revoked',
  'key.refused',
  'member.invited',
  'member.joined',
  'member.role-changed',
  'member.removed',
  'member.left',
  'member.refused',
  'invitation.resent',
  'invitation.revoked',
  'session.started',
  'session.refused',
  'session.ended',
  'site.created',
  'site.changed',
  'site.deleted',
  'scan.triggered',
  'scan.cancelled',
  'scan.accepted',
  'scan.deleted',
  'report.linked',
  'picture.linked',
  'suppression.created',
  'suppression.changed',
  'suppression.deleted',
  'schedule.created',
  'schedule.changed',
  'schedule.deleted',
  'schedule.paused',
  'alert.created',
  'alert.changed',
  'alert.deleted',
  'alert.disabled',
  'decision.created',
  'decision.changed',
  'decision.deleted',
  'shared-report.created',
  'shared-report.opened',
  'shared-report.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.secret-rotated',
  'webhook.disabled',
  'webhook.deleted',
  'account.read',
  'site.listed',
  'key.listed',
  'usage.read',
  'audit.read',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The actor of a call with the token of a shared report. */
export const STRANGER = 'stranger';

/** Who acted, and by which request. */
export interface Actor {
  /** The account in whose log the entry is, or `SIGN_IN_LOG`. */
  accountId: string;
  /**
   * The id of a key (`apikey_…`), a person (`person_…`) or a schedule; the name of an operator (`person:…`);
   * `service` if the service itself acted; `stranger` for the reader of a shared report; or `unknown` for a refused
   * sign-in.
   */
  actor: string;
  sourceIp?: string;
  requestId: string;
}

/** One entry of the audit log. Entries are never changed or deleted. */
export interface AuditEntry extends Actor {
  auditId: string;
  /** RFC 3339 UTC. */
  time: string;
  action: AuditAction;
  /** Id of the object of the action. */
  target: string;
  /**
   * Details: ids, names of changed members, a role, a time. Never a secret, and no address or name that a customer
   * chose, because entries outlast the site, the scan and the account.
   */
  detail?: Record<string, string | number | string[]>;
}

/** An event for the audit log. Its entry gets an id and the time. */
export interface AuditEvent extends Pick<AuditEntry, 'action' | 'target' | 'detail'> {
  by: Actor;
  now: Date;
}

/** Returns the id under which scans and audit entries record a principal. */
export function getActorId(principal: AnyPrincipal): string {
  switch (principal.kind) {
    case 'key':
      return principal.keyId;
    case 'member':
    case 'person':
      return principal.personId;
    case 'schedule':
      return principal.scheduleId;
  }
}

/** Returns the actor that the audit log records for a principal. */
export function toActor(principal: Principal, requestId: string): Actor {
  const { accountId } = principal;
  const sourceIp = 'sourceIp' in principal ? { sourceIp: principal.sourceIp } : {};
  return { accountId, actor: getActorId(principal), ...sourceIp, requestId };
}

/** Returns the key id if the actor is a key, else undefined. */
export function getActorKeyId(actor: string): string | undefined {
  return actor.startsWith('apikey_') ? actor : undefined;
}

/** Returns the person id if the actor is a person who signed in, else undefined. */
export function getActorPersonId(actor: string): string | undefined {
  return actor.startsWith('person_') ? actor : undefined;
}
