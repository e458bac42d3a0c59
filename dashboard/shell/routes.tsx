import type { ComponentType } from 'preact';
import { SignedOutScreen } from '../screens/signed-out.tsx';
import { loadScreen, type ScreenProps } from './load-screen.tsx';

interface ScreenRoute {
  path: string;
  screen: ComponentType<ScreenProps>;
  /** The permission that the screen needs. The service checks it again at each call. */
  permission?: string;
}

/** The screens of an account. Each has a script of its own. */
export const accountRoutes: readonly ScreenRoute[] = [
  { path: '/', screen: loadScreen(async () => (await import('../screens/overview.tsx')).OverviewScreen) },
  {
    path: '/settings/api-keys',
    permission: 'keys:manage',
    screen: loadScreen(async () => (await import('../screens/api-keys.tsx')).ApiKeysScreen),
  },
  {
    path: '/settings/api-keys/new',
    permission: 'keys:manage',
    screen: loadScreen(async () => (await import('../screens/new-api-key.tsx')).NewApiKeyScreen),
  },
  {
    path: '/settings/api-keys/:keyId',
    permission: 'keys:manage',
    screen: loadScreen(async () => (await import('../screens/api-key.tsx')).ApiKeyScreen),
  },
  {
    path: '/settings/api-keys/:keyId/value',
    permission: 'keys:manage',
    screen: loadScreen(async () => (await import('../screens/api-key-value.tsx')).ApiKeyValueScreen),
  },
  {
    path: '/settings/api-keys/:keyId/rotate',
    permission: 'keys:manage',
    screen: loadScreen(async () => (await import('../screens/rotate-api-key.tsx')).RotateApiKeyScreen),
  },
  {
    path: '/settings/members',
    permission: 'members:manage',
    screen: loadScreen(async () => (await import('../screens/members.tsx')).MembersScreen),
  },
  {
    path: '/settings/members/invite',
    permission: 'members:manage',
    screen: loadScreen(async () => (await import('../screens/invite.tsx')).InviteScreen),
  },
  {
    path: '/settings/members/:personId',
    permission: 'members:manage',
    screen: loadScreen(async () => (await import('../screens/member.tsx')).MemberScreen),
  },
  {
    path: '/settings/usage',
    permission: 'usage:read',
    screen: loadScreen(async () => (await import('../screens/usage.tsx')).UsageScreen),
  },
  {
    path: '/settings/audit',
    permission: 'audit:read',
    screen: loadScreen(async () => (await import('../screens/audit.tsx')).AuditScreen),
  },
  {
    path: '/settings/account',
    screen: loadScreen(async () => (await import('../screens/account.tsx')).AccountScreen),
  },
  {
    path: '/settings/sessions',
    screen: loadScreen(async () => (await import('../screens/sessions.tsx')).SessionsScreen),
  },
];

/** Screens that need no account. Those of the first load handle sign-in; the others have a script of their own. */
export const publicRoutes: readonly Omit<ScreenRoute, 'permission'>[] = [
  { path: '/signed-out', screen: () => <SignedOutScreen /> },
  {
    path: '/invitation',
    screen: loadScreen(async () => (await import('../screens/invitation.tsx')).InvitationScreen),
  },
  {
    path: '/accessibility',
    screen: loadScreen(async () => (await import('../screens/accessibility.tsx')).AccessibilityScreen),
  },
];
