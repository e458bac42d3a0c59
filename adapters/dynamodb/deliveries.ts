import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DELIVERY_DAYS, type Delivery, getTargetId } from '../../core/alerts/delivery.ts';
import type { Listing } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { queryNewest } from './query-newest.ts';
import { readItem, readItems } from './read-items.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';
import { writeIf } from './write.ts';

/** Longest time in seconds for which the message of a delivery waits in its queue. The sweeper sends later ones. */
export const QUEUE_PAUSE_MAX = 900;

/** How much later than an attempt the sweeper sends its message again, if the function that sends it was killed. */
const LOST_MESSAGE_MS = 2 * 60_000;

/** How much later the sweeper sends a message again that it has sent. The queue may have a backlog. */
const SWEEP_AGAIN_MS = 15 * 60_000;

/**
 * Writes a new delivery. The caller then sends its message.
 * @returns false if it exists, because its event was dispatched before
 */
export function insertDelivery(store: Store, delivery: Delivery): Promise<boolean> {
  return writeIf(
    store,
    new PutCommand({
      TableName: store.table,
      Item: buildDeliveryItem(delivery),
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/**
 * Replaces a delivery after an attempt, when it is dropped, or when it is requested again.
 * @param before the delivery as it was read
 * @param also further writes, all or none
 * @returns false if another attempt was recorded meanwhile, the state has changed, or the condition of a further write
 *   failed
 */
export async function replaceDelivery(
  store: Store,
  before: Delivery,
  after: Delivery,
  also: TransactItem[] = [],
): Promise<boolean> {
  const put = {
    TableName: store.table,
    Item: buildDeliveryItem(after),
    ConditionExpression: 'attemptCount = :count AND #state = :state',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':count': before.attemptCount, ':state': before.state },
  };
  if (also.length === 0) return writeIf(store, new PutCommand(put));
  return (await transact(store, [{ Put: put }, ...also])).length === 0;
}

/** Returns a delivery; undefined if it does not exist (strongly consistent read). */
export async function findDelivery(store: Store, deliveryId: string): Promise<Delivery | undefined> {
  const item = await readItem(store, itemKeys.delivery(deliveryId));
  return item && toDelivery(item);
}

/**
 * Returns deliveries to a target, newest first.
 * @param targetId see `getTargetId`
 */
export async function listDeliveries(
  store: Store,
  targetId: string,
  range: ListRange,
): Promise<Listing<Delivery>> {
  const { items: keys, ...next } = await queryNewest(store, 'gsi1', indexKeys.deliveriesTo(targetId), range);
  return { items: (await readItems(store, keys)).map(toDelivery), ...next };
}

/** Enough that one of them is due, although the index may be behind and still list some that were attempted. */
const DUE_IDS = 5;

/** Returns the ids of deliveries to a target that are due, longest waiting first. */
export async function listDueDeliveryIds(store: Store, targetId: string, now: Date): Promise<string[]> {
  const { Items = [] } = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      IndexName: 'gsi2' satisfies TableIndex,
      KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk < :until',
      ExpressionAttributeValues: {
        ':pk': indexKeys.pendingDeliveriesTo(targetId),
        // The sort key goes on after the time.
        ':until': `${now.toISOString()}~`,
      },
      Limit: DUE_IDS,
    }),
  );
  return Items.map(({ gsi2sk }) => String(gsi2sk).slice(String(gsi2sk).indexOf('#') + 1));
}

/** A delivery whose message the sweeper may have to send. */
export interface SweptDelivery {
  delivery: Delivery;
  /** The `gsi3sk` of the item as it was listed. */
  due: string;
}

/** The partitions of the index in which deliveries are due. */
export const dueDeliveryShards = () => indexKeys.dueDeliveryShards();

/**
 * Returns one page of the deliveries of a shard whose messages the sweeper must send now, longest waiting first.
 * Deliveries have shards of their own, so that a backlog of them does not delay anything else.
 * @param after the `due` of the last delivery of the page before
 */
export async function listSweptDeliveries(
  store: Store,
  shard: string,
  now: Date,
  { limit, after = '' }: ListRange,
): Promise<Listing<SweptDelivery>> {
  const { Items = [], LastEvaluatedKey } = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      IndexName: 'gsi3' satisfies TableIndex,
      KeyConditionExpression: 'gsi3pk = :shard AND gsi3sk BETWEEN :after AND :until',
      ExpressionAttributeValues: {
        ':shard': shard,
        ':after': after === '' ? '0' : `${after}~`,
        ':until': `${now.toISOString()}~`,
      },
      Limit: limit,
    }),
  );
  const keys = Items as { pk: string; sk: string; gsi3sk: string }[];
  const items = await readItems(store, keys);
  const last = keys.at(-1);
  return {
    items: items.map((item) => ({ delivery: toDelivery(item), due: String(item.gsi3sk) })),
    ...(LastEvaluatedKey === undefined || last === undefined ? {} : { next: last.gsi3sk }),
  };
}

/** Records that the sweeper has sent the message of a delivery, so that it does not send it in each run. */
export async function postponeSweep(
  store: Store,
  { delivery: { deliveryId }, due }: SweptDelivery,
  now: Date,
): Promise<void> {
  const later = new Date(now.getTime() + SWEEP_AGAIN_MS).toISOString();
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.delivery(deliveryId),
      UpdateExpression: 'SET gsi3sk = :later',
      ConditionExpression: 'gsi3sk = :due',
      ExpressionAttributeValues: { ':later': buildDueName(later, deliveryId), ':due': due },
    }),
  );
}

/** Returns the item of a delivery. A pending one is listed as due; the others are not. */
export function buildDeliveryItem(delivery: Delivery): Record<string, unknown> {
  const { deliveryId, channel, nextAttemptAt, requestedAt } = delivery;
  const targetId = getTargetId(channel);
  return {
    ...itemKeys.delivery(deliveryId),
    ...delivery,
    gsi4pk: indexKeys.messagesOf(delivery.siteId ?? delivery.accountId),
    gsi4sk: deliveryId,
    ...(targetId === undefined ? {} : { gsi1pk: indexKeys.deliveriesTo(targetId), gsi1sk: deliveryId }),
    ...(nextAttemptAt === undefined
      ? {}
      : {
          ...(targetId === undefined
            ? {}
            : {
                gsi2pk: indexKeys.pendingDeliveriesTo(targetId),
                gsi2sk: buildDueName(nextAttemptAt, deliveryId),
              }),
          gsi3pk: indexKeys.dueDelivery(deliveryId),
          gsi3sk: buildDueName(getSweepTime(delivery, nextAttemptAt), deliveryId),
        }),
    ttl: Math.ceil(Date.parse(requestedAt) / 1_000) + DELIVERY_DAYS * 86_400,
  };
}

/**
 * Returns when the sweeper sends the message of a delivery: at the time of the attempt, or later if the function that
 * wrote the delivery sends it.
 */
function getSweepTime({ attempts, requestedAt }: Delivery, nextAttemptAt: string): string {
  const written = Math.max(Date.parse(attempts.at(-1)?.at ?? requestedAt), Date.parse(requestedAt));
  const next = Date.parse(nextAttemptAt);
  const isSentByWriter = next - written <= QUEUE_PAUSE_MAX * 1_000;
  return new Date(next + (isSentByWriter ? LOST_MESSAGE_MS : 0)).toISOString();
}

/** Returns a sort key that is unique, so that a list can go on after it. */
function buildDueName(at: string, deliveryId: string): string {
  return `${at}#${deliveryId}`;
}

const keyNames = [
  'pk',
  'sk',
  'gsi1pk',
  'gsi1sk',
  'gsi2pk',
  'gsi2sk',
  'gsi3pk',
  'gsi3sk',
  'gsi4pk',
  'gsi4sk',
  'ttl',
];

function toDelivery(item: Record<string, unknown>): Delivery {
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => !keyNames.includes(name)),
  ) as unknown as Delivery;
}
