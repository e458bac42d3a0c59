import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { MemberPrincipal } from '../../core/access/principal.ts';
import type { Actor } from '../../core/audit/audit-entry.ts';
import type { Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import { MEMBERS_MAX } from '../../core/people/invitation.ts';
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

/** Returns the memberships in an account of those of the given people who are members. */
export async function findMemberships(
  store: Store,
  accountId: string,
  personIds: readonly string[],
): Promise<Membership[]> {
  const keys = personIds.map((personId) => itemKeys.membership(personId, accountId));
  return (await readItems(store, keys)) as unknown as Membership[];
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

/** An invitation that is used, as part of the transaction that admits the person. */
export interface UsedInvitation {
  invitationId: string;
  /** The items that delete the invitation, with their conditions. */
  items: readonly TransactItem[];
}

/**
 * Makes a person a member of an account.
 * @returns 'already' if the person is a member, 'full' if the account has the maximum number of members, 'account-gone'
 *   if the account does not exist or is deleted, and 'invitation-gone' if the invitation is not valid any more
 */
export async function admitMember(
  store: Store,
  membership: Membership,
  by: Actor,
  now: Date,
  invitation?: UsedInvitation,
): Promise<'admitted' | 'already' | 'full' | 'account-gone' | 'invitation-gone'> {
  const { personId, accountId, role, siteIds } = membership;
  const failed = await transact(store, [
    buildLiveAccountCheck(store, accountId),
    {
      Put: {
        TableName: store.table,
        Item: buildMembershipItem(membership),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    buildMemberCountItem(store, accountId, { members: 1, admins: role === 'admin' ? 1 : 0 }),
    buildAuditItem(store, {
      by,
      action: 'member.joined',
      target: personId,
      detail: {
        role,
        sites: siteIds ?? 'all',
        ...(invitation === undefined ? {} : { invitation: invitation.invitationId }),
      },
      now,
    }),
    ...(invitation?.items ?? []),
  ]);
  if (failed.length === 0) return 'admitted';
  const outcomes = ['account-gone', 'already', 'full'] as const;
  return outcomes.find((_, at) => failed.some(({ index }) => index === at)) ?? 'invitation-gone';
}

/** Returns the item of a membership. */
export function buildMembershipItem(membership: Membership): Record<string, unknown> {
  const { personId, accountId } = membership;
  return {
    ...itemKeys.membership(personId, accountId),
    ...membership,
    gsi1pk: indexKeys.membersOfAccount(accountId),
    gsi1sk: personId,
  };
}

/** Builds a check that makes a transaction fail if an account does not exist or is deleted. */
export function buildLiveAccountCheck(store: Store, accountId: string): TransactItem {
  return {
    ConditionCheck: {
      TableName: store.table,
      Key: itemKeys.account(accountId),
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
    },
  };
}

/**
 * Builds the item that counts the members and the administrators of an account, for the transaction that changes their
 * numbers. A transaction fails if it would leave no administrator, or more members than the maximum.
 */
export function buildMemberCountItem(
  store: Store,
  accountId: string,
  change: { members: 1 | 0 | -1; admins: 1 | 0 | -1 },
): TransactItem {
  const conditions = [
    ...(change.members === 1 ? ['(attribute_not_exists(members) OR members < :max)'] : []),
    ...(change.admins === -1 ? ['admins > :one'] : []),
  ];
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.accountAdmins(accountId),
      UpdateExpression: 'ADD members :members, admins :admins',
      ...(conditions.length === 0 ? {} : { ConditionExpression: conditions.join(' AND ') }),
      ExpressionAttributeValues: {
        ':members': change.members,
        ':admins': change.admins,
        ...(change.members === 1 ? { ':max': MEMBERS_MAX } : {}),
        ...(change.admins === -1 ? { ':one': 1 } : {}),
      },
    },
  };
}

/** Returns how many members an account has. */
export async function readMemberCount(store: Store, accountId: string): Promise<number> {
  return Number((await readItem(store, itemKeys.accountAdmins(accountId)))?.members ?? 0);
}

/**
 * Builds a check that makes a transaction fail if the role or the sites of a member have changed since the call was
 * authorized, so that somebody who was just removed or demoted cannot grant anything. The failed condition has no item
 * if the person is no longer a member.
 */
export function buildMemberCheck(
  store: Store,
  {
    personId,
    accountId,
    role,
    siteIds,
  }: Pick<MemberPrincipal, 'personId' | 'accountId' | 'role' | 'siteIds'>,
): TransactItem {
  const sites = siteIds === undefined ? 'attribute_not_exists(siteIds)' : 'siteIds = :siteIds';
  return {
    ConditionCheck: {
      TableName: store.table,
      Key: itemKeys.membership(personId, accountId),
      ConditionExpression: `#role = :role AND ${sites}`,
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: { ':role': role, ...(siteIds === undefined ? {} : { ':siteIds': siteIds }) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Builds the check of the member who makes a change; nothing for an operator. */
export function buildMemberChecks(store: Store, member: MemberPrincipal | undefined): TransactItem[] {
  return member === undefined ? [] : [buildMemberCheck(store, member)];
}
