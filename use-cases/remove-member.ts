import { getKeyRefusal, type KeyRecord } from '../core/access/key-record.ts';
import type { MemberPrincipal } from '../core/access/principal.ts';
import { toActor } from '../core/audit/audit-entry.ts';
import type { MemberChange } from '../core/audit/change.ts';
import type { MemberRemoval } from '../core/people/member-views.ts';
import type { Membership } from '../core/people/membership.ts';
import { Problem } from '../core/problems/problem.ts';
import { type MembershipOutcome, refuseOutcome } from './change-member.ts';
import { retryWrite } from './retry-write.ts';
import { type VoidInvitationsDependencies, voidInvitations } from './void-invitations.ts';

export interface LeaveAccountDependencies extends VoidInvitationsDependencies {
  findMembership(personId: string, accountId: string): Promise<Membership | undefined>;
  removeMembership(
    membership: Membership,
    action: 'member.removed' | 'member.left',
    change: MemberChange,
  ): Promise<MembershipOutcome>;
}

export interface RemoveMemberDependencies extends LeaveAccountDependencies {
  /** Returns the keys that a person created in an account, also expired and revoked ones. */
  listKeysOfCreator(accountId: string, personId: string): Promise<KeyRecord[]>;
}

interface Leave {
  principal: MemberPrincipal;
  requestId: string;
  now: Date;
}

/**
 * Removes a member from the account. The invitations that the person sent are void.
 * @returns the keys that the person created, which still work
 * @throws Problem member-not-found, last-admin or role-too-small
 */
export async function removeMember(
  dependencies: RemoveMemberDependencies,
  { personId, ...leave }: Leave & { personId: string },
): Promise<MemberRemoval> {
  const { accountId } = leave.principal;
  const voidedInvitations = await endMembership(dependencies, leave, personId, 'member.removed');
  const created = await dependencies.listKeysOfCreator(accountId, personId);
  const working = created.filter((key) => getKeyRefusal(key, leave.now) === null);
  return { keys: working.map(({ keyId, name }) => ({ keyId, name })), voidedInvitations };
}

/**
 * Ends the own membership.
 * @throws Problem last-admin
 */
export async function leaveAccount(dependencies: LeaveAccountDependencies, leave: Leave): Promise<void> {
  await endMembership(dependencies, leave, leave.principal.personId, 'member.left');
}

async function endMembership(
  dependencies: LeaveAccountDependencies,
  { principal, requestId, now }: Leave,
  personId: string,
  action: 'member.removed' | 'member.left',
): Promise<MemberRemoval['voidedInvitations']> {
  const by = toActor(principal, requestId);
  await retryWrite('member', async () => {
    const membership = await dependencies.findMembership(personId, principal.accountId);
    if (membership === undefined) throw new Problem('member-not-found');
    const change = { by, member: principal, now };
    const outcome = await dependencies.removeMembership(membership, action, change);
    return outcome === 'done' ? true : refuseOutcome(outcome);
  });
  return voidInvitations(dependencies, personId, { by, now });
}
