import type { SealedText } from '../../core/alerts/sealed-text.ts';
import { type Actor, type AuditAction, getActorPersonId } from '../../core/audit/audit-entry.ts';
import type { Change } from '../../core/audit/change.ts';
import { createId } from '../../core/ids.ts';
import {
  getInvitationDeletionTime,
  type Invitation,
  type InvitationList,
} from '../../core/people/invitation.ts';
import type { Membership } from '../../core/people/membership.ts';
import { buildAuditItem } from './audit.ts';
import { buildInvitationCounts, type UsedUp } from './invitation-counts.ts';
import { itemKeys } from './item-keys.ts';
import { admitMember, buildLiveAccountCheck, buildMemberChecks } from './memberships.ts';
import { buildOutboxItem } from './outbox.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/**
 * The invitations of an account as they were read. They are listed in one item, so that a list shows an invitation at
 * once, and so that two calls cannot exceed the limit together.
 */
export interface StoredInvitationList {
  invitations: InvitationList;
  /** Changes with each invitation that is added or deleted; 0 before the first one. */
  version: number;
}

/** Returns the ids of the invitations of an account. */
export async function readInvitationList(store: Store, accountId: string): Promise<StoredInvitationList> {
  const item = await readItem(store, itemKeys.accountInvitations(accountId));
  return {
    invitations: (item?.invitations as InvitationList | undefined) ?? {},
    version: Number(item?.version ?? 0),
  };
}

/** Returns the invitations with these ids that exist. */
export async function findInvitations(store: Store, invitationIds: readonly string[]): Promise<Invitation[]> {
  const items = await readItems(store, invitationIds.map(itemKeys.invitation));
  return items.map(toInvitation);
}

/** Returns an invitation; undefined if it does not exist. */
export async function findInvitation(store: Store, invitationId: string): Promise<Invitation | undefined> {
  const item = await readItem(store, itemKeys.invitation(invitationId));
  return item && toInvitation(item);
}

/** 'changed': the list or the invitation has changed since it was read. */
export type InvitationOutcome = 'saved' | 'changed' | 'member-changed' | 'account-gone' | UsedUp;

/**
 * Writes an invitation, which replaces that of the same address.
 * @param list the list with the invitation, and its version as it was read
 * @param replaced the invitation as it was read, if it must still exist
 * @param link the link of the invitation, which is mailed; without it, nothing is mailed and nothing counted
 */
export async function saveInvitation(
  store: Store,
  invitation: Invitation,
  list: StoredInvitationList,
  {
    by,
    member,
    now,
    replaced,
    link,
  }: Change & { replaced?: Invitation | undefined; link?: SealedText | undefined },
): Promise<InvitationOutcome> {
  const { invitationId, accountId, role, siteIds } = invitation;
  const action: AuditAction = replaced === undefined ? 'member.invited' : 'invitation.resent';
  const detail = { role, sites: siteIds ?? 'all' };
  const named: [InvitationOutcome, TransactItem][] = [
    [
      'changed',
      {
        Put: {
          TableName: store.table,
          Item: {
            ...itemKeys.invitation(invitationId),
            ...invitation,
            ttl: Math.ceil(getInvitationDeletionTime(invitation) / 1000),
          },
          ...(replaced === undefined
            ? {}
            : {
                ConditionExpression: 'tokenHash = :read',
                ExpressionAttributeValues: { ':read': replaced.tokenHash },
              }),
        },
      },
    ],
    [
      'changed',
      {
        Update: {
          TableName: store.table,
          Key: itemKeys.accountInvitations(accountId),
          UpdateExpression: 'SET invitations = :list, version = :next',
          ConditionExpression: list.version === 0 ? 'attribute_not_exists(pk)' : 'version = :read',
          ExpressionAttributeValues: {
            ':list': list.invitations,
            ':next': list.version + 1,
            ...(list.version === 0 ? {} : { ':read': list.version }),
          },
        },
      },
    ],
    ['changed', buildAuditItem(store, { by, action, target: invitationId, detail, now })],
    ...(link === undefined
      ? []
      : ([
          ['changed', buildInvitedItem(store, invitation, link, by, now)],
          ...buildInvitationCounts(store, invitation, now),
        ] satisfies [InvitationOutcome, TransactItem][])),
    ['account-gone', buildLiveAccountCheck(store, accountId)],
    ...buildMemberChecks(store, member).map((check): [InvitationOutcome, TransactItem] => [
      'member-changed',
      check,
    ]),
  ];
  const failed = await transact(
    store,
    named.map(([, item]) => item),
  );
  const outcomes = failed.map(({ index }) => named[index]?.[0]);
  // A caller whose role has changed, or who has sent enough, must not try again.
  const order = ['account-gone', 'member-changed', 'account-limit', 'sender-limit', 'changed'] as const;
  return order.find((outcome) => outcomes.includes(outcome)) ?? 'saved';
}

/**
 * Deletes an invitation. Its link is void from then on.
 * @returns 'gone' if it does not exist any more
 */
export async function deleteInvitation(
  store: Store,
  { accountId, invitationId }: Pick<Invitation, 'accountId' | 'invitationId'>,
  { by, member, now }: Change,
): Promise<'deleted' | 'gone' | 'member-changed'> {
  const failed = await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.invitation(invitationId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    buildListRemoval(store, accountId, invitationId),
    buildAuditItem(store, { by, action: 'invitation.revoked', target: invitationId, now }),
    ...buildMemberChecks(store, member),
  ]);
  if (failed.length === 0) return 'deleted';
  return failed.some(({ index }) => index === 0) ? 'gone' : 'member-changed';
}

/**
 * Makes the invited person a member, in the transaction that deletes the invitation. The person who sent it must have
 * been an administrator without interruption since then; that of an operator is valid in any case.
 * @param invitation as it was read
 */
export function acceptInvitation(
  store: Store,
  invitation: Invitation,
  membership: Membership,
  by: Actor,
  now: Date,
): ReturnType<typeof admitMember> {
  const { invitationId, accountId, email, tokenHash, invitedBy, sentAt } = invitation;
  const inviter = getActorPersonId(invitedBy);
  const items: TransactItem[] = [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.invitation(invitationId),
        ConditionExpression: 'tokenHash = :hash AND email = :email AND expiresAt > :now',
        ExpressionAttributeValues: { ':hash': tokenHash, ':email': email, ':now': now.toISOString() },
      },
    },
    buildListRemoval(store, accountId, invitationId),
    ...(inviter === undefined ? [] : [buildInviterCheck(store, inviter, accountId, sentAt)]),
  ];
  return admitMember(store, membership, by, now, { invitationId, items });
}

/** Builds the outbox entry of an invitation that is sent. */
function buildInvitedItem(
  store: Store,
  { invitationId, accountId, email }: Invitation,
  link: SealedText,
  { requestId }: Actor,
  now: Date,
): TransactItem {
  return buildOutboxItem(store, {
    entryId: createId('outbox', now),
    accountId,
    cause: { kind: 'member-invited', invitationId, email, link },
    at: now.toISOString(),
    correlationId: requestId,
  });
}

function buildInviterCheck(store: Store, personId: string, accountId: string, sentAt: string): TransactItem {
  return {
    ConditionCheck: {
      TableName: store.table,
      Key: itemKeys.membership(personId, accountId),
      ConditionExpression:
        '#role = :admin AND joinedAt <= :sent AND (attribute_not_exists(roleChangedAt) OR roleChangedAt <= :sent)',
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: { ':admin': 'admin', ':sent': sentAt },
    },
  };
}

/** Builds the item that removes an invitation from the list of its account. */
function buildListRemoval(store: Store, accountId: string, invitationId: string): TransactItem {
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.accountInvitations(accountId),
      UpdateExpression: 'REMOVE invitations.#id ADD version :one',
      ExpressionAttributeNames: { '#id': invitationId },
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

function toInvitation(item: Record<string, unknown>): Invitation {
  const { pk: _pk, sk: _sk, ttl: _ttl, ...invitation } = item;
  return invitation as unknown as Invitation;
}
