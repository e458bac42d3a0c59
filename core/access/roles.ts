/**
 * The one table of roles and what each may do. The authorizer, the handlers, the OpenAPI document and the
 * documentation all read it from here.
 */

/** Something a caller may do; every API operation names exactly one. */
export const permissions = {
  'sites:read': 'list and read sites',
  'sites:write': 'create, change and delete sites',
  'scans:read': 'list and read scans, their findings and reports, trends and suppressions',
  'scans:trigger': 'trigger scans',
  'scans:cancel': 'cancel scans',
  'scans:accept': 'accept scans as baselines, whatever their gate decided',
  'suppressions:write': 'create, change and delete suppressions of findings',
  'rule-sets:read': 'list the rule sets',
  'usage:read': 'read the usage of the keys of the account',
  // No call uses these two yet: the administrator's command manages keys and reads the audit log.
  'keys:manage': 'create, rotate and revoke API keys',
  'audit:read': 'read the audit log',
} as const;

export type Permission = keyof typeof permissions;

const viewer = ['sites:read', 'scans:read', 'rule-sets:read'] as const;
const scanner = [...viewer, 'scans:trigger', 'scans:cancel'] as const;
const manager = [...scanner, 'sites:write', 'scans:accept', 'suppressions:write', 'usage:read'] as const;
const admin = [...manager, 'keys:manage', 'audit:read'] as const;

/** Every role with what it is for and what it may do, in the order in which people are shown them. */
export const roles = {
  viewer: {
    meaning: 'reads sites, scans, findings, reports, trends and suppressions',
    may: viewer as readonly Permission[],
  },
  scanner: {
    meaning: 'reads, triggers and cancels scans: the role for CI',
    may: scanner as readonly Permission[],
  },
  manager: {
    meaning: 'what scanner may, manages sites and suppressions, accepts scans, and reads usage',
    may: manager as readonly Permission[],
  },
  admin: { meaning: 'everything, keys and the audit log included', may: admin as readonly Permission[] },
} as const;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as [Role, ...Role[]];

/** Whether a role includes a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return roles[role].may.includes(permission);
}

/** Returns the roles that include a permission, in the order of `roles`. A 403 answer names them. */
export function findRolesWithPermission(permission: Permission): Role[] {
  return roleNames.filter((role) => hasPermission(role, permission));
}
