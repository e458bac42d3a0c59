import { isSameHash } from '../core/access/link-secret.ts';
import type { PersonPrincipal } from '../core/access/principal.ts';
import type { Actor } from '../core/audit/audit-entry.ts';
import { type Invitation, isInvitationOpen } from '../core/people/invitation.ts';
import { parseInvitationToken } from '../core/people/invitation-token.ts';
import type { InvitationPreview } from '../core/people/member-views.ts';
import type { Membership } from '../core/people/membership.ts';
import { foldEmail } from '../core/people/person.ts';
import type { Session } from '../core/people/session.ts';
import { Problem } from '../core/problems/problem.ts';

export interface PreviewInvitationDependencies {
  findInvitation(invitationId: string): Promise<Invitation | undefined>;
  findSession(sessionHash: string): Promise<Pick<Session, 'email'> | undefined>;
  findAccount(accountId: string): Promise<{ name: string; deletedAt?: string } | undefined>;
}

export interface AcceptInvitationDependencies extends PreviewInvitationDependencies {
  findMembership(personId: string, accountId: string): Promise<Membership | undefined>;
  /** Makes the person a member, if the invitation is still as it was read and its sender still may invite. */
  acceptInvitation(
    invitation: Invitation,
    membership: Membership,
    by: Actor,
    now: Date,
  ): Promise<'admitted' | 'already' | 'full' | 'account-gone' | 'invitation-gone'>;
}

interface TokenRequest {
  principal: PersonPrincipal;
  token: string;
  now: Date;
}

/**
 * Returns what an invitation gives. Changes nothing.
 * @throws Problem invitation-invalid or invitation-for-another-person
 */
export async function previewInvitation(
  dependencies: PreviewInvitationDependencies,
  request: TokenRequest,
): Promise<InvitationPreview> {
  const { invitation, accountName } = await requireInvitation(dependencies, request);
  const { role, siteIds, expiresAt } = invitation;
  return { accountName, role, siteCount: siteIds?.length ?? null, expiresAt };
}

/**
 * Makes the signed-in person a member of the account of an invitation, once.
 * @throws Problem invitation-invalid, invitation-for-another-person, already-member or members-limit
 */
export async function acceptInvitation(
  dependencies: AcceptInvitationDependencies,
  request: TokenRequest & { requestId: string },
): Promise<{ accountId: string }> {
  const { principal, requestId, now } = request;
  const { personId, sourceIp } = principal;
  const { invitation } = await requireInvitation(dependencies, request);
  const { accountId, role, siteIds, invitedBy } = invitation;
  if ((await dependencies.findMembership(personId, accountId)) !== undefined)
    throw new Problem('already-member');
  // A person who is no longer a member sent it; the transaction cannot contain the same membership twice.
  if (invitedBy === personId) throw new Problem('invitation-invalid');
  const membership: Membership = {
    accountId,
    personId,
    role,
    ...(siteIds === undefined ? {} : { siteIds }),
    joinedAt: now.toISOString(),
    invitedBy,
  };
  const by = { accountId, actor: personId, sourceIp, requestId };
  switch (await dependencies.acceptInvitation(invitation, membership, by, now)) {
    case 'admitted':
      return { accountId };
    case 'already':
      throw new Problem('already-member');
    case 'full':
      throw new Problem('members-limit');
    case 'account-gone':
    case 'invitation-gone':
      throw new Problem('invitation-invalid');
  }
}

/**
 * Returns the invitation of a token. A token that is wrong, used, expired or replaced has the same response. The
 * address is that of the session, which the identity provider verified.
 */
async function requireInvitation(
  { findInvitation, findSession, findAccount }: PreviewInvitationDependencies,
  { principal, token, now }: TokenRequest,
): Promise<{ invitation: Invitation; accountName: string }> {
  const parts = parseInvitationToken(token);
  if (parts === null) throw new Problem('invitation-invalid');
  const [invitation, session] = await Promise.all([
    findInvitation(parts.invitationId),
    findSession(principal.sessionHash),
  ]);
  if (session === undefined) throw new Problem('session-ended');
  const isValid =
    invitation !== undefined &&
    isSameHash(invitation.tokenHash, parts.tokenHash) &&
    isInvitationOpen(invitation, now);
  if (!isValid) throw new Problem('invitation-invalid');
  const account = await findAccount(invitation.accountId);
  if (account === undefined || account.deletedAt !== undefined) throw new Problem('invitation-invalid');
  if (foldEmail(session.email) !== invitation.email) throw new Problem('invitation-for-another-person');
  return { invitation, accountName: account.name };
}
