import { alertId, deliveryId, webhookId } from './fake-alerts.ts';
import { accounts, id, inviteToken, keyId, otherPersonId, unsubscribeToken } from './fake-data.ts';
import { comparedScanId, otherScanId } from './fake-history.ts';
import { endedScanId, runningScanId } from './fake-results.ts';
import { getShareToken, sharedScanId } from './fake-sharing.ts';
import { siteId } from './fake-sites.ts';

/** What the calls of a screen answer. */
export const dataStates = ['full', 'empty', 'error'] as const;
export type DataState = (typeof dataStates)[number];

/** One screen of the dashboard. */
export interface TestedScreen {
  name: string;
  /** Path and query for an account. */
  path: (account: string) => string;
  /** Whether it shows data of the account, so that its states differ. */
  hasStates: boolean;
  /** Whether it is tested in every combination of theme, width and state. */
  isFull?: true;
}

const inAccount = (path: string) => (account: string) =>
  `${path}${path.includes('?') ? '&' : '?'}account=${account}`;

/** Returns the path of a shared report with its token, for the data of an account. */
const inLink = (path: string) => (account: string) => `${path}#${getShareToken(account)}`;

/** Every screen. `test/unit/dashboard/screens.test.ts` compares them with the routes. */
export const screens: readonly TestedScreen[] = [
  { name: 'api-keys', path: inAccount('/settings/api-keys'), hasStates: true, isFull: true },
  { name: 'usage', path: inAccount('/settings/usage'), hasStates: true, isFull: true },
  { name: 'audit', path: inAccount('/settings/audit'), hasStates: true, isFull: true },
  { name: 'new-api-key', path: inAccount('/settings/api-keys/new'), hasStates: true },
  { name: 'api-key', path: inAccount(`/settings/api-keys/${keyId}`), hasStates: true },
  { name: 'rotate-api-key', path: inAccount(`/settings/api-keys/${keyId}/rotate`), hasStates: true },
  { name: 'members', path: inAccount('/settings/members'), hasStates: true },
  { name: 'member', path: inAccount(`/settings/members/${otherPersonId}`), hasStates: true },
  { name: 'shared-reports', path: inAccount('/settings/shared-reports'), hasStates: true },
  { name: 'share-report', path: inAccount(`/scans/${sharedScanId}/share`), hasStates: true },
  { name: 'account', path: inAccount('/settings/account'), hasStates: true },
  { name: 'alerts', path: inAccount('/settings/alerts'), hasStates: true },
  { name: 'alert', path: inAccount(`/settings/alerts/${alertId}?preview=${siteId}`), hasStates: true },
  { name: 'webhooks', path: inAccount('/settings/webhooks'), hasStates: true },
  { name: 'webhook', path: inAccount(`/settings/webhooks/${webhookId}`), hasStates: true },
  {
    name: 'webhook-settings',
    path: inAccount(`/settings/webhooks/${id('webhook', '2')}?tab=settings`),
    hasStates: false,
  },
  {
    name: 'webhook-delivery',
    path: inAccount(`/settings/webhooks/${webhookId}/deliveries/${deliveryId}`),
    hasStates: true,
  },
  { name: 'new-alert', path: inAccount('/settings/alerts/new'), hasStates: false },
  { name: 'new-webhook', path: inAccount('/settings/webhooks/new'), hasStates: false },
  { name: 'notifications', path: inAccount('/settings/notifications'), hasStates: false },
  { name: 'site-groups', path: inAccount(`/sites/${siteId}?tab=groups`), hasStates: true },
  { name: 'site-pages', path: inAccount(`/sites/${siteId}?tab=pages`), hasStates: true },
  { name: 'site-scans', path: inAccount(`/sites/${siteId}?tab=scans`), hasStates: true },
  { name: 'site-trend', path: inAccount(`/sites/${siteId}?tab=trend`), hasStates: true },
  { name: 'site-suppressions', path: inAccount(`/sites/${siteId}?tab=suppressions`), hasStates: true },
  { name: 'site-schedule', path: inAccount(`/sites/${siteId}?tab=schedule`), hasStates: true },
  { name: 'set-schedule', path: inAccount(`/sites/${siteId}?tab=schedule&edit=schedule`), hasStates: false },
  { name: 'site-decisions', path: inAccount(`/sites/${siteId}?tab=decisions`), hasStates: true },
  { name: 'site-settings', path: inAccount(`/sites/${siteId}?tab=settings`), hasStates: true },
  { name: 'start-scan', path: inAccount(`/sites/${siteId}/scan`), hasStates: true },
  {
    name: 'compare',
    path: inAccount(`/scans/${comparedScanId}/compare?with=${otherScanId}`),
    hasStates: true,
  },
  { name: 'overview', path: inAccount('/'), hasStates: true },
  { name: 'scans', path: inAccount('/scans'), hasStates: true },
  { name: 'shared', path: inLink('/shared'), hasStates: true },
  { name: 'shared-violations', path: inLink('/shared?tab=violations&group=grp_1'), hasStates: true },
  { name: 'new-site', path: inAccount('/sites/new'), hasStates: false },
  { name: 'scan-summary', path: inAccount(`/scans/${endedScanId}?tab=summary`), hasStates: true },
  {
    name: 'scan-violations',
    path: inAccount(`/scans/${endedScanId}?tab=violations&group=grp_1`),
    hasStates: true,
  },
  { name: 'scan-changes', path: inAccount(`/scans/${endedScanId}?tab=changes`), hasStates: true },
  { name: 'scan-pages', path: inAccount(`/scans/${endedScanId}?tab=pages`), hasStates: true },
  { name: 'scan-progress', path: inAccount(`/scans/${runningScanId}`), hasStates: true },
  {
    name: 'scan-review',
    path: inAccount(`/scans/${endedScanId}?tab=needs-review&group=grp_5`),
    hasStates: false,
  },
  { name: 'scan-not-tested', path: inAccount(`/scans/${endedScanId}?tab=not-tested`), hasStates: false },
  { name: 'scan-details', path: inAccount(`/scans/${endedScanId}?tab=details`), hasStates: false },
  { name: 'invite', path: inAccount('/settings/members/invite'), hasStates: false },
  { name: 'sessions', path: inAccount('/settings/sessions'), hasStates: false },
  {
    name: 'new-suppression',
    path: inAccount(`/sites/${siteId}?tab=suppressions&edit=new`),
    hasStates: false,
  },
  { name: 'invitation', path: () => `/invitation#${inviteToken}`, hasStates: false },
  { name: 'unsubscribe', path: () => `/unsubscribe#${unsubscribeToken}`, hasStates: false },
  { name: 'shared-details', path: inLink('/shared?tab=details'), hasStates: false },
  { name: 'shared-ended', path: () => '/shared#share_ended', hasStates: false },
  { name: 'webhook-secret', path: inAccount(`/settings/webhooks/${webhookId}/secret`), hasStates: false },
  { name: 'signed-out', path: () => '/signed-out?problem=provider-down', hasStates: false },
  { name: 'accessibility', path: inAccount('/accessibility'), hasStates: false },
  { name: 'api-key-value', path: inAccount(`/settings/api-keys/${keyId}/value`), hasStates: false },
  { name: 'accounts', path: () => '/accounts', hasStates: false },
  { name: 'not-found', path: inAccount('/nothing'), hasStates: false },
];

export const themes = ['light', 'dark', 'forced'] as const;
export type TestedTheme = (typeof themes)[number];
export const widths = [320, 1280] as const;
export type TestedWidth = (typeof widths)[number];

/** One scan of a screen. */
export interface ScanCase {
  screen: TestedScreen;
  theme: TestedTheme;
  width: TestedWidth;
  state: DataState;
}

/** Returns the path of the screen of a case. */
export const getCasePath = ({ screen, state }: ScanCase) => screen.path(accounts[state]);

/**
 * Returns what is scanned: every combination on three screens; on the others rows in which each pair of theme, width
 * and state occurs, and for each screen with states every theme, every state and both widths.
 */
export function listCases(): ScanCase[] {
  const full = screens.filter(({ isFull }) => isFull);
  const others = screens.filter(({ isFull }) => !isFull);
  const complete = full.flatMap((screen) =>
    themes.flatMap((theme) =>
      widths.flatMap((width) => dataStates.map((state) => ({ screen, theme, width, state }))),
    ),
  );
  const withStates = others
    .filter(({ hasStates }) => hasStates)
    .flatMap((screen, number) =>
      dataStates.map((state, row): ScanCase => {
        const theme = themes[(row + number) % themes.length] as TestedTheme;
        return { screen, theme, width: widths[(row + number) % 2] as TestedWidth, state };
      }),
    );
  const without = others
    .filter(({ hasStates }) => !hasStates)
    .flatMap((screen, number): ScanCase[] => {
      const at = (row: number): ScanCase => ({
        screen,
        theme: themes[(row + number) % themes.length] as TestedTheme,
        width: widths[row % 2] as TestedWidth,
        state: 'full',
      });
      // The last screens have no parts of their own.
      return number < 9 ? [at(0), at(1)] : [at(number % 2)];
    });
  return [...complete, ...withStates, ...without];
}
