import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { KeyRecord } from '../../core/access/key-record.ts';
import type { Actor } from '../../core/audit/audit-entry.ts';
import type { Membership } from '../../core/people/membership.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { buildAuditItem } from './audit.ts';
import { deletePartition } from './delete-partition.ts';
import { readInvitationList } from './invitations.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { buildMailSettingsRemoval } from './mail-settings.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';
import { write } from './write.ts';

/**
 * Revokes a key of a deleted account, and deletes its name and its description. The item stays until the last pass, so
 * that usage which running scans still count can be found and deleted. Repeated calls are safe.
 */
export async function eraseKey(store: Store, key: KeyRecord, by: Actor, now: Date): Promise<void> {
  if (key.revokedAt !== undefined && key.name === '') return;
  await transact(store, [
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.key(key.keyId),
        UpdateExpression:
          'SET revokedAt = if_not_exists(revokedAt, :now), #name = :none, description = :none REMOVE createdBy, gsi2pk, gsi2sk, gsi3pk, gsi3sk',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':now': now.toISOString(), ':none': '' },
      },
    },
    ...(key.revokedAt === undefined
      ? [buildAuditItem(store, { by, action: 'key.revoked', target: key.keyId, now })]
      : []),
  ]);
}

/** Deletes a key with its usage and its refusals. @returns false if time was up before everything was deleted */
export function deleteKeyData(store: Store, keyId: string, isTimeUp: () => boolean): Promise<boolean> {
  return deletePartition(store, itemKeys.key(keyId).pk, () => false, isTimeUp);
}

/**
 * Deletes a membership of a deleted account, with its mail settings. The last pass deletes the usage of the person in
 * it.
 */
export async function deleteMemberData(
  store: Store,
  { personId, accountId }: Membership,
  by: Actor,
  now: Date,
): Promise<void> {
  await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.membership(personId, accountId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    buildMailSettingsRemoval(store, { personId, accountId }),
    buildAuditItem(store, { by, action: 'member.removed', target: personId, now }),
  ]);
}

/**
 * Deletes the usage of people in a deleted account, also of those who were removed before.
 * @returns false if time was up before everything was deleted
 */
export async function deletePersonDays(
  store: Store,
  accountId: string,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      IndexName: 'gsi1' satisfies TableIndex,
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': indexKeys.personDaysOfAccount(accountId) },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { pk, sk } of Items) {
      if (isTimeUp()) return false;
      await write(store, new DeleteCommand({ TableName: store.table, Key: { pk, sk } }));
    }
  }
  return true;
}

/** Deletes the invitations of a deleted account. */
export async function deleteInvitations(store: Store, accountId: string): Promise<void> {
  const { invitations } = await readInvitationList(store, accountId);
  for (const invitationId of Object.keys(invitations)) {
    const Key = itemKeys.invitation(invitationId);
    await write(store, new DeleteCommand({ TableName: store.table, Key }));
  }
  const Key = itemKeys.accountInvitations(accountId);
  await write(store, new DeleteCommand({ TableName: store.table, Key }));
}

/**
 * Deletes the account itself with its months and counts. No scan of it may be unfinished.
 * @returns false if time was up before everything was deleted
 */
export function deleteAccountItems(
  store: Store,
  accountId: string,
  isTimeUp: () => boolean,
): Promise<boolean> {
  return deletePartition(store, itemKeys.account(accountId).pk, () => false, isTimeUp);
}
