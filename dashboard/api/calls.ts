import { type CallOptions, call, callText, type QueryValue } from './call.ts';
import type {
  AcceptedInvitation,
  Account,
  AccountDeletion,
  Alert,
  AlertPreview,
  ApiKey,
  ApiKeyDetail,
  AuditEntry,
  ChangedMember,
  ChangedSite,
  ChangedSuppression,
  CountedPageOf,
  Decision,
  Delivery,
  DeliveryDetail,
  Finding,
  FindingHistory,
  GroupHistory,
  Invitation,
  InvitationPreview,
  InvitationWithLink,
  KeyUsage,
  KeyWithValue,
  Me,
  Member,
  MemberRemoval,
  NewSharedReport,
  NewSite,
  NewSuppression,
  Notifications,
  Overview,
  PageOf,
  PersonUsage,
  ReportFormat,
  RevokedKey,
  RuleSets,
  Scan,
  ScanComparison,
  ScanGroup,
  ScanPages,
  ScanResults,
  Schedule,
  SessionList,
  SharedReport,
  SignedOut,
  Site,
  SiteGroups,
  Suppression,
  TemporaryLink,
  Trend,
  UsageLimits,
  Webhook,
  WebhookWithSecret,
} from './types.ts';

/** The calls of the signed-in person, which name no account. */
export const readMe = (signal?: AbortSignal) => call<Me>('GET', '/me', { signal });
export const changeMe = (body: { name: string }) => call<Me>('PATCH', '/me', { body });
export const listSessions = (signal?: AbortSignal) => call<SessionList>('GET', '/me/sessions', { signal });
export const endSession = (sessionId: string) => call<void>('DELETE', `/me/sessions/${sessionId}`);
export const endAllSessions = () => call<void>('DELETE', '/me/sessions');
export const signOut = () => call<SignedOut>('POST', '/sign-out');
export const previewInvitation = (token: string, signal?: AbortSignal) =>
  call<InvitationPreview>('POST', '/me/invitations/preview', { body: { token }, signal });
export const acceptInvitation = (token: string) =>
  call<AcceptedInvitation>('POST', '/me/invitations/accept', { body: { token } });

export const readNotifications = (signal?: AbortSignal) =>
  call<Notifications>('GET', '/me/notifications', { signal });
export const setNotifications = (body: { accountId: string; alerts: boolean; digests: boolean }) =>
  call<Notifications>('PUT', '/me/notifications', { body });
export const startMail = () => call<Notifications>('POST', '/me/notifications/start');
/** Switches mails off by the token of a mail, without a session. */
export const unsubscribe = (token: string) =>
  call<void>('POST', '/unsubscribe', { query: { token }, isForStrangers: true });

/** Which entries of a list to return. */
export type ListQuery = Readonly<Record<string, QueryValue>>;

interface NewKey {
  name: string;
  description: string;
  role: string;
  /** null if the text is not a number, so that the service explains what is wrong. */
  expiresInDays: number | null;
  siteIds?: string[];
}

interface KeyRotation {
  graceHours: number | null;
  expiresInDays: number | null;
  endPrevious: boolean;
}

interface NewDecision {
  scanId: string;
  fingerprint: string;
  /** Empty if the person chose nothing, so that the service explains what is wrong. */
  decision: string;
  reason: string;
}

/** What a person entered, which the service validates. */
export type Entered = Readonly<Record<string, unknown>>;

export interface NewScan {
  config: Entered;
}

/** Returns the calls of one account. */
export function createAccountCalls(accountId: string) {
  const get = <Result>(path: string, query?: ListQuery, signal?: AbortSignal) =>
    call<Result>('GET', path, { accountId, query, signal });
  const send = <Result>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ) => call<Result>(method, path, { accountId, body, idempotencyKey });
  return {
    accountId,
    readAccount: (signal?: AbortSignal) => get<Account>('/account', {}, signal),
    changeAccount: (body: { name?: string; sharing?: Account['sharing'] }) =>
      send<Account>('PATCH', '/account', body),
    deleteAccount: (body: { name: string }) => send<AccountDeletion>('POST', '/account/delete', body),
    leaveAccount: () => send<void>('POST', '/account/leave'),

    readOverview: (query: ListQuery, signal?: AbortSignal) => get<Overview>('/overview', query, signal),
    listScans: (query: ListQuery, signal?: AbortSignal) => get<PageOf<Scan>>('/scans', query, signal),
    createSite: (body: NewSite) => send<Site>('POST', '/sites', body),
    listSites: (query: ListQuery, signal?: AbortSignal) => get<PageOf<Site>>('/sites', query, signal),
    readSite: (siteId: string, signal?: AbortSignal) => get<Site>(`/sites/${siteId}`, {}, signal),
    changeSite: (siteId: string, body: ChangedSite) => send<Site>('PATCH', `/sites/${siteId}`, body),
    deleteSite: (siteId: string) => send<void>('DELETE', `/sites/${siteId}`),
    listSiteScans: (siteId: string, query: ListQuery, signal?: AbortSignal) =>
      get<PageOf<Scan>>(`/sites/${siteId}/scans`, query, signal),

    /** @param idempotencyKey makes it safe to repeat a call without an answer */
    startScan: (siteId: string, body: NewScan, idempotencyKey: string) =>
      send<Scan>('POST', `/sites/${siteId}/scans`, body, idempotencyKey),
    readRuleSets: (signal?: AbortSignal) => get<RuleSets>('/rule-sets', {}, signal),

    listSiteGroups: (siteId: string, query: ListQuery, signal?: AbortSignal) =>
      get<SiteGroups>(`/sites/${siteId}/groups`, query, signal),
    listScanPages: (scanId: string, query: ListQuery, signal?: AbortSignal) =>
      get<ScanPages>(`/scans/${scanId}/pages`, query, signal),
    readScan: (scanId: string, signal?: AbortSignal) => get<Scan>(`/scans/${scanId}`, {}, signal),
    compareScans: (scanId: string, query: ListQuery, signal?: AbortSignal) =>
      get<ScanComparison>(`/scans/${scanId}/comparison`, query, signal),
    readGroupHistory: (siteId: string, groupId: string, scan: string, signal?: AbortSignal) =>
      get<GroupHistory>(`/sites/${siteId}/groups/${groupId}/history`, { scan }, signal),
    readFindingHistory: (siteId: string, fingerprint: string, scan: string, signal?: AbortSignal) =>
      get<FindingHistory>(`/sites/${siteId}/findings/${fingerprint}/history`, { scan }, signal),
    readTrend: (siteId: string, query: ListQuery, signal?: AbortSignal) =>
      get<Trend>(`/sites/${siteId}/trend`, query, signal),
    cancelScan: (scanId: string) => send<Scan>('POST', `/scans/${scanId}/cancel`),
    acceptScan: (scanId: string, body: { reason: string }) =>
      send<Scan>('POST', `/scans/${scanId}/accept`, body),
    readResults: (scanId: string, signal?: AbortSignal) =>
      get<ScanResults>(`/scans/${scanId}/results`, {}, signal),
    listGroups: (scanId: string, query: ListQuery, signal?: AbortSignal) =>
      get<CountedPageOf<ScanGroup>>(`/scans/${scanId}/groups`, query, signal),
    listFindings: (scanId: string, query: ListQuery, signal?: AbortSignal) =>
      get<CountedPageOf<Finding>>(`/scans/${scanId}/findings`, query, signal),
    readPicture: (scanId: string, pictureId: string, signal?: AbortSignal) =>
      get<TemporaryLink>(`/scans/${scanId}/pictures/${pictureId}`, {}, signal),
    readReportLink: (scanId: string, format: ReportFormat) =>
      get<TemporaryLink>(`/scans/${scanId}/report`, { format, delivery: 'link' }),

    listSuppressions: (siteId: string, query: ListQuery, signal?: AbortSignal) =>
      get<PageOf<Suppression>>(`/sites/${siteId}/suppressions`, query, signal),
    createSuppression: (siteId: string, body: NewSuppression) =>
      send<Suppression>('POST', `/sites/${siteId}/suppressions`, body),
    changeSuppression: (siteId: string, suppressionId: string, body: ChangedSuppression) =>
      send<Suppression>('PATCH', `/sites/${siteId}/suppressions/${suppressionId}`, body),
    deleteSuppression: (siteId: string, suppressionId: string) =>
      send<void>('DELETE', `/sites/${siteId}/suppressions/${suppressionId}`),

    readSchedule: (siteId: string, signal?: AbortSignal) =>
      get<Schedule>(`/sites/${siteId}/schedule`, {}, signal),
    setSchedule: (siteId: string, body: Entered) => send<Schedule>('PUT', `/sites/${siteId}/schedule`, body),
    deleteSchedule: (siteId: string) => send<void>('DELETE', `/sites/${siteId}/schedule`),

    listDecisions: (siteId: string, query: ListQuery, signal?: AbortSignal) =>
      get<PageOf<Decision>>(`/sites/${siteId}/decisions`, query, signal),
    decide: (siteId: string, body: NewDecision) => send<Decision>('POST', `/sites/${siteId}/decisions`, body),
    deleteDecision: (siteId: string, fingerprint: string) =>
      send<void>('DELETE', `/sites/${siteId}/decisions/${fingerprint}`),

    listKeys: (query: ListQuery, signal?: AbortSignal) => get<PageOf<ApiKey>>('/api-keys', query, signal),
    readKey: (keyId: string, signal?: AbortSignal) => get<ApiKeyDetail>(`/api-keys/${keyId}`, {}, signal),
    createKey: (body: NewKey) => send<KeyWithValue>('POST', '/api-keys', body),
    changeKey: (keyId: string, body: { name: string; description: string }) =>
      send<ApiKey>('PATCH', `/api-keys/${keyId}`, body),
    rotateKey: (keyId: string, body: KeyRotation) =>
      send<KeyWithValue>('POST', `/api-keys/${keyId}/rotate`, body),
    endPreviousValue: (keyId: string) => send<ApiKey>('POST', `/api-keys/${keyId}/end-previous`),
    revokeKey: (keyId: string) => send<RevokedKey>('POST', `/api-keys/${keyId}/revoke`),

    listSharedReports: (query: ListQuery, signal?: AbortSignal) =>
      get<PageOf<SharedReport>>('/shared-reports', query, signal),
    shareReport: (body: { scanId: string; expiresInDays: number | null; note: string | null }) =>
      send<NewSharedReport>('POST', '/shared-reports', body),
    revokeSharedReport: (id: string) => send<void>('DELETE', `/shared-reports/${id}`),

    listMembers: (query: ListQuery, signal?: AbortSignal) => get<PageOf<Member>>('/members', query, signal),
    changeMember: (personId: string, body: { role: string; siteIds: string[] | null }) =>
      send<ChangedMember>('PATCH', `/members/${personId}`, body),
    removeMember: (personId: string) => send<MemberRemoval>('DELETE', `/members/${personId}`),
    listInvitations: (query: ListQuery, signal?: AbortSignal) =>
      get<PageOf<Invitation>>('/invitations', query, signal),
    invite: (body: { email: string; role: string; siteIds?: string[] }) =>
      send<InvitationWithLink>('POST', '/invitations', body),
    resendInvitation: (invitationId: string) =>
      send<InvitationWithLink>('POST', `/invitations/${invitationId}/resend`),
    revokeInvitation: (invitationId: string) => send<void>('DELETE', `/invitations/${invitationId}`),

    listAlerts: (signal?: AbortSignal) => get<{ items: Alert[] }>('/alerts', {}, signal),
    readAlert: (alertId: string, signal?: AbortSignal) => get<Alert>(`/alerts/${alertId}`, {}, signal),
    createAlert: (body: Entered) => send<Alert>('POST', '/alerts', body),
    changeAlert: (alertId: string, body: Entered) => send<Alert>('PATCH', `/alerts/${alertId}`, body),
    deleteAlert: (alertId: string) => send<void>('DELETE', `/alerts/${alertId}`),
    testAlert: (alertId: string) => send<{ recipients: number }>('POST', `/alerts/${alertId}/test`),
    /** Returns what a message of an alert looks like. It changes nothing. */
    previewAlert: (body: Entered, signal?: AbortSignal) =>
      call<AlertPreview>('POST', '/alerts/preview', { accountId, body, signal }),

    listWebhooks: (query: ListQuery, signal?: AbortSignal) =>
      get<PageOf<Webhook>>('/webhooks', query, signal),
    readWebhook: (webhookId: string, signal?: AbortSignal) =>
      get<Webhook>(`/webhooks/${webhookId}`, {}, signal),
    createWebhook: (body: Entered) => send<WebhookWithSecret>('POST', '/webhooks', body),
    changeWebhook: (webhookId: string, body: Entered) =>
      send<Webhook>('PATCH', `/webhooks/${webhookId}`, body),
    deleteWebhook: (webhookId: string) => send<void>('DELETE', `/webhooks/${webhookId}`),
    rotateWebhookSecret: (webhookId: string) =>
      send<WebhookWithSecret>('POST', `/webhooks/${webhookId}/rotate-secret`),
    testWebhook: (webhookId: string) => send<Delivery>('POST', `/webhooks/${webhookId}/test`),
    listDeliveries: (webhookId: string, query: ListQuery, signal?: AbortSignal) =>
      get<PageOf<Delivery>>(`/webhooks/${webhookId}/deliveries`, query, signal),
    readDelivery: (webhookId: string, deliveryId: string, signal?: AbortSignal) =>
      get<DeliveryDetail>(`/webhooks/${webhookId}/deliveries/${deliveryId}`, {}, signal),
    redeliver: (webhookId: string, deliveryId: string) =>
      send<Delivery>('POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`),

    listUsage: (query: ListQuery, signal?: AbortSignal) => get<PageOf<KeyUsage>>('/usage', query, signal),
    listPeopleUsage: (query: ListQuery, signal?: AbortSignal) =>
      get<PageOf<PersonUsage>>('/usage/people', query, signal),

    readLimits: (signal?: AbortSignal) => get<UsageLimits>('/usage/limits', {}, signal),

    listAudit: (query: ListQuery, signal?: AbortSignal) =>
      get<PageOf<AuditEntry>>('/audit-entries', query, signal),
    /** Returns one page of an export. @param path what the earlier page named as the next one; null for the first */
    exportAudit: (path: string | null, query: ListQuery, signal?: AbortSignal) => {
      const options: CallOptions = { accountId, signal };
      return path === null
        ? callText('/audit-entries/export', { ...options, query })
        : callText(path, options);
    },
  };
}
export type AccountCalls = ReturnType<typeof createAccountCalls>;
