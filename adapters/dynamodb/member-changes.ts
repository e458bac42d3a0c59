import type { AuditAction } from '../../core/audit/audit-entry.ts';
import type { MemberChange } from '../../core/audit/change.ts';
import type { Membership } from '../../core/people/membership.ts';
import { buildAuditItem } from './audit.ts';
import { itemKeys } from './item-keys.ts';
import { buildMailSettingsRemoval } from './mail-settings.ts';
import {
  buildLiveAccountCheck,
  buildMemberCheck,
  buildMemberCountItem,
  buildMembershipItem,
} from './memberships.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/** 'changed': the membership has changed since it was read. 'member-changed': the role of the caller has changed. */
export type MembershipOutcome = 'done' | 'changed' | 'last-admin' | 'member-changed' | 'account-gone';

/** Replaces the role and the sites of a member. @param before as it was read */
export async function replaceMembership(
  store: Store,
  before: Membership,
  after: Membership,
  change: MemberChange,
): Promise<MembershipOutcome> {
  const { accountId, personId, role, siteIds } = after;
  const item: TransactItem = {
    Put: { TableName: store.table, Item: buildMembershipItem(after), ...buildSameCondition(before) },
  };
  const audit = buildAuditItem(store, {
    by: change.by,
    action: 'member.role-changed',
    target: personId,
    detail: { role, sites: siteIds ?? 'all' },
    now: change.now,
  });
  const admins = countAdmin(after) - countAdmin(before);
  return writeMembership(
    store,
    before,
    item,
    audit,
    { members: 0, admins: admins as 1 | 0 | -1 },
    {
      ...change,
      account: buildLiveAccountCheck(store, accountId),
    },
  );
}

/** Ends a membership. @param membership as it was read */
export async function removeMembership(
  store: Store,
  membership: Membership,
  action: Extract<AuditAction, 'member.removed' | 'member.left'>,
  change: MemberChange,
): Promise<MembershipOutcome> {
  const { accountId, personId } = membership;
  const item: TransactItem = {
    Delete: {
      TableName: store.table,
      Key: itemKeys.membership(personId, accountId),
      ...buildSameCondition(membership),
    },
  };
  const audit = buildAuditItem(store, { by: change.by, action, target: personId, now: change.now });
  const admins = countAdmin(membership) === 1 ? -1 : 0;
  const mail = buildMailSettingsRemoval(store, membership);
  return writeMembership(store, membership, item, audit, { members: -1, admins }, change, mail);
}

async function writeMembership(
  store: Store,
  { accountId, personId }: Membership,
  item: TransactItem,
  audit: TransactItem,
  counts: Parameters<typeof buildMemberCountItem>[2],
  { member, account }: MemberChange & { account?: TransactItem },
  ...others: TransactItem[]
): Promise<MembershipOutcome> {
  const named: [MembershipOutcome, TransactItem][] = [
    ['changed', item],
    ['changed', audit],
    ...others.map((other): [MembershipOutcome, TransactItem] => ['changed', other]),
    ...(counts.members === 0 && counts.admins === 0
      ? []
      : [
          ['last-admin', buildMemberCountItem(store, accountId, counts)] as [MembershipOutcome, TransactItem],
        ]),
    // A transaction has each item once. The condition of an own membership is that of the first item.
    ...(member.personId === personId
      ? []
      : [['member-changed', buildMemberCheck(store, member)] as [MembershipOutcome, TransactItem]]),
    ...(account === undefined ? [] : [['account-gone', account] as [MembershipOutcome, TransactItem]]),
  ];
  const failed = await transact(
    store,
    named.map(([, each]) => each),
  );
  // The membership is compared first: if it has changed, the counts may be others.
  const [first] = failed;
  return first === undefined ? 'done' : (named[first.index]?.[0] ?? 'changed');
}

function countAdmin({ role }: Membership): 0 | 1 {
  return role === 'admin' ? 1 : 0;
}

/** Builds the condition that a membership is as it was read. */
function buildSameCondition({ role, siteIds, joinedAt }: Membership) {
  return {
    ConditionExpression: `#role = :role AND joinedAt = :joined AND ${
      siteIds === undefined ? 'attribute_not_exists(siteIds)' : 'siteIds = :sites'
    }`,
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: {
      ':role': role,
      ':joined': joinedAt,
      ...(siteIds === undefined ? {} : { ':sites': siteIds }),
    },
  };
}
