import type { ComponentType } from 'preact';
import { SignedOutScreen } from '../screens/signed-out.tsx';
import { loadScreen, type ScreenProps } from './load-screen.tsx';

interface ScreenRoute {
  path: string;
  screen: ComponentType<ScreenProps>;
}

/** The screens of an account. Each has a script of its own. `findPermission` says who may open them. */
export const accountRoutes: readonly ScreenRoute[] = [
  { path: '/', screen: loadScreen(async () => (await import('../screens/overview.tsx')).OverviewScreen) },
  {
    path: '/settings/api-keys',
    screen: loadScreen(async () => (await import('../screens/api-keys.tsx')).ApiKeysScreen),
  },
  {
    path: '/settings/api-keys/new',
    screen: loadScreen(async () => (await import('../screens/new-api-key.tsx')).NewApiKeyScreen),
  },
  {
    path: '/settings/api-keys/:keyId',
    screen: loadScreen(async () => (await import('../screens/api-key.tsx')).ApiKeyScreen),
  },
  {
    path: '/settings/api-keys/:keyId/value',
    screen: loadScreen(async () => (await import('../screens/api-key-value.tsx')).ApiKeyValueScreen),
  },
  {
    path: '/settings/api-keys/:keyId/rotate',
    screen: loadScreen(async () => (await import('../screens/rotate-api-key.tsx')).RotateApiKeyScreen),
  },
  {
    path: '/settings/members',
    screen: loadScreen(async () => (await import('../screens/members.tsx')).MembersScreen),
  },
  {
    path: '/settings/members/invite',
    screen: loadScreen(async () => (await import('../screens/invite.tsx')).InviteScreen),
  },
  {
    path: '/settings/members/:personId',
    screen: loadScreen(async () => (await import('../screens/member.tsx')).MemberScreen),
  },
  {
    path: '/settings/usage',
    screen: loadScreen(async () => (await import('../screens/usage.tsx')).UsageScreen),
  },
  {
    path: '/settings/audit',
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
export const publicRoutes: readonly ScreenRoute[] = [
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
