import type { Change } from '../../core/audit/change.ts';
import { buildAuditItem } from './audit.ts';
import { buildDeletionItem } from './deletions.ts';
import { itemKeys } from './item-keys.ts';
import { buildMemberChecks } from './memberships.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';

/**
 * Sets an account to deleted, removes it from the list of accounts, and schedules the deletion of what it has. After
 * that, its keys and members are refused, and nothing can be added. The item of the account stays for some days,
 * without the name, because unfinished scans still decrement its counters.
 * @returns 'already' if it was deleted before, 'gone' if it never existed
 */
export async function deleteAccount(
  store: Store,
  accountId: string,
  { by, member, now }: Change,
): Promise<'deleted' | 'already' | 'gone' | 'member-changed'> {
  const failed = await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.account(accountId),
        UpdateExpression: 'SET deletedAt = :now, #name = :none',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':now': now.toISOString(), ':none': '' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    { Delete: { TableName: store.table, Key: itemKeys.accountEntry(accountId) } },
    buildDeletionItem(store, { accountId, by: by.actor, requestId: by.requestId }, now),
    buildAuditItem(store, { by, action: 'account.deleted', target: accountId, now }),
    ...buildMemberChecks(store, member),
  ]);
  const [first] = failed;
  if (first === undefined) return 'deleted';
  if (first.index !== 0) return 'member-changed';
  return first.item ? 'already' : 'gone';
}
