import { createLinkSecret } from '../core/access/link-secret.ts';
import type { Change } from '../core/audit/change.ts';
import { computeInvitationExpiry, type Invitation } from '../core/people/invitation.ts';
import { Problem } from '../core/problems/problem.ts';
import { type SaveInvitation, type SentInvitation, sendInvitation } from './invite-member.ts';

export interface ResendInvitationDependencies extends SaveInvitation {
  findInvitation(invitationId: string): Promise<Invitation | undefined>;
}

/**
 * Gives an invitation a new link and a new end. It is then an invitation of the person who sends it again.
 * @throws Problem invitation-not-found, invitations-limit, role-too-small or not-a-member
 */
export async function resendInvitation(
  dependencies: ResendInvitationDependencies,
  { invitationId, ...change }: Change & { invitationId: string },
): Promise<SentInvitation> {
  const { by, now } = change;
  const replaced = await dependencies.findInvitation(invitationId);
  if (replaced === undefined || replaced.accountId !== by.accountId)
    throw new Problem('invitation-not-found');
  const { secret, tokenHash } = createLinkSecret();
  const invitation: Invitation = {
    ...replaced,
    tokenHash,
    invitedBy: by.actor,
    sentAt: now.toISOString(),
    expiresAt: computeInvitationExpiry(now),
  };
  return sendInvitation(dependencies, invitation, secret, { ...change, replaced });
}
