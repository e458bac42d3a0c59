import type { Actor } from '../audit/audit-entry.ts';
import type { Principal } from './principal.ts';

/** Returns the id under which scans and audit entries record a principal. */
export function actorIdOf(principal: Principal): string {
  switch (principal.kind) {
    case 'key':
      return principal.keyId;
    case 'member':
      return principal.memberId;
    case 'schedule':
      return principal.scheduleId;
  }
}

/** Returns a principal as the audit log names it. */
export function actorOf(principal: Principal, requestId: string): Actor {
  const { accountId } = principal;
  const sourceIp = 'sourceIp' in principal ? { sourceIp: principal.sourceIp } : {};
  return { accountId, actor: actorIdOf(principal), ...sourceIp, requestId };
}

/** Returns the id of the key that an actor is, or undefined for another actor. Usage is counted by key. */
export function keyOfActor(actor: string): string | undefined {
  return actor.startsWith('apikey_') ? actor : undefined;
}
