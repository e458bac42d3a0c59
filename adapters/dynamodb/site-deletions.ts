import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DELETION_CLAIM_MS, type SiteDeletion } from '../../core/retention/deletion-passes.ts';
import { listDueItems } from './due-items.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { updateIf, writeIf } from './write.ts';

/** Part of the transaction that deletes a site: from then on its objects are to be deleted. */
export function buildSiteDeletionItem(
  store: Store,
  { accountId, siteId }: Pick<SiteDeletion, 'accountId' | 'siteId'>,
  now: Date,
): TransactItem {
  const purge: SiteDeletion = { accountId, siteId, deletedAt: now.toISOString(), passes: 0 };
  const keys = { ...itemKeys.purge(siteId), gsi3pk: indexKeys.purges(), gsi3sk: now.toISOString() };
  return { Put: { TableName: store.table, Item: { ...keys, ...purge } } };
}

/** Returns the ids of the deleted sites whose purge is due, those that have waited longest first. */
export async function listDueSiteDeletions(store: Store, now: Date): Promise<string[]> {
  const due = await listDueItems(store, [indexKeys.purges()], now);
  return due.map(({ pk }) => pk.slice(itemKeys.purge('').pk.length));
}

/**
 * Takes a due purge, so that no other run does the same work meanwhile, and one that fails does not stay ahead of the
 * others.
 * @returns undefined when another run has it or it is not due any more
 */
export async function claimSiteDeletion(
  store: Store,
  siteId: string,
  now: Date,
): Promise<SiteDeletion | undefined> {
  const taken = await updateIf(store, {
    Key: itemKeys.purge(siteId),
    UpdateExpression: 'SET gsi3sk = :later',
    ConditionExpression: 'gsi3sk <= :now',
    ExpressionAttributeValues: {
      ':later': new Date(now.getTime() + DELETION_CLAIM_MS).toISOString(),
      ':now': now.toISOString(),
    },
  });
  return taken && toPurge(taken);
}

/** Notes how far a pass has come: `after` is the last scan whose objects are gone. */
export async function recordDeletionProgress(
  store: Store,
  purge: SiteDeletion,
  after: string,
): Promise<void> {
  await ifSamePass(store, purge, 'SET #after = :after', { ':after': after });
}

/** Notes that a pass is done and when the next one begins. */
export async function endDeletionPass(store: Store, purge: SiteDeletion, due: Date): Promise<void> {
  await ifSamePass(store, purge, 'SET passes = :next, gsi3sk = :due REMOVE #after', {
    ':next': purge.passes + 1,
    ':due': due.toISOString(),
  });
}

/** Notes that nothing is left of a site. */
export async function endSiteDeletion(store: Store, { siteId, passes }: SiteDeletion): Promise<void> {
  await writeIf(
    store,
    new DeleteCommand({
      TableName: store.table,
      Key: itemKeys.purge(siteId),
      ConditionExpression: 'passes = :passes',
      ExpressionAttributeValues: { ':passes': passes },
    }),
  );
}

/** Nothing when another run has ended the pass. */
async function ifSamePass(
  store: Store,
  { siteId, passes }: SiteDeletion,
  update: string,
  values: Record<string, unknown>,
): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.purge(siteId),
      UpdateExpression: update,
      ConditionExpression: 'passes = :passes',
      ExpressionAttributeNames: { '#after': 'after' },
      ExpressionAttributeValues: { ...values, ':passes': passes },
    }),
  );
}

function toPurge(item: Record<string, unknown>): SiteDeletion {
  const { accountId, siteId, deletedAt, passes, after } = item as unknown as SiteDeletion;
  return { accountId, siteId, deletedAt, passes, ...(after === undefined ? {} : { after }) };
}
