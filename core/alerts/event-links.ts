import { API_PATH } from '../api/endpoint.ts';
import type { MessageLink } from './message.ts';

/** Where the dashboard and the API are. */
export interface Origin {
  /** Origin of the dashboard and of the API. */
  origin: string;
  accountId: string;
}

interface Links {
  dashboard: string;
  api: string;
}

/** Returns the URL of a screen of the dashboard in an account. @param path begins with `/` */
export function buildScreenUrl(
  { origin, accountId }: Origin,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  return `${origin}${path}?${new URLSearchParams({ account: accountId, ...query })}`;
}

function buildApiUrl({ origin }: Origin, path: string): string {
  return `${origin}${API_PATH}${path}`;
}

export function buildSiteLinks(at: Origin, siteId: string): Links {
  return {
    dashboard: buildScreenUrl(at, `/sites/${siteId}`),
    api: buildApiUrl(at, `/sites/${siteId}`),
  };
}

export function buildScanLinks(at: Origin, scanId: string): Links {
  return {
    dashboard: buildScreenUrl(at, `/scans/${scanId}`),
    api: buildApiUrl(at, `/scans/${scanId}`),
  };
}

/** Returns the links to an issue group in the scan that has it. */
export function buildGroupLinks(at: Origin, scanId: string, groupId: string): Links {
  return {
    dashboard: buildScreenUrl(at, `/scans/${scanId}`, { tab: 'violations', group: groupId }),
    api: buildApiUrl(at, `/scans/${scanId}/findings?${new URLSearchParams({ issueGroup: groupId })}`),
  };
}

export function buildKeyLinks(at: Origin, keyId: string): Links {
  return {
    dashboard: buildScreenUrl(at, `/settings/api-keys/${keyId}`),
    api: buildApiUrl(at, `/api-keys/${keyId}`),
  };
}

export function buildMembersLinks(at: Origin): Links {
  return { dashboard: buildScreenUrl(at, '/settings/members'), api: buildApiUrl(at, '/invitations') };
}

/** Returns the links to all endpoints of webhooks. */
export function buildWebhooksLinks(at: Origin): Links {
  return { dashboard: buildScreenUrl(at, '/settings/webhooks'), api: buildApiUrl(at, '/webhooks') };
}

export function buildWebhookLinks(at: Origin, webhookId: string): Links {
  return {
    dashboard: buildScreenUrl(at, `/settings/webhooks/${webhookId}`),
    api: buildApiUrl(at, `/webhooks/${webhookId}`),
  };
}

export function buildAlertLinks(at: Origin, alertId: string): Links {
  return {
    dashboard: buildScreenUrl(at, `/settings/alerts/${alertId}`),
    api: buildApiUrl(at, `/alerts/${alertId}`),
  };
}

/** Returns the link to where an alert is changed. @param alertId null for one that is not set yet */
export function buildAlertSettingsLink(at: Origin, alertId: string | null): MessageLink {
  const url =
    alertId === null ? buildScreenUrl(at, '/settings/alerts') : buildAlertLinks(at, alertId).dashboard;
  return { text: 'Change or delete this alert', url };
}
