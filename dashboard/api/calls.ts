import { type CallOptions, call, callText, type QueryValue } from './call.ts';
import type {
  AcceptedInvitation,
  Account,
  AccountDeletion,
  ApiKey,
  ApiKeyDetail,
  AuditEntry,
  ChangedMember,
  ChangedSite,
  ChangedSuppression,
  CountedPageOf,
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
  Overview,
  PageOf,
  PersonUsage,
  ReportFormat,
  RuleSets,
  Scan,
  ScanComparison,
  ScanGroup,
  ScanPages,
  ScanResults,
  SessionList,
  SharedReport,
  SignedOut,
  Site,
  SiteGroups,
  Suppression,
  TemporaryLink,
  Trend,
  UsageLimits,
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

/** Which entries of a list to return. */
export type ListQuery = Readonly<Record<string, QueryValue>>;

export interface NewKey {
  name: string;
  description: string;
  role: string;
  /** null if the text is not a number, so that the service explains what is wrong. */
  expiresInDays: number | null;
  siteIds?: string[];
}

export interface KeyRotation {
  graceHours: number | null;
  expiresInDays: number | null;
  endPrevious: boolean;
}

export interface NewScan {
  /** What a person entered, which the service validates. */
  config: Readonly<Record<string, unknown>>;
}

/** Returns the calls of one account. */
export function createAccountCalls(accountId: string) {
  const get = <Result>(path: string, query?: ListQuery, signal?: AbortSignal) =>
    call<Result>('GET', path, { accountId, query, signal });
  const send = <Result>(
    method: 'POST' | 'PATCH' | 'DELETE',
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

    listKeys: (query: ListQuery, signal?: AbortSignal) => get<PageOf<ApiKey>>('/api-keys', query, signal),
    readKey: (keyId: string, signal?: AbortSignal) => get<ApiKeyDetail>(`/api-keys/${keyId}`, {}, signal),
    createKey: (body: NewKey) => send<KeyWithValue>('POST', '/api-keys', body),
    changeKey: (keyId: string, body: { name: string; description: string }) =>
      send<ApiKey>('PATCH', `/api-keys/${keyId}`, body),
    rotateKey: (keyId: string, body: KeyRotation) =>
      send<KeyWithValue>('POST', `/api-keys/${keyId}/rotate`, body),
    endPreviousValue: (keyId: string) => send<ApiKey>('POST', `/api-keys/${keyId}/end-previous`),
    revokeKey: (keyId: string) => send<ApiKey>('POST', `/api-keys/${keyId}/revoke`),

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
