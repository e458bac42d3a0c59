import type { AuditEvent } from '../core/audit/audit-entry.ts';

export interface RecordSessionEventDependencies {
  listMemberships(personId: string): Promise<{ accountId: string }[]>;
  /** Writes one entry of the audit log. */
  recordEvent(event: AuditEvent): Promise<void>;
}

/** What happened to a session of a person. */
export interface SessionEvent {
  action: 'session.started' | 'session.ended' | 'session.refused';
  personId: string;
  /** Id of the session; of the person for a sign-in that was refused, and if all sessions ended. */
  target: string;
  detail?: Record<string, string>;
  requestId: string;
  sourceIp: string;
  now: Date;
}

/** Records an event in the audit log of each account of the person, because a session belongs to no account. */
export async function recordSessionEvent(
  { listMemberships, recordEvent }: RecordSessionEventDependencies,
  { action, personId, target, detail, requestId, sourceIp, now }: SessionEvent,
): Promise<void> {
  const memberships = await listMemberships(personId);
  const record = ({ accountId }: { accountId: string }) => {
    const by = { accountId, actor: personId, sourceIp, requestId };
    return recordEvent({ by, action, target, ...(detail === undefined ? {} : { detail }), now });
  };
  await Promise.all(memberships.map(record));
}
