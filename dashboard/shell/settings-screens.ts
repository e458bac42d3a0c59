import type { Permission } from '../../core/access/roles.ts';

/** One screen under Settings. Screens below its path need the same permission. */
interface SettingsScreen {
  path: string;
  /** Names its texts. */
  name:
    | 'apiKeys'
    | 'members'
    | 'alerts'
    | 'webhooks'
    | 'usage'
    | 'audit'
    | 'sharedReports'
    | 'account'
    | 'notifications'
    | 'sessions';
  /** The permission that it needs; undefined if every member may open it. */
  permission?: Permission;
}

/** The screens under Settings, in the order of the navigation. The service checks permissions again at each call. */
export const settingsScreens: readonly SettingsScreen[] = [
  { path: '/settings/api-keys', name: 'apiKeys', permission: 'keys:manage' },
  { path: '/settings/members', name: 'members', permission: 'members:manage' },
  { path: '/settings/alerts', name: 'alerts', permission: 'alerts:manage' },
  { path: '/settings/webhooks', name: 'webhooks', permission: 'webhooks:manage' },
  { path: '/settings/usage', name: 'usage', permission: 'usage:read' },
  { path: '/settings/audit', name: 'audit', permission: 'audit:read' },
  { path: '/settings/shared-reports', name: 'sharedReports', permission: 'reports:share' },
  { path: '/settings/account', name: 'account' },
  { path: '/settings/notifications', name: 'notifications' },
  { path: '/settings/sessions', name: 'sessions' },
];

/** Further screens that need a permission. */
const others: readonly { path: string; permission?: Permission }[] = [
  { path: '/sites/new', permission: 'sites:write' },
];

/** Returns the permission that a path needs; undefined if every member may open it. */
export function findPermission(path: string): Permission | undefined {
  return [...settingsScreens, ...others].find(
    (screen) => path === screen.path || path.startsWith(`${screen.path}/`),
  )?.permission;
}
