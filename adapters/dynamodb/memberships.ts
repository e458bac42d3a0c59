import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Actor } from '../../core/audit/audit-entry.ts';
import type { Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import type { Membership } from '../../core/people/membership.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { buildAuditItem } from './audit.ts';
import { indexKeys, itemKeys, MEMBERSHIP_PREFIX } from './item-keys.ts';
import { readItem, readItems, readPartition } from './read-items.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/**
 * Returns the membership of a person in an account; undefined if the person is not a member. The read is strongly
 * consistent, so that the next call after a removal or a change of the role has its effect.
 */
export async function findMembership(
  store: Store,
  personId: string,
  accountId: string,
): Promise<Membership | undefined> {
  return (await readItem(store, itemKeys.membership(personId, accountId))) as Membership | undefined;
}

/** Returns the memberships of a person, in the order of the ids of the accounts. */
export async function listMemberships(store: Store, personId: string): Promise<Membership[]> {
  return (await readPartition(store, itemKeys.person(personId).pk, MEMBERSHIP_PREFIX)) as Membership[];
}

/** Returns members of an account, in the order of the ids of the persons. */
export async function listMembers(
  store: Store,
  accountId: string,
  { limit, after }: ListRange,
): Promise<Listing<Membership>> {
  const { Items = [], LastEvaluatedKey } = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      IndexName: 'gsi1' satisfies TableIndex,
      KeyConditionExpression: `gsi1pk = :pk${after === undefined ? '' : ' AND gsi1sk > :after'}`,
      ExpressionAttributeValues: {
        ':pk': indexKeys.membersOfAccount(accountId),
        ...(after === undefined ? {} : { ':after': after }),
      },
      Limit: limit,
    }),
  );
  const items = (await readItems(store, Items as { pk: string; sk: string }[])) as unknown as Membership[];
  const last = Items.at(-1)?.gsi1sk as string | undefined;
  return LastEvaluatedKey === undefined || last === undefined ? { items } : { items, next: last };
}

/**
 * Makes a person a member of an account.
 * @param others further items of the transaction, such as a used invitation
 * @returns 'already' if the person is a member, 'account-gone' if the account does not exist or is deleted, and
 *   'others-failed' if a condition of the further items does not hold
 */
export async function admitMember(
  store: Store,
  membership: Membership,
  by: Actor,
  now: Date,
  others: readonly TransactItem[] = [],
): Promise<'admitted' | 'already' | 'account-gone' | 'others-failed'> {
  const { personId, accountId, role, siteIds } = membership;
  const failed = await transact(store, [
    {
      ConditionCheck: {
        TableName: store.table,
        Key: itemKeys.account(accountId),
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
      },
    },
    {
      Put: {
        TableName: store.table,
        Item: {
          ...itemKeys.membership(personId, accountId),
          ...membership,
          gsi1pk: indexKeys.membersOfAccount(accountId),
          gsi1sk: personId,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    buildAuditItem(store, {
      by,
      action: 'member.joined',
      target: personId,
      detail: { role, sites: siteIds ?? 'all' },
      now,
    }),
    ...(role === 'admin' ? [buildAdminCountItem(store, accountId, 1)] : []),
    ...others,
  ]);
  if (failed.length === 0) return 'admitted';
  if (failed.some(({ index }) => index === 0)) return 'account-gone';
  return failed.some(({ index }) => index === 1) ? 'already' : 'others-failed';
}

/**
 * Builds the item that counts the administrators of an account, for the transaction that changes their number. The last
 * administrator cannot be removed: a transaction that would leave none fails.
 */
export function buildAdminCountItem(store: Store, accountId: string, change: 1 | -1): TransactItem {
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.accountAdmins(accountId),
      UpdateExpression: 'ADD admins :change',
      ...(change === 1 ? {} : { ConditionExpression: 'admins > :one' }),
      ExpressionAttributeValues: { ':change': change, ...(change === 1 ? {} : { ':one': 1 }) },
    },
  };
}
