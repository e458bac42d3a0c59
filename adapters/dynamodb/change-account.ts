import type { Change } from '../../core/audit/change.ts';
import type { AccountChange } from '../../core/people/account-view.ts';
import type { SharingMode } from '../../core/shared-reports/shared-report.ts';
import { buildAuditItem } from './audit.ts';
import { itemKeys } from './item-keys.ts';
import { buildMemberChecks } from './memberships.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/**
 * Changes the name of an account, or whether reports may be shared. To forbid it ends all shared reports.
 * @param before the name as it was read
 * @param change the members that differ from the account
 * @returns 'changed' if the name has changed since it was read, or the account is deleted
 */
export async function changeAccount(
  store: Store,
  accountId: string,
  before: string,
  change: AccountChange,
  { by, member, now }: Change,
): Promise<'updated' | 'changed' | 'member-changed'> {
  const { name, sharing } = change;
  const set = { ...(name === undefined ? {} : { name }), ...buildSharingAttributes(sharing, now) };
  const detail = { changed: Object.keys(change), ...(sharing === undefined ? {} : { sharing }) };
  const items = [
    buildUpdate(store, itemKeys.account(accountId), before, set),
    ...(name === undefined ? [] : [buildUpdate(store, itemKeys.accountEntry(accountId), before, { name })]),
    buildAuditItem(store, { by, action: 'account.changed', target: accountId, detail, now }),
  ];
  const failed = await transact(store, [...items, ...buildMemberChecks(store, member)]);
  if (failed.length === 0) return 'updated';
  return failed.some(({ index }) => index >= items.length) ? 'member-changed' : 'changed';
}

function buildSharingAttributes(sharing: SharingMode | undefined, now: Date): Record<string, string> {
  if (sharing === undefined) return {};
  // Also if it is allowed again: a report may have been shared after the call began that forbade it.
  return { sharing, sharingEndedAt: now.toISOString() };
}

/** Builds the update of the account, or of its entry in the list of accounts, if its name is still `before`. */
function buildUpdate(
  store: Store,
  key: { pk: string; sk: string },
  before: string,
  set: Record<string, string>,
): TransactItem {
  const members = Object.entries(set);
  return {
    Update: {
      TableName: store.table,
      Key: key,
      UpdateExpression: `SET ${members.map(([member]) => `#${member} = :${member}`).join(', ')}`,
      ConditionExpression: '#name = :before AND attribute_not_exists(deletedAt)',
      ExpressionAttributeNames: {
        '#name': 'name',
        ...Object.fromEntries(members.map(([member]) => [`#${member}`, member])),
      },
      ExpressionAttributeValues: {
        ':before': before,
        ...Object.fromEntries(members.map(([member, value]) => [`:${member}`, value])),
      },
    },
  };
}
