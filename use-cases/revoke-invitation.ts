import type { Change } from '../core/audit/change.ts';
import type { Invitation } from '../core/people/invitation.ts';
import { Problem } from '../core/problems/problem.ts';

export interface RevokeInvitationDependencies {
  findInvitation(invitationId: string): Promise<Invitation | undefined>;
  deleteInvitation(invitation: Invitation, change: Change): Promise<'deleted' | 'gone' | 'member-changed'>;
}

/**
 * Deletes an invitation, so that its link is void.
 * @throws Problem invitation-not-found or role-too-small
 */
export async function revokeInvitation(
  { findInvitation, deleteInvitation }: RevokeInvitationDependencies,
  { invitationId, ...change }: Change & { invitationId: string },
): Promise<void> {
  const invitation = await findInvitation(invitationId);
  if (invitation === undefined || invitation.accountId !== change.by.accountId)
    throw new Problem('invitation-not-found');
  const outcome = await deleteInvitation(invitation, change);
  if (outcome === 'member-changed') throw new Problem('role-too-small');
  if (outcome === 'gone') throw new Problem('invitation-not-found');
}
