import type { Actor } from '../../core/audit/audit-entry.ts';
import { buildAuditItem } from './audit.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';

/**
 * Sets an account to deleted and removes it from the list of accounts. After that, no key can be created for it. The
 * caller must revoke its keys and delete its sites. The item of the account stays, without the name, because unfinished
 * scans still decrement its counters.
 * @returns 'already' if it was deleted before, 'gone' if it never existed
 */
export async function deleteAccount(
  store: Store,
  accountId: string,
  by: Actor,
  now: Date,
): Promise<'deleted' | 'already' | 'gone'> {
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
    buildAuditItem(store, { by, action: 'account.deleted', target: accountId, now }),
  ]);
  if (failed.length === 0) return 'deleted';
  return failed[0]?.item ? 'already' : 'gone';
}
