import type { ProblemCode } from '../problems/problems.ts';
import { findRolesWithPermission, hasPermission, type Permission, permissions, type Role } from './roles.ts';
import { ACCOUNT_HEADER } from './session-text.ts';

/** Members that the principals of an account have, whatever their kind. */
interface AccountPrincipal {
  accountId: string;
  role: Role;
  /** The sites that the principal is limited to; undefined if it may access every site of its account. */
  siteIds?: string[];
}

/** An API key, as the authorizer verified it. */
export interface KeyPrincipal extends AccountPrincipal {
  kind: 'key';
  /** Id of the key, `apikey_…`. */
  keyId: string;
  /**
   * When the presented value expires, RFC 3339 UTC: the expiry of the key or, for an earlier value, the end of the
   * grace period of the rotation.
   */
  expiresAt: string;
  /** Whether the presented value is the one before the last rotation. */
  isPreviousValue: boolean;
  /** Address that the call came from, see `getCallerAddress`. */
  sourceIp: string;
}

/** A signed-in person, as the authorizer read it from a session. */
interface SignedInPerson {
  /** Id of the person, `person_…`. */
  personId: string;
  /** Id of the session, `session_…`. */
  sessionId: string;
  /** SHA-256 of the value of the session's cookie: the key of its item. It is in no response and in no log. */
  sessionHash: string;
  /** When the person last proved who they are to the identity provider, RFC 3339 UTC; null if it does not say. */
  signedInAt: string | null;
  /** Address that the call came from, see `getCallerAddress`. */
  sourceIp: string;
}

/** A person who is a member of the account. */
export interface MemberPrincipal extends AccountPrincipal, SignedInPerson {
  kind: 'member';
}

/** A signed-in person whose call concerns no account. */
export interface PersonPrincipal extends SignedInPerson {
  kind: 'person';
}

/** A schedule of the account. It calls use cases without a request. */
export interface SchedulePrincipal extends AccountPrincipal {
  kind: 'schedule';
  scheduleId: string;
}

/** The caller of a use case that concerns an account. */
export type Principal = KeyPrincipal | MemberPrincipal | SchedulePrincipal;

export type PrincipalKind = Principal['kind'];

/** A caller of any call. */
export type AnyPrincipal = Principal | PersonPrincipal;

/** The kinds of all callers. `person` is for calls that concern no account. */
export type CallerKind = AnyPrincipal['kind'];

/** The principals of the given kinds. */
export type PrincipalOf<Kind extends CallerKind> = Extract<AnyPrincipal, { kind: Kind }>;

/** Returns a signed-in person without the account that the call names. */
export function toPersonPrincipal(person: MemberPrincipal | PersonPrincipal): PersonPrincipal {
  const { personId, sessionId, sessionHash, signedInAt, sourceIp } = person;
  return { kind: 'person', personId, sessionId, sessionHash, signedInAt, sourceIp };
}

/** True if the principal may access this site of its own account. */
export function canAccessSite({ siteIds }: Pick<Principal, 'siteIds'>, siteId: string): boolean {
  return siteIds === undefined || siteIds.includes(siteId);
}

/** Who may make a call: principals of these kinds whose role includes the permission, if the call needs one. */
export interface CallRequirement {
  principals: readonly CallerKind[];
  permission: Permission | null;
}

/** Why a caller may not make a call: a problem code, and a sentence for the caller. */
export interface CallRefusal {
  code: Extract<ProblemCode, 'people-only' | 'account-missing' | 'role-too-small'>;
  detail: string;
}

const roleOwners: Record<PrincipalKind, string> = {
  key: "This key's role",
  member: 'Your role',
  schedule: "The schedule's role",
};

/**
 * Returns why a principal may not make a call, or null if it may. A member may make every call that is for persons.
 */
export function getCallRefusal(
  principal: AnyPrincipal,
  { principals, permission }: CallRequirement,
): CallRefusal | null {
  if (permission === null) {
    return principal.kind === 'person' || principal.kind === 'member' ? null : createKindRefusal();
  }
  if (principal.kind === 'person') {
    return {
      code: 'account-missing',
      detail: `Name the account of the call in the header ${ACCOUNT_HEADER}.`,
    };
  }
  if (!principals.includes(principal.kind)) return createKindRefusal();
  if (hasPermission(principal.role, permission)) return null;
  const may = findRolesWithPermission(permission).join(', ');
  return {
    code: 'role-too-small',
    detail: `${roleOwners[principal.kind]}, ${principal.role}, may not ${permissions[permission]}. Roles that may: ${may}.`,
  };
}

function createKindRefusal(): CallRefusal {
  return {
    code: 'people-only',
    detail: 'Only people may make this call. Sign in to the dashboard; an API key cannot make it.',
  };
}
