import type { MemberPrincipal } from '../core/access/principal.ts';
import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import type { MailState } from '../core/mail/notifications.ts';
import type { AccountChange, AccountLimits, AccountView } from '../core/people/account-view.ts';
import { createInvalidRequest, Problem } from '../core/problems/problem.ts';
import type { SharingSetting } from '../core/shared-reports/shared-report.ts';
import { retryWrite } from './retry-write.ts';

interface StoredAccount extends SharingSetting {
  accountId: string;
  name: string;
  createdAt: string;
  sites?: number;
  deletedAt?: string;
}

export interface GetAccountDependencies {
  findAccount(accountId: string): Promise<StoredAccount | undefined>;
  readMemberCount(accountId: string): Promise<number>;
  countKeys(accountId: string): Promise<number>;
  limits: AccountLimits;
  /** Whether the service sends mail. */
  mail: MailState;
}

export interface ChangeAccountDependencies extends GetAccountDependencies {
  /** Changes the account, if its name is still `before` and the member still has the role. */
  changeAccount(
    accountId: string,
    before: string,
    change: AccountChange,
    context: { by: Actor; member: MemberPrincipal; now: Date },
  ): Promise<'updated' | 'changed' | 'member-changed'>;
}

export interface DeleteAccountDependencies {
  findAccount(accountId: string): Promise<StoredAccount | undefined>;
  /** Sets the account to deleted, and schedules the deletion of what it has. */
  deleteAccount(
    accountId: string,
    change: { by: Actor; member?: MemberPrincipal | undefined; now: Date },
  ): Promise<'deleted' | 'already' | 'gone' | 'member-changed'>;
}

interface AccountCall {
  principal: MemberPrincipal;
  requestId: string;
  now: Date;
}

/** Returns the account of a member. @throws Problem not-a-member if it was deleted meanwhile */
export async function getAccount(
  { findAccount, readMemberCount, countKeys, limits, mail }: GetAccountDependencies,
  accountId: string,
): Promise<AccountView> {
  const [account, members, keys] = await Promise.all([
    findAccount(accountId),
    readMemberCount(accountId),
    countKeys(accountId),
  ]);
  if (account === undefined || account.deletedAt !== undefined) throw new Problem('not-a-member');
  const { name, createdAt, sites = 0, sharing = 'allowed' } = account;
  return { accountId, name, createdAt, members, sites, keys, sharing, mail, limits };
}

/**
 * Changes the name of the account, or whether reports may be shared. Members that are not different change nothing.
 * @throws Problem not-a-member or role-too-small
 */
export async function changeAccount(
  dependencies: ChangeAccountDependencies,
  { principal, requestId, now, name, sharing }: AccountCall & AccountChange,
): Promise<AccountView> {
  const { accountId } = principal;
  const by = toActor(principal, requestId);
  return retryWrite('account', async () => {
    const view = await getAccount(dependencies, accountId);
    const change = {
      ...(name === undefined || name === view.name ? {} : { name }),
      ...(sharing === undefined || sharing === view.sharing ? {} : { sharing }),
    };
    if (Object.keys(change).length === 0) return view;
    const context = { by, member: principal, now };
    const outcome = await dependencies.changeAccount(accountId, view.name, change, context);
    if (outcome === 'member-changed') throw new Problem('role-too-small');
    return outcome === 'updated' ? { ...view, ...change } : undefined;
  });
}

/**
 * Deletes an account: from then on its keys and members are refused. What it has is deleted afterwards, see
 * `deleteAccountData`. Repeated calls are safe.
 * @param request.member undefined for an operator
 * @param request.name the name that the member typed to confirm; undefined for an operator
 * @throws Problem invalid-request, not-a-member or role-too-small
 */
export async function deleteAccount(
  { findAccount, deleteAccount: remove }: DeleteAccountDependencies,
  { by, member, now, name }: { by: Actor; member?: MemberPrincipal; now: Date; name?: string },
): Promise<void> {
  const { accountId } = by;
  const account = await findAccount(accountId);
  if (account === undefined) throw new Problem('not-a-member');
  if (account.deletedAt === undefined && name !== undefined && name !== account.name) {
    throw createInvalidRequest([{ path: 'name', message: 'is not the name of the account' }]);
  }
  const outcome = await remove(accountId, { by, member, now });
  if (outcome === 'gone') throw new Problem('not-a-member');
  if (outcome === 'member-changed') throw new Problem('role-too-small');
}
