import type { MemberPrincipal } from '../core/access/principal.ts';
import { toActor } from '../core/audit/audit-entry.ts';
import type { MemberChange } from '../core/audit/change.ts';
import type { MemberChangeRequest } from '../core/people/member-bodies.ts';
import { type ChangedMember, toMemberView } from '../core/people/member-views.ts';
import type { Membership } from '../core/people/membership.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import { type FindSites, requireSites } from './require-sites.ts';
import { retryWrite } from './retry-write.ts';
import { type VoidInvitationsDependencies, voidInvitations } from './void-invitations.ts';

/** The outcome of the change of a membership. */
export type MembershipOutcome = 'done' | 'changed' | 'last-admin' | 'member-changed' | 'account-gone';

export interface ChangeMemberDependencies extends FindSites, VoidInvitationsDependencies {
  findMembership(personId: string, accountId: string): Promise<Membership | undefined>;
  replaceMembership(before: Membership, after: Membership, change: MemberChange): Promise<MembershipOutcome>;
  findPerson(personId: string): Promise<{ name: string; email: string } | undefined>;
  readLastSeen(personId: string, accountId: string): Promise<string | null>;
}

/**
 * Changes the role or the sites of a member. If the member is not an administrator any more, the invitations that the
 * member sent are void.
 * @throws Problem member-not-found, invalid-request, last-admin or role-too-small
 */
export async function changeMember(
  dependencies: ChangeMemberDependencies,
  request: {
    principal: MemberPrincipal;
    requestId: string;
    now: Date;
    personId: string;
    change: MemberChangeRequest;
  },
): Promise<ChangedMember> {
  const { principal, requestId, now, personId, change } = request;
  const { accountId } = principal;
  const by = toActor(principal, requestId);
  await requireSites(dependencies, accountId, change.siteIds);
  const after = await retryWrite('member', async () => {
    const before = await dependencies.findMembership(personId, accountId);
    if (before === undefined) throw new Problem('member-not-found');
    const changed = applyMemberChange(before, change, now);
    if (isSameGrant(before, changed)) return before;
    const outcome = await dependencies.replaceMembership(before, changed, { by, member: principal, now });
    return outcome === 'done' ? changed : refuseOutcome(outcome);
  });
  const voided = after.role === 'admin' ? [] : await voidInvitations(dependencies, personId, { by, now });
  const person = await dependencies.findPerson(personId);
  if (person === undefined) throw new Error(`the member ${personId} does not exist as a person`);
  const lastSeenAt = await dependencies.readLastSeen(personId, accountId);
  return { ...toMemberView(after, person, lastSeenAt), voidedInvitations: voided };
}

/** Returns undefined if the membership must be read again. */
export function refuseOutcome(outcome: Exclude<MembershipOutcome, 'done'>): undefined {
  switch (outcome) {
    case 'changed':
      return undefined;
    case 'last-admin':
      throw new Problem('last-admin');
    case 'member-changed':
      throw new Problem('role-too-small');
    case 'account-gone':
      throw new Problem('not-a-member');
  }
}

/** Returns a membership after a change. An administrator is not limited to sites. */
function applyMemberChange(before: Membership, change: MemberChangeRequest, now: Date): Membership {
  const { siteIds: _, ...rest } = before;
  const role = change.role ?? before.role;
  if (role === 'admin' && change.siteIds) {
    const message = 'must not be given for an administrator, who is not limited to sites';
    throw createInvalidRequest([{ path: 'siteIds', message }]);
  }
  const siteIds =
    role === 'admin' || change.siteIds === null ? undefined : (change.siteIds ?? before.siteIds);
  return {
    ...rest,
    role,
    ...(siteIds === undefined ? {} : { siteIds }),
    ...(role === before.role ? {} : { roleChangedAt: now.toISOString() }),
  };
}

function isSameGrant(one: Membership, other: Membership): boolean {
  return one.role === other.role && JSON.stringify(one.siteIds) === JSON.stringify(other.siteIds);
}
