import { findRolesWithPermission, hasPermission, type Permission, permissions, type Role } from './roles.ts';

/** Members that principals of every kind have. */
interface AnyPrincipal {
  accountId: string;
  role: Role;
  /** The sites that the principal is limited to; undefined if it may access every site of its account. */
  siteIds?: string[];
}

/** An API key, as the authorizer verified it. */
export interface KeyPrincipal extends AnyPrincipal {
  kind: 'key';
  /** Id of the key, `apikey_…`. */
  keyId: string;
  /**
   * When the presented value expires, RFC 3339 UTC: the expiry of the key or, for an earlier value, the end of the
   * grace period of the rotation.
   */
  expiresAt: string;
  /** Address that the call came from, as the gateway saw it. */
  sourceIp: string;
}

/** A person who is a member of the account. No call accepts one yet. */
export interface MemberPrincipal extends AnyPrincipal {
  kind: 'member';
  memberId: string;
  /** Address that the call came from, as the gateway saw it. */
  sourceIp: string;
}

/** A schedule of the account. It calls use cases without a request. */
export interface SchedulePrincipal extends AnyPrincipal {
  kind: 'schedule';
  scheduleId: string;
}

/** The caller of a use case. */
export type Principal = KeyPrincipal | MemberPrincipal | SchedulePrincipal;

export type PrincipalKind = Principal['kind'];

/** The principals of the given kinds. */
export type PrincipalOf<Kind extends PrincipalKind> = Extract<Principal, { kind: Kind }>;

/** True if the principal may access this site of its own account. */
export function canAccessSite({ siteIds }: Pick<Principal, 'siteIds'>, siteId: string): boolean {
  return siteIds === undefined || siteIds.includes(siteId);
}

/** Who may make a call: principals of these kinds whose role includes the permission. */
export interface CallRequirement {
  principals: readonly PrincipalKind[];
  permission: Permission;
}

const roleOwners: Record<PrincipalKind, string> = {
  key: "This key's role",
  member: 'Your role',
  schedule: "The schedule's role",
};

/** Returns why a principal may not make a call, as a sentence for the caller, or null if it may. */
export function getCallRefusal(
  { kind, role }: Principal,
  { principals, permission }: CallRequirement,
): string | null {
  if (!principals.includes(kind)) {
    return `A principal of kind ${kind} may not make this call. Kinds that may: ${principals.join(', ')}.`;
  }
  if (hasPermission(role, permission)) return null;
  const may = findRolesWithPermission(permission).join(', ');
  return `${roleOwners[kind]}, ${role}, may not ${permissions[permission]}. Roles that may: ${may}.`;
}
