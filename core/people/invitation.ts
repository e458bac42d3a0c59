import type { MemberRole } from './membership.ts';

const DAY_MS = 86_400_000;

/** Days for which an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** Days after its end for which an invitation is still listed, so that it can be sent again. */
const EXPIRED_DAYS = 30;

/** Maximum number of open invitations of an account. */
export const OPEN_INVITATIONS_MAX = 100;

/**
 * Invitations that an account, and one person in all accounts, may send on one day of UTC. They reach strangers, so
 * each one that is sent counts, also one that is revoked, or sent again.
 */
export const DAILY_INVITATIONS_OF_ACCOUNT = 50;
export const DAILY_INVITATIONS_OF_SENDER = 25;

/** Maximum number of members of an account. */
export const MEMBERS_MAX = 1_000;

/** An invitation to an account. Times are RFC 3339 UTC. */
export interface Invitation {
  /** Derived from the account and the address, so that an address has one invitation to an account. */
  invitationId: string;
  accountId: string;
  /** The address of the invited person, folded by `foldEmail`. */
  email: string;
  role: MemberRole;
  siteIds?: string[];
  /** SHA-256 of the secret in the link. */
  tokenHash: string;
  /** The actor who sent the invitation last: a person, or an operator. */
  invitedBy: string;
  createdAt: string;
  /** When the invitation was sent last. */
  sentAt: string;
  expiresAt: string;
}

/** Returns when an invitation that is sent now expires, RFC 3339 UTC. */
export function computeInvitationExpiry(now: Date): string {
  return new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString();
}

/** Returns when an invitation that has expired is deleted, in milliseconds. */
export function getInvitationDeletionTime({ expiresAt }: Pick<Invitation, 'expiresAt'>): number {
  return Date.parse(expiresAt) + EXPIRED_DAYS * DAY_MS;
}

/** True if an invitation can still be accepted. */
export function isInvitationOpen({ expiresAt }: Pick<Invitation, 'expiresAt'>, now: Date): boolean {
  return now.getTime() < Date.parse(expiresAt);
}

/** The invitations of an account: when each expires, by id. */
export type InvitationList = Readonly<Record<string, string>>;

/**
 * Returns the list of invitations with a new one. Expired invitations are dropped if there are too many, oldest first.
 * @returns undefined if the account has the maximum number of open invitations
 */
export function addInvitation(
  list: InvitationList,
  { invitationId, expiresAt }: Pick<Invitation, 'invitationId' | 'expiresAt'>,
  now: Date,
): InvitationList | undefined {
  const others = Object.entries(list)
    .filter(
      ([id, end]) => id !== invitationId && getInvitationDeletionTime({ expiresAt: end }) > now.getTime(),
    )
    .sort(([, one], [, other]) => (one < other ? 1 : -1));
  const open = others.filter(([, end]) => isInvitationOpen({ expiresAt: end }, now));
  if (open.length >= OPEN_INVITATIONS_MAX) return undefined;
  return Object.fromEntries([[invitationId, expiresAt], ...others.slice(0, OPEN_INVITATIONS_MAX - 1)]);
}
