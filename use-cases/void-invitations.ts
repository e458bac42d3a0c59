import type { Change } from '../core/audit/change.ts';
import type { Invitation, InvitationList } from '../core/people/invitation.ts';

export interface VoidInvitationsDependencies {
  readInvitationList(accountId: string): Promise<{ invitations: InvitationList }>;
  findInvitations(invitationIds: readonly string[]): Promise<Invitation[]>;
  deleteInvitation(invitation: Invitation, change: Change): Promise<unknown>;
}

/**
 * Deletes the invitations that a person sent. They are void even before that, because accepting one requires that the
 * sender has been an administrator since then.
 * @param change without a member: the person may have ended the own membership
 * @returns the deleted invitations
 */
export async function voidInvitations(
  { readInvitationList, findInvitations, deleteInvitation }: VoidInvitationsDependencies,
  personId: string,
  { by, now }: Pick<Change, 'by' | 'now'>,
): Promise<Pick<Invitation, 'invitationId' | 'email'>[]> {
  const { invitations } = await readInvitationList(by.accountId);
  const found = await findInvitations(Object.keys(invitations));
  const sent = found.filter(({ invitedBy }) => invitedBy === personId);
  for (const invitation of sent) await deleteInvitation(invitation, { by, now });
  return sent.map(({ invitationId, email }) => ({ invitationId, email }));
}
