import type { ComponentType } from 'preact';
import { exec } from 'preact-iso/router';
import { SignedOutScreen } from '../screens/signed-out.tsx';
import { loadScreen, type ScreenProps } from './load-screen.tsx';

interface ScreenRoute {
  path: string;
  screen: ComponentType<ScreenProps>;
  /** Loads the script of the screen; absent if it is part of the first load. */
  load?: () => Promise<unknown>;
}

/** Returns a route to a screen that has a script of its own. */
const route = (path: string, load: () => Promise<ComponentType<ScreenProps>>): ScreenRoute => ({
  path,
  screen: loadScreen(load),
  load,
});

/** The screens of an account. `findPermission` says who may open them. */
export const accountRoutes: readonly ScreenRoute[] = [
  route('/', async () => (await import('../screens/overview.tsx')).OverviewScreen),
  route('/scans', async () => (await import('../screens/scans.tsx')).ScansScreen),
  route('/sites/new', async () => (await import('../screens/new-site.tsx')).NewSiteScreen),
  route('/sites/:siteId', async () => (await import('../screens/site.tsx')).SiteScreen),
  route('/sites/:siteId/scan', async () => (await import('../screens/start-scan.tsx')).StartScanScreen),
  route('/scans/:scanId/compare', async () => (await import('../screens/compare.tsx')).CompareScreen),
  route('/scans/:scanId', async () => (await import('../screens/scan.tsx')).ScanScreen),
  route('/settings/api-keys', async () => (await import('../screens/api-keys.tsx')).ApiKeysScreen),
  route('/settings/api-keys/new', async () => (await import('../screens/new-api-key.tsx')).NewApiKeyScreen),
  route('/settings/api-keys/:keyId', async () => (await import('../screens/api-key.tsx')).ApiKeyScreen),
  route(
    '/settings/api-keys/:keyId/value',
    async () => (await import('../screens/api-key-value.tsx')).ApiKeyValueScreen,
  ),
  route(
    '/settings/api-keys/:keyId/rotate',
    async () => (await import('../screens/rotate-api-key.tsx')).RotateApiKeyScreen,
  ),
  route('/settings/members', async () => (await import('../screens/members.tsx')).MembersScreen),
  route('/settings/members/invite', async () => (await import('../screens/invite.tsx')).InviteScreen),
  route('/settings/members/:personId', async () => (await import('../screens/member.tsx')).MemberScreen),
  route('/settings/alerts', async () => (await import('../screens/alerts.tsx')).AlertsScreen),
  route('/settings/alerts/new', async () => (await import('../screens/new-alert.tsx')).NewAlertScreen),
  route('/settings/alerts/:alertId', async () => (await import('../screens/alert.tsx')).AlertScreen),
  route('/settings/webhooks', async () => (await import('../screens/webhooks.tsx')).WebhooksScreen),
  route('/settings/webhooks/new', async () => (await import('../screens/new-webhook.tsx')).NewWebhookScreen),
  route('/settings/webhooks/:webhookId', async () => (await import('../screens/webhook.tsx')).WebhookScreen),
  route(
    '/settings/webhooks/:webhookId/secret',
    async () => (await import('../screens/webhook-secret.tsx')).WebhookSecretScreen,
  ),
  route(
    '/settings/webhooks/:webhookId/deliveries/:deliveryId',
    async () => (await import('../screens/webhook-delivery.tsx')).WebhookDeliveryScreen,
  ),
  route('/settings/usage', async () => (await import('../screens/usage.tsx')).UsageScreen),
  route('/settings/audit', async () => (await import('../screens/audit.tsx')).AuditScreen),
  route(
    '/settings/shared-reports',
    async () => (await import('../screens/shared-reports.tsx')).SharedReportsScreen,
  ),
  route('/scans/:scanId/share', async () => (await import('../screens/share-report.tsx')).ShareReportScreen),
  route('/settings/account', async () => (await import('../screens/account.tsx')).AccountScreen),
  route(
    '/settings/notifications',
    async () => (await import('../screens/notifications.tsx')).NotificationsScreen,
  ),
  route('/settings/sessions', async () => (await import('../screens/sessions.tsx')).SessionsScreen),
];

/** The screens of strangers. They have no session, so that they show nothing of a person who is signed in. */
export const strangerRoutes: readonly ScreenRoute[] = [
  route('/shared', async () => (await import('../screens/shared.tsx')).SharedScreen),
  route('/unsubscribe', async () => (await import('../screens/unsubscribe.tsx')).UnsubscribeScreen),
];

/** Screens that need no account. The one that offers the sign-in is part of the first load. */
export const publicRoutes: readonly ScreenRoute[] = [
  { path: '/signed-out', screen: () => <SignedOutScreen /> },
  route('/invitation', async () => (await import('../screens/invitation.tsx')).InvitationScreen),
  route('/accessibility', async () => (await import('../screens/accessibility.tsx')).AccessibilityScreen),
];

/**
 * Loads the script of the screen at a path, so that it is there when the session was read.
 * @throws URIError if the path is malformed
 * @throws TypeError if the script cannot be loaded
 */
export async function preloadScreen(path: string): Promise<void> {
  const found = [...accountRoutes, ...publicRoutes, ...strangerRoutes].find((each) => exec(path, each.path));
  await found?.load?.();
}
