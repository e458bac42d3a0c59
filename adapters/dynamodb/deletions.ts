import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DELETION_CLAIM_MS, type Deletion, getDeletionTarget } from '../../core/retention/deletion-passes.ts';
import { listDueItems } from './due-items.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { updateIf, writeIf } from './write.ts';

/**
 * Builds the item that schedules the deletion of objects and items, for the transaction that deletes the
 * account, the site or the scan.
 */
export function buildDeletionItem(
  store: Store,
  of: Pick<Deletion, 'accountId' | 'siteId' | 'scanId' | 'by' | 'requestId'>,
  now: Date,
): TransactItem {
  const deletion: Deletion = { ...of, deletedAt: now.toISOString(), passes: 0 };
  const keys = {
    ...itemKeys.deletion(getDeletionTarget(of)),
    gsi3pk: indexKeys.deletions(),
    gsi3sk: now.toISOString(),
  };
  return { Put: { TableName: store.table, Item: { ...keys, ...deletion } } };
}

/** Returns the ids of the deleted sites and scans whose next deletion pass is due, longest waiting first. */
export async function listDueDeletions(store: Store, now: Date): Promise<string[]> {
  const due = await listDueItems(store, [indexKeys.deletions()], now);
  return due.map(({ pk }) => pk.slice(itemKeys.deletion('').pk.length));
}

/**
 * Claims a due deletion, so that no other run does the same work meanwhile, and a deletion that fails does not
 * block the others.
 * @returns undefined if another run has claimed it or it is not due any more
 */
export async function claimDeletion(
  store: Store,
  targetId: string,
  now: Date,
): Promise<Deletion | undefined> {
  const taken = await updateIf(store, {
    Key: itemKeys.deletion(targetId),
    UpdateExpression: 'SET gsi3sk = :later',
    ConditionExpression: 'gsi3sk <= :now',
    ExpressionAttributeValues: {
      ':later': new Date(now.getTime() + DELETION_CLAIM_MS).toISOString(),
      ':now': now.toISOString(),
    },
  });
  return taken && toDeletion(taken);
}

/**
 * Records the progress of a deletion pass.
 * @param after the last scan whose objects are deleted
 */
export async function recordDeletionProgress(store: Store, deletion: Deletion, after: string): Promise<void> {
  await updateIfSamePass(store, deletion, 'SET #after = :after', { ':after': after });
}

/** Records that a deletion pass is done and when the next one is due. */
export async function endDeletionPass(store: Store, deletion: Deletion, due: Date): Promise<void> {
  await updateIfSamePass(store, deletion, 'SET passes = :next, gsi3sk = :due REMOVE #after', {
    ':next': deletion.passes + 1,
    ':due': due.toISOString(),
  });
}

/** Records that nothing is left to delete. */
export async function endDeletion(store: Store, deletion: Deletion): Promise<void> {
  await writeIf(
    store,
    new DeleteCommand({
      TableName: store.table,
      Key: itemKeys.deletion(getDeletionTarget(deletion)),
      ConditionExpression: 'passes = :passes',
      ExpressionAttributeValues: { ':passes': deletion.passes },
    }),
  );
}

/** Updates a deletion. Does nothing if another run has ended the pass. */
async function updateIfSamePass(
  store: Store,
  deletion: Deletion,
  update: string,
  values: Record<string, unknown>,
): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.deletion(getDeletionTarget(deletion)),
      UpdateExpression: update,
      ConditionExpression: 'passes = :passes',
      ExpressionAttributeNames: { '#after': 'after' },
      ExpressionAttributeValues: { ...values, ':passes': deletion.passes },
    }),
  );
}

function toDeletion(item: Record<string, unknown>): Deletion {
  const { pk: _pk, sk: _sk, gsi3pk: _gsi3pk, gsi3sk: _gsi3sk, ...deletion } = item;
  return deletion as unknown as Deletion;
}
