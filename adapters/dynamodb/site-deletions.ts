import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DELETION_CLAIM_MS, type SiteDeletion } from '../../core/retention/deletion-passes.ts';
import { listDueItems } from './due-items.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { updateIf, writeIf } from './write.ts';

/** Builds the item that schedules the deletion of a site's objects, for the transaction that deletes the site. */
export function buildSiteDeletionItem(
  store: Store,
  { accountId, siteId }: Pick<SiteDeletion, 'accountId' | 'siteId'>,
  now: Date,
): TransactItem {
  const deletion: SiteDeletion = { accountId, siteId, deletedAt: now.toISOString(), passes: 0 };
  const keys = {
    ...itemKeys.siteDeletion(siteId),
    gsi3pk: indexKeys.siteDeletions(),
    gsi3sk: now.toISOString(),
  };
  return { Put: { TableName: store.table, Item: { ...keys, ...deletion } } };
}

/** Returns the ids of the deleted sites whose next deletion pass is due, longest waiting first. */
export async function listDueSiteDeletions(store: Store, now: Date): Promise<string[]> {
  const due = await listDueItems(store, [indexKeys.siteDeletions()], now);
  return due.map(({ pk }) => pk.slice(itemKeys.siteDeletion('').pk.length));
}

/**
 * Claims a due site deletion, so that no other run does the same work meanwhile, and a deletion that fails does not
 * block the others.
 * @returns undefined if another run has claimed it or it is not due any more
 */
export async function claimSiteDeletion(
  store: Store,
  siteId: string,
  now: Date,
): Promise<SiteDeletion | undefined> {
  const taken = await updateIf(store, {
    Key: itemKeys.siteDeletion(siteId),
    UpdateExpression: 'SET gsi3sk = :later',
    ConditionExpression: 'gsi3sk <= :now',
    ExpressionAttributeValues: {
      ':later': new Date(now.getTime() + DELETION_CLAIM_MS).toISOString(),
      ':now': now.toISOString(),
    },
  });
  return taken && toSiteDeletion(taken);
}

/**
 * Records the progress of a deletion pass.
 * @param after the last scan whose objects are deleted
 */
export async function recordDeletionProgress(
  store: Store,
  deletion: SiteDeletion,
  after: string,
): Promise<void> {
  await updateIfSamePass(store, deletion, 'SET #after = :after', { ':after': after });
}

/** Records that a deletion pass is done and when the next one is due. */
export async function endDeletionPass(store: Store, deletion: SiteDeletion, due: Date): Promise<void> {
  await updateIfSamePass(store, deletion, 'SET passes = :next, gsi3sk = :due REMOVE #after', {
    ':next': deletion.passes + 1,
    ':due': due.toISOString(),
  });
}

/** Records that all objects of a site are deleted. */
export async function endSiteDeletion(store: Store, { siteId, passes }: SiteDeletion): Promise<void> {
  await writeIf(
    store,
    new DeleteCommand({
      TableName: store.table,
      Key: itemKeys.siteDeletion(siteId),
      ConditionExpression: 'passes = :passes',
      ExpressionAttributeValues: { ':passes': passes },
    }),
  );
}

/** Updates a site deletion. Does nothing if another run has ended the pass. */
async function updateIfSamePass(
  store: Store,
  { siteId, passes }: SiteDeletion,
  update: string,
  values: Record<string, unknown>,
): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.siteDeletion(siteId),
      UpdateExpression: update,
      ConditionExpression: 'passes = :passes',
      ExpressionAttributeNames: { '#after': 'after' },
      ExpressionAttributeValues: { ...values, ':passes': passes },
    }),
  );
}

function toSiteDeletion(item: Record<string, unknown>): SiteDeletion {
  const { accountId, siteId, deletedAt, passes, after } = item as unknown as SiteDeletion;
  return { accountId, siteId, deletedAt, passes, ...(after === undefined ? {} : { after }) };
}
