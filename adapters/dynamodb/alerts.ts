import { ALERTS_MAX, type Alert } from '../../core/alerts/alert.ts';
import type { Change } from '../../core/audit/change.ts';
import { buildAuditItem } from './audit.ts';
import { deletePartition } from './delete-partition.ts';
import { buildDueKeys } from './due.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { buildMemberChecks } from './memberships.ts';
import { queryNewest } from './query-newest.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';

/** Returns an alert; undefined if it does not exist (strongly consistent read). */
export async function findAlert(store: Store, alertId: string): Promise<Alert | undefined> {
  const item = await readItem(store, itemKeys.alert(alertId));
  return item && toAlert(item);
}

/** Returns all alerts of an account, newest first. */
export async function listAlerts(store: Store, accountId: string): Promise<Alert[]> {
  const { items } = await queryNewest(store, 'gsi1', indexKeys.alertsOfAccount(accountId), {
    limit: ALERTS_MAX,
  });
  return (await readItems(store, items)).map(toAlert);
}

/**
 * Writes a new alert within the limit of its account.
 * @returns 'full' if the account has the maximum number of alerts
 */
export async function insertAlert(
  store: Store,
  alert: Alert,
  { by, member, now }: Change,
): Promise<'created' | 'full' | 'account-gone' | 'member-changed'> {
  const failed = await transact(store, [
    buildAlertCountItem(store, alert.accountId, 1),
    {
      Put: {
        TableName: store.table,
        Item: buildAlertItem(alert),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    buildAuditItem(store, { by, action: 'alert.created', target: alert.alertId, now }),
    ...buildMemberChecks(store, member),
  ]);
  const [first] = failed;
  if (first === undefined) return 'created';
  if (first.index !== 0) return 'member-changed';
  return first.item !== undefined && first.item.deletedAt === undefined ? 'full' : 'account-gone';
}

/**
 * Replaces an alert.
 * @param before the alert as it was read
 * @param changed names of the members that change, for the audit log
 * @returns 'changed' if it has changed or was deleted since
 */
export async function replaceAlert(
  store: Store,
  before: Alert,
  after: Alert,
  changed: string[],
  { by, member, now }: Change,
): Promise<'updated' | 'changed' | 'member-changed'> {
  const failed = await transact(store, [
    {
      Put: {
        TableName: store.table,
        Item: buildAlertItem(after),
        ConditionExpression: buildSameCondition(before),
        ExpressionAttributeValues: buildSameValues(before),
      },
    },
    buildAuditItem(store, {
      by,
      action: 'alert.changed',
      target: after.alertId,
      detail: { changed },
      now,
    }),
    ...buildMemberChecks(store, member),
  ]);
  const [first] = failed;
  if (first === undefined) return 'updated';
  return first.index === 0 ? 'changed' : 'member-changed';
}

/** Deletes an alert. Events that wait for its digest are deleted too. */
export async function removeAlert(
  store: Store,
  { alertId, accountId }: Pick<Alert, 'alertId' | 'accountId'>,
  { by, member, now }: Change,
): Promise<'deleted' | 'gone' | 'member-changed'> {
  const failed = await transact(store, [
    {
      Delete: {
        TableName: store.table,
        Key: itemKeys.alert(alertId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    buildAlertCountItem(store, accountId, -1),
    buildAuditItem(store, { by, action: 'alert.deleted', target: alertId, now }),
    ...buildMemberChecks(store, member),
  ]);
  const [first] = failed;
  if (first !== undefined) return first.index === 0 ? 'gone' : 'member-changed';
  await deleteAlertData(store, alertId);
  return 'deleted';
}

/** Deletes an alert and the events that wait for its digest. Repeated calls are safe. */
export async function deleteAlertData(store: Store, alertId: string): Promise<void> {
  await deletePartition(
    store,
    itemKeys.alert(alertId).pk,
    () => false,
    () => false,
  );
}

/** Builds the item that counts an alert in its account. A new one fails if the account is deleted or full. */
function buildAlertCountItem(store: Store, accountId: string, by: 1 | -1): TransactItem {
  const conditions = [
    'attribute_exists(pk)',
    ...(by === 1
      ? ['attribute_not_exists(deletedAt)', '(attribute_not_exists(alerts) OR alerts < :max)']
      : []),
  ];
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.account(accountId),
      UpdateExpression: 'ADD alerts :by',
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeValues: { ':by': by, ...(by === 1 ? { ':max': ALERTS_MAX } : {}) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Returns the condition that an alert has not changed since it was read, and that its digest has not begun. */
export function buildSameCondition({ digestAt, digest }: Alert): string {
  return [
    'updatedAt = :read',
    digestAt === undefined ? 'attribute_not_exists(digestAt)' : 'digestAt = :digestAt',
    `attribute_${digest === undefined ? 'not_exists' : 'exists'}(digest)`,
  ].join(' AND ');
}

export function buildSameValues({ updatedAt, digestAt }: Alert): Record<string, string> {
  return { ':read': updatedAt, ...(digestAt === undefined ? {} : { ':digestAt': digestAt }) };
}

/** Returns the item of an alert. One with a digest is listed as due, unless it is disabled. */
export function buildAlertItem(alert: Alert): Record<string, unknown> {
  const { alertId, accountId, digestAt, disabled } = alert;
  return {
    ...itemKeys.alert(alertId),
    ...alert,
    gsi1pk: indexKeys.alertsOfAccount(accountId),
    gsi1sk: alertId,
    ...(digestAt === undefined || disabled !== undefined ? {} : buildDueKeys(alertId, digestAt, 'digest')),
  };
}

function toAlert(item: Record<string, unknown>): Alert {
  const { pk: _pk, sk: _sk, gsi1pk: _account, gsi1sk: _id, gsi3pk: _shard, gsi3sk: _due, ...alert } = item;
  return alert as unknown as Alert;
}
