import type { Actor } from '../../core/audit/audit-entry.ts';
import { buildAuditItem } from './audit.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';

/**
 * Marks an account as deleted and takes it off the list of accounts; from then on it gets no key. Its keys and sites
 * are the caller's to end. The account itself stays, without its name, for scans that are still to end count down in it.
 * @returns 'already' when it was deleted before, 'gone' when there never was one
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
