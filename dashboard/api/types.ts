import type { KeyDetail, KeyView, KeyWithValue } from '../../core/access/key-view.ts';
import type { Role } from '../../core/access/roles.ts';
import type { AuditEntryView } from '../../core/audit/audit-view.ts';
import type { MeView } from '../../core/people/me-view.ts';
import type { SessionView } from '../../core/people/session-view.ts';
import type { PersonUsageView, UsageDay, UsageView } from '../../core/usage/usage-day.ts';
import type { UsageLimits } from '../../core/usage/usage-limits.ts';

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

export type ApiKey = KeyView;
export type ApiKeyDetail = KeyDetail;
export type { KeyWithValue };

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

export type { UsageDay, UsageLimits };
export type KeyUsage = UsageView;
export type PersonUsage = PersonUsageView;

export interface Account {
  accountId: string;
  name: string;
  createdAt: string;
  members: number;
}

/** What a removed member leaves behind. */
export interface MemberRemoval {
  voidedInvitations: { invitationId: string; email: string }[];
}

export interface Site {
  id: string;
  name: string;
}
