import { createLinkSecret } from '../core/access/link-secret.ts';
import type { SealedText } from '../core/alerts/sealed-text.ts';
import type { Change } from '../core/audit/change.ts';
import {
  addInvitation,
  computeInvitationExpiry,
  DAILY_INVITATIONS_OF_ACCOUNT,
  DAILY_INVITATIONS_OF_SENDER,
  type Invitation,
  type InvitationList,
  OPEN_INVITATIONS_MAX,
} from '../core/people/invitation.ts';
import { deriveInvitationId, formatInvitationLink } from '../core/people/invitation-token.ts';
import type { InviteRequest } from '../core/people/member-bodies.ts';
import { Problem } from '../core/problems/problem.ts';
import { type FindSites, requireSites } from './require-sites.ts';
import { retryWrite } from './retry-write.ts';

interface StoredList {
  invitations: InvitationList;
  version: number;
}

export interface SaveInvitation {
  readInvitationList(accountId: string): Promise<StoredList>;
  /** Writes an invitation and the list of its account, if neither has changed since they were read. */
  saveInvitation(
    invitation: Invitation,
    list: StoredList,
    change: Change & { replaced?: Invitation | undefined; link?: SealedText | undefined },
  ): Promise<'saved' | 'changed' | 'member-changed' | 'account-gone' | 'account-limit' | 'sender-limit'>;
  /** Returns the origin of the dashboard. */
  readOrigin(): Promise<string>;
  /** Encrypts the link of an invitation, which waits in the table until it is mailed. Without it, nothing is mailed. */
  sealLink?(link: string, invitation: Pick<Invitation, 'accountId' | 'invitationId'>): Promise<SealedText>;
  /** Counts an invitation that was refused because of a number of the day. */
  countRefusedInvitation?(): void;
}

export interface InviteMemberDependencies extends SaveInvitation, FindSites {
  findAccount(accountId: string): Promise<{ cursorSecret: string; deletedAt?: string } | undefined>;
}

/** An invitation and its link, which is not stored. */
export interface SentInvitation {
  invitation: Invitation;
  link: string;
}

/**
 * Invites an address to an account. An earlier invitation of the address is replaced. Nothing that belongs to the
 * address is read, so that neither the response nor its time depends on whether the address is known. Only an
 * administrator may invite, who has every role and all sites.
 * @throws Problem invalid-request, invitations-limit, role-too-small or not-a-member
 */
export async function inviteMember(
  dependencies: InviteMemberDependencies,
  { by, member, now, request }: Change & { request: InviteRequest },
): Promise<SentInvitation> {
  const { accountId } = by;
  const { email, role, siteIds } = request;
  const account = await dependencies.findAccount(accountId);
  if (account === undefined || account.deletedAt !== undefined) throw new Problem('not-a-member');
  await requireSites(dependencies, accountId, siteIds);
  const { secret, tokenHash } = createLinkSecret();
  const invitation: Invitation = {
    invitationId: deriveInvitationId(account.cursorSecret, email),
    accountId,
    email,
    role,
    ...(siteIds === undefined ? {} : { siteIds }),
    tokenHash,
    invitedBy: by.actor,
    createdAt: now.toISOString(),
    sentAt: now.toISOString(),
    expiresAt: computeInvitationExpiry(now),
  };
  return sendInvitation(dependencies, invitation, secret, { by, member, now });
}

/** Writes an invitation with a new secret. @param replaced the invitation, if it must still exist as it was read */
export async function sendInvitation(
  dependencies: SaveInvitation,
  invitation: Invitation,
  secret: string,
  change: Change & { replaced?: Invitation | undefined },
): Promise<SentInvitation> {
  const { accountId, invitationId } = invitation;
  const link = formatInvitationLink(await dependencies.readOrigin(), invitationId, secret);
  const sealed = await dependencies.sealLink?.(link, invitation);
  return retryWrite('invitations', async () => {
    const { invitations, version } = await dependencies.readInvitationList(accountId);
    const added = addInvitation(invitations, invitation, change.now);
    if (added === undefined) {
      throw new Problem(
        'invitations-limit',
        `The account has ${OPEN_INVITATIONS_MAX} open invitations. Revoke some that are not needed.`,
      );
    }
    if (change.replaced !== undefined && !(invitationId in invitations))
      throw new Problem('invitation-not-found');
    const list = { invitations: added, version };
    switch (await dependencies.saveInvitation(invitation, list, { ...change, link: sealed })) {
      case 'saved':
        return { invitation, link };
      case 'changed':
        return undefined;
      case 'member-changed':
        throw new Problem('role-too-small');
      case 'account-gone':
        throw new Problem('not-a-member');
      case 'account-limit':
        dependencies.countRefusedInvitation?.();
        throw createDailyProblem('The account has', DAILY_INVITATIONS_OF_ACCOUNT);
      case 'sender-limit':
        dependencies.countRefusedInvitation?.();
        throw createDailyProblem('You have', DAILY_INVITATIONS_OF_SENDER);
    }
  });
}

function createDailyProblem(who: string, max: number): Problem {
  return new Problem(
    'invitations-limit',
    `${who} sent ${max} invitations today, which is the maximum, also if some were revoked. Continue after 00:00 UTC, or ask the operator of the service for more.`,
  );
}
