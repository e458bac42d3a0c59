import { PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Alert } from '../../core/alerts/alert.ts';
import { DIGEST_EVENTS_MAX } from '../../core/alerts/digest.ts';
import type { AlertEvent } from '../../core/alerts/event.ts';
import { formatDue } from '../../core/due/due-kind.ts';
import { buildAlertItem, buildSameCondition, buildSameValues } from './alerts.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { updateIf, writeIf } from './write.ts';

/** After this time a digest is requested again, because its message may be lost. */
const RESEND_MS = 10 * 60_000;

/** Days for which an event waits at most, and then its tombstone is kept: longer than an outbox entry. */
const KEPT_DAYS = 40;
const DAY_SECONDS = 86_400;

/** Lets an event wait for the next digest of an alert. Writes nothing if it waits, or was reported, already. */
export async function insertDigestEntry(
  store: Store,
  alertId: string,
  event: AlertEvent,
  now: Date,
): Promise<void> {
  await writeIf(
    store,
    new PutCommand({
      TableName: store.table,
      Item: {
        ...itemKeys.digestEntry(alertId, event.eventId),
        event,
        ...(event.siteId === null
          ? {}
          : { gsi4pk: indexKeys.messagesOf(event.siteId), gsi4sk: event.eventId }),
        ttl: Math.ceil(now.getTime() / 1000) + KEPT_DAYS * DAY_SECONDS,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/** Returns the ids of the events that wait for the digest of an alert, oldest first. */
export async function listWaitingEventIds(store: Store, alertId: string): Promise<string[]> {
  const { pk, sk } = itemKeys.digestEntry(alertId, '');
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      FilterExpression: 'attribute_exists(event)',
      ProjectionExpression: 'sk',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': sk },
      ConsistentRead: true,
    },
  );
  const ids: string[] = [];
  for await (const { Items = [] } of pages) {
    ids.push(...Items.map((item) => String(item.sk).slice(sk.length)));
    if (ids.length >= DIGEST_EVENTS_MAX) break;
  }
  return ids.slice(0, DIGEST_EVENTS_MAX);
}

/** Returns events that wait for the digest of an alert; those of deleted sites are missing. */
export async function readWaitingEvents(
  store: Store,
  alertId: string,
  eventIds: readonly string[],
): Promise<AlertEvent[]> {
  const items = await readItems(
    store,
    eventIds.map((eventId) => itemKeys.digestEntry(alertId, eventId)),
  );
  return items.flatMap(({ event }) => (event === undefined ? [] : [event as AlertEvent]));
}

/** Notes that an event was reported. It is remembered, because its outbox entry may be handled again. */
export async function recordEventReported(store: Store, alertId: string, eventId: string): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.digestEntry(alertId, eventId),
      UpdateExpression: 'REMOVE event, gsi4pk, gsi4sk',
      ConditionExpression: 'attribute_exists(pk)',
    }),
  );
}

/**
 * Sets when a digest is requested next, so that the sweeper does not request it every minute.
 * @param due the `gsi3sk` of the alert as it was listed
 * @returns undefined if another run requests it, or it is not due any more
 */
export async function claimDigest(
  store: Store,
  alertId: string,
  due: string,
  now: Date,
): Promise<Pick<Alert, 'accountId'> | undefined> {
  const item = await updateIf(store, {
    Key: itemKeys.alert(alertId),
    UpdateExpression: 'SET gsi3sk = :next',
    ConditionExpression: 'gsi3sk = :due',
    ExpressionAttributeValues: {
      ':due': due,
      ':next': formatDue(new Date(now.getTime() + RESEND_MS).toISOString(), 'digest'),
    },
  });
  return item && { accountId: String(item.accountId) };
}

/**
 * Stores which events a digest has, so that a repetition after a crash reports the same.
 * @returns false if the alert has changed since it was read
 */
export async function beginDigest(
  store: Store,
  alert: Alert,
  digest: NonNullable<Alert['digest']>,
): Promise<boolean> {
  const item = await updateIf(store, {
    Key: itemKeys.alert(alert.alertId),
    UpdateExpression: 'SET digest = :digest',
    ConditionExpression: buildSameCondition(alert),
    ExpressionAttributeValues: { ...buildSameValues(alert), ':digest': digest },
  });
  return item !== undefined;
}

/** Ends a digest that was reported. @param after the alert with the time of the next one */
export async function endDigest(store: Store, before: Alert, after: Alert): Promise<boolean> {
  return writeIf(
    store,
    new PutCommand({
      TableName: store.table,
      Item: buildAlertItem(after),
      ConditionExpression: buildSameCondition(before),
      ExpressionAttributeValues: buildSameValues(before),
    }),
  );
}
