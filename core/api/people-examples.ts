import type { KeyView } from '../access/key-view.ts';
import type { AuditEntryView } from '../audit/audit-view.ts';
import type { Notifications } from '../mail/notifications.ts';
import type { AccountView } from '../people/account-view.ts';
import type { MeView } from '../people/me-view.ts';
import type { InvitationView, MemberView } from '../people/member-views.ts';
import type { SessionView } from '../people/session-view.ts';
import type { NewSharedReport, SharedReportView } from '../shared-reports/shared-report.ts';
import type { SharedPicture } from '../shared-reports/shared-views.ts';
import type { PersonUsageView } from '../usage/usage-day.ts';
import type { UsageLimits } from '../usage/usage-limits.ts';

/** Examples of responses about people in the OpenAPI document. */

export const exampleSession: SessionView = {
  sessionId: 'session_01k6zq2v5e8m2n4p6r7s9t0w1y',
  createdAt: '2026-03-02T09:10:00.000Z',
  lastSeenAt: '2026-03-02T09:20:00.000Z',
  endsAt: '2026-03-16T09:10:00.000Z',
  browser: 'Firefox on Linux',
  current: true,
};

export const exampleMe: MeView = {
  person: {
    personId: 'person_01k6zq1v5e8m2n4p6r7s9t0w1y',
    name: 'Ada Example',
    email: 'ada@example.com',
  },
  session: {
    sessionId: exampleSession.sessionId,
    createdAt: exampleSession.createdAt,
    signedInAt: '2026-03-02T09:09:58.000Z',
    endsAt: exampleSession.endsAt,
  },
  accounts: [
    { accountId: 'acct_01k6zq0v5e8m2n4p6r7s9t0w1y', name: 'Example Ltd', role: 'admin', siteIds: null },
  ],
};

export const exampleNotifications: Notifications = {
  mail: 'on',
  email: exampleMe.person.email,
  stopped: null,
  accounts: [
    { accountId: 'acct_01k6zq0v5e8m2n4p6r7s9t0w1y', name: 'Example Ltd', alerts: true, digests: false },
  ],
};

export const exampleAuditEntry: AuditEntryView = {
  auditId: 'audit_01k6zq4v5e8m2n4p6r7s9t0w1y',
  time: '2026-03-02T09:21:00.000Z',
  accountId: 'acct_01k6zq0v5e8m2n4p6r7s9t0w1y',
  actor: exampleMe.person.personId,
  actorName: exampleMe.person.name,
  action: 'site.created',
  target: 'site_01k6zq3v5e8m2n4p6r7s9t0w1x',
  sourceIp: '192.0.2.7',
  requestId: '7f1d3c1e-5a0b-4c7e-9b7b-0f6f0c0f6a11',
};

export const exampleMember: MemberView = {
  personId: exampleMe.person.personId,
  name: exampleMe.person.name,
  email: exampleMe.person.email,
  role: 'admin',
  siteIds: null,
  joinedAt: '2026-03-02T09:10:05.000Z',
  lastSeenAt: '2026-03-02T09:21:00.000Z',
};

export const exampleInvitation: InvitationView = {
  invitationId: 'invite_01k6zq4v5e8m2n4p6r7s9t0w1y',
  email: 'grace@example.com',
  role: 'viewer',
  siteIds: null,
  invitedBy: { id: exampleMember.personId, name: exampleMember.name },
  createdAt: '2026-03-02T09:22:00.000Z',
  expiresAt: '2026-03-09T09:22:00.000Z',
  status: 'open',
};

export const exampleInvitationLink = `https://dashboard.example.com/invitation#${exampleInvitation.invitationId}.47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU`;

export const exampleAccount: AccountView = {
  accountId: exampleAuditEntry.accountId,
  name: 'Example Ltd',
  createdAt: '2026-03-02T09:00:00.000Z',
  members: 2,
  sites: 1,
  keys: 1,
  sharing: 'allowed',
  mail: 'on',
  limits: {
    requestsPerMinute: 600,
    sites: 1_000,
    members: 1_000,
    invitations: 100,
    unfinishedScans: 50,
    scansPerMonth: 10_000,
    pagesPerMonth: 100_000,
  },
};

export const exampleSharedReport: SharedReportView = {
  id: 'share_01k6zq5v5e8m2n4p6r7s9t0w1y',
  scanId: 'scan_01k6zq4v5e8m2n4p6r7s9t0w1x',
  siteId: 'site_01k6zq3v5e8m2n4p6r7s9t0w1x',
  siteName: 'Web shop',
  note: 'Agency that builds the shop',
  createdBy: { personId: exampleMe.person.personId, name: exampleMe.person.name },
  createdAt: '2026-03-02T09:30:00.000Z',
  expiresAt: '2026-04-01T09:30:00.000Z',
  reportKeptUntil: '2027-03-02T09:15:00.000Z',
  lastOpenedOn: '2026-03-03',
};

/** The token of an example. It does not have the format of a token, so that no secret scanner reports it. */
const EXAMPLE_SHARE_TOKEN = 'share_01k6zq5v5e8m2n4p6r7s9t0w1y_EXAMPLE';

export const exampleNewSharedReport: NewSharedReport = {
  ...exampleSharedReport,
  lastOpenedOn: null,
  token: EXAMPLE_SHARE_TOKEN,
  url: `https://dashboard.example.com/shared#${EXAMPLE_SHARE_TOKEN}`,
};

export const exampleKey: KeyView = {
  keyId: 'apikey_01k6zq3v5e8m2n4p6r7s9t0w1y',
  name: 'CI of the shop',
  description: '',
  role: 'scanner',
  siteIds: null,
  prefix: 'key_01k6zq3v5e8m2n4p6r7s9t0w1y_…',
  status: 'active',
  createdAt: '2026-03-02T09:12:00.000Z',
  createdBy: { id: exampleMe.person.personId, name: exampleMe.person.name },
  lifetimeDays: 90,
  expiresAt: '2026-05-31T09:12:00.000Z',
  revokedAt: null,
  lastUsedAt: '2026-03-02T09:20:00.000Z',
  previousValue: null,
};

export const exampleKeyDetail = {
  ...exampleKey,
  refusals: [{ hour: '2026-03-02T09:00:00.000Z', reason: 'role-too-small', count: 2 }],
};

/** The value of an example. It does not have the format of a value, so that no secret scanner reports it. */
export const EXAMPLE_KEY_VALUE = 'key_01k6zq3v5e8m2n4p6r7s9t0w1y_<secret>';

export const examplePersonUsage: PersonUsageView = {
  personId: exampleMe.person.personId,
  name: exampleMe.person.name,
  day: '2026-03-02',
  requests: 42,
  scans: 1,
  pages: 25,
  lastUsedAt: '2026-03-02T09:20:00.000Z',
};

export const exampleUsageLimits: UsageLimits = {
  requestsPerMinute: 600,
  scansPerMonth: 10_000,
  pagesPerMonth: 100_000,
  scansUsed: 12,
  pagesUsed: 840,
  monthEndsAt: '2026-04-01T00:00:00.000Z',
};

/** A picture of one pixel. */
export const exampleSharedPicture: SharedPicture = {
  mediaType: 'image/webp',
  data: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
};
