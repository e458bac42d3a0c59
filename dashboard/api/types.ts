import type { Role } from '../../core/access/roles.ts';
import type { AuditEntry as CoreAuditEntry } from '../../core/audit/audit-entry.ts';

/** What the API answers, as the screens use it. Times are RFC 3339 UTC. */

/** One page of a list. */
export interface PageOf<Item> {
  items: Item[];
  nextCursor: string | null;
}

export interface Membership {
  accountId: string;
  name: string;
  role: Role;
  /** The sites that the person is limited to; null for all. */
  siteIds: string[] | null;
}

/** The signed-in person, with the session and the accounts. */
export interface Me {
  person: { personId: string; name: string; email: string };
  session: { sessionId: string; createdAt: string; signedInAt: string; endsAt: string };
  accounts: Membership[];
}

export interface Session {
  sessionId: string;
  createdAt: string;
  lastSeenAt: string;
  endsAt: string;
  /** Browser and system, such as `Firefox on Linux`. */
  browser: string;
  current: boolean;
}

export interface InvitationPreview {
  accountName: string;
  role: Role;
  /** Number of sites; null for all. */
  siteCount: number | null;
  expiresAt: string;
}

export type KeyStatus = 'active' | 'expired' | 'revoked';

export interface ApiKey {
  keyId: string;
  name: string;
  description: string;
  role: Role;
  siteIds: string[] | null;
  /** The visible part of the value, `key_<id>_…`. */
  prefix: string;
  status: KeyStatus;
  createdAt: string;
  createdBy: { id: string; name: string } | null;
  lifetimeDays: number;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** The value before the last rotation, while it still works. */
  previousValue: { worksUntil: string; lastUsedAt: string | null } | null;
}

export interface ApiKeyDetail extends ApiKey {
  refusals: { hour: string; reason: string; count: number }[];
}

/** A key with its new value, which the service shows once. */
export interface KeyWithValue {
  key: ApiKey;
  value: string;
}

export interface Member {
  personId: string;
  name: string;
  email: string;
  role: Role;
  siteIds: string[] | null;
  joinedAt: string;
  lastSeenAt: string | null;
}

export interface Invitation {
  invitationId: string;
  email: string;
  role: Role;
  siteIds: string[] | null;
  invitedBy: { id: string; name: string };
  createdAt: string;
  expiresAt: string;
  status: 'open' | 'expired';
}

export interface InvitationWithLink {
  invitation: Invitation;
  link: string;
}

export interface AuditEntry extends CoreAuditEntry {
  actorName: string | null;
}

/** Requests, scans and pages of one day. */
export interface UsageDay {
  day: string;
  requests: number;
  scans: number;
  pages: number;
  lastUsedAt: string | null;
}

export interface KeyUsage extends UsageDay {
  keyId: string;
  keyName: string;
}

export interface PersonUsage extends UsageDay {
  personId: string;
  name: string;
}

export interface Account {
  accountId: string;
  name: string;
  createdAt: string;
  members: number;
  limits: AccountLimits;
}

/** Limits of an account; null or absent if there is no limit. */
export interface AccountLimits {
  requestsPerMinute?: number | null;
  scansPerMonth?: number | null;
  pagesPerMonth?: number | null;
}

export interface Site {
  id: string;
  name: string;
}
