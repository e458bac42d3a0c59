import { canAccessSite, type Principal } from './principal.ts';
import { type Role, roles } from './roles.ts';

/** What a key or a member may do: a role, and the sites that it is limited to; undefined for all sites. */
export interface Grant {
  role: Role;
  siteIds?: readonly string[] | undefined;
}

/** True if a principal may give a grant: it has all permissions of the role, and access to all the sites. */
export function canGrant(principal: Pick<Principal, 'role' | 'siteIds'>, { role, siteIds }: Grant): boolean {
  const own = roles[principal.role].may;
  if (!roles[role].may.every((permission) => own.includes(permission))) return false;
  if (siteIds === undefined) return principal.siteIds === undefined;
  return siteIds.every((siteId) => canAccessSite(principal, siteId));
}
