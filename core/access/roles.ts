/** The only table of permissions and roles. The authorizer, the handlers, the OpenAPI document and the docs use it. */

/** What a caller may do in an account. Every call that concerns an account requires exactly one permission. */
export const permissions = {
  'sites:read': 'list and read sites',
  'sites:write': 'create, change and delete sites',
  'scans:read': 'list and read scans, their findings and reports, trends, suppressions and decisions',
  'scans:trigger': 'trigger scans',
  'scans:cancel': 'cancel scans',
  'scans:delete': 'delete scans with their reports and pictures',
  'scans:accept': 'accept scans as baselines, even if their gate failed',
  'suppressions:write':
    'create, change and delete suppressions of findings, and decide about findings that need review',
  'reports:share': 'share reports by a link',
  'alerts:manage': 'create, change and delete alerts: who hears what of which sites',
  'rule-sets:read': 'list the rule sets',
  'usage:read': 'read the usage of the keys and people of the account',
  'webhooks:manage': 'create, change and delete endpoints of webhooks, and read their deliveries',
  'keys:manage': 'create, rotate and revoke API keys',
  'members:read': 'list the members of the account',
  'members:manage': 'invite, change and remove members',
  'audit:read': 'read the audit log',
  'account:manage': 'rename and delete the account',
  'account:leave': 'leave the account',
} as const;

export type Permission = keyof typeof permissions;

const viewer = ['sites:read', 'scans:read', 'rule-sets:read', 'account:leave'] as const;
const scanner = [...viewer, 'scans:trigger', 'scans:cancel'] as const;
const manager = [
  ...scanner,
  'sites:write',
  'scans:delete',
  'scans:accept',
  'suppressions:write',
  'reports:share',
  'alerts:manage',
  'members:read',
  'usage:read',
] as const;
const admin = [
  ...manager,
  'webhooks:manage',
  'keys:manage',
  'members:manage',
  'audit:read',
  'account:manage',
] as const;

/** Every role with its purpose and its permissions, in display order. */
export const roles = {
  viewer: {
    meaning: 'reads sites, scans, findings, reports, trends, suppressions and decisions',
    may: viewer as readonly Permission[],
  },
  scanner: {
    meaning: 'reads, triggers and cancels scans: the role for CI',
    may: scanner as readonly Permission[],
  },
  manager: {
    meaning:
      'like scanner; also manages sites and suppressions, decides about findings that need review, accepts and deletes scans, shares reports, manages alerts, lists members and reads usage',
    may: manager as readonly Permission[],
  },
  admin: {
    meaning: 'everything, including webhooks, keys, members, the account and the audit log',
    may: admin as readonly Permission[],
  },
} as const;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as [Role, ...Role[]];

/** True if a role includes a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return roles[role].may.includes(permission);
}

/** Returns the roles that include a permission, in the order of `roles`. A 403 response lists them. */
export function findRolesWithPermission(permission: Permission): Role[] {
  return roleNames.filter((role) => hasPermission(role, permission));
}
