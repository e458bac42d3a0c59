import type { Role } from '../../core/access/roles.ts';
import type { AuditEntryView } from '../../core/audit/audit-view.ts';
import type { MeView } from '../../core/people/me-view.ts';
import type { SessionView } from '../../core/people/session-view.ts';

/** What the API answers, as the screens use it. Times are RFC 3339 UTC. */

/** One page of a list. */
export interface PageOf<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The signed-in person, with the session and the accounts. */
export type Me = MeView;

/** An account of the signed-in person, with the role in it. */
export type Membership = MeView['accounts'][number];

export type Session = SessionView;

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

export type AuditEntry = AuditEntryView;

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
}

/** The limits of the account, and how much of them is used; null for a person who is limited to sites. */
export interface UsageLimits {
  requestsPerMinute: number;
  scansPerMonth: number;
  pagesPerMonth: number;
  scansUsed: number | null;
  pagesUsed: number | null;
  monthEndsAt: string;
}

/** What a removed member leaves behind. */
export interface MemberRemoval {
  voidedInvitations: { invitationId: string; email: string }[];
}

export interface Site {
  id: string;
  name: string;
}
