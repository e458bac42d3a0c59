import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { QUEUED_LEASE_MS, SCAN_AGE_MAX_MS } from '../../core/scans/pacing.ts';
import { fairOrder, type WaitingScan } from '../../core/scans/server-places.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { write, writeIf } from './write.ts';

/**
 * The places at a server: as many browsers may open its pages at a time, whoever they scan for. A chunk holds one
 * from when it is handed out until its browser is gone. Times are RFC 3339 UTC.
 */
interface Place {
  accountId: string;
  place: number;
  chunkId: string;
  /** When a holder that never gave it back loses it. */
  until: string;
}

/** The lowest place that is free, or undefined when all `places` are held. */
export async function findPlace(
  store: Store,
  server: string,
  places: number,
  now: Date,
): Promise<number | undefined> {
  const held = new Set(
    (await readPlaces(store, server)).filter(({ until }) => !isOver(until, now)).map(({ place }) => place),
  );
  return Array.from({ length: places }, (_, place) => place).find((place) => !held.has(place));
}

/** Takes a place for a chunk; part of the transaction that takes the chunk. Fails when another was quicker. */
export function takePlaceItem(
  store: Store,
  at: { server: string; place: number; chunkId: string; accountId: string; now: Date },
): TransactItem {
  const until = new Date(at.now.getTime() + QUEUED_LEASE_MS);
  return {
    Put: {
      TableName: store.table,
      Item: {
        ...itemKeys.serverPlace(at.server, at.place),
        place: at.place,
        chunkId: at.chunkId,
        accountId: at.accountId,
        until: until.toISOString(),
        ttl: Math.ceil(until.getTime() / 1000),
      },
      ConditionExpression: 'attribute_not_exists(pk) OR #until <= :now',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':now': at.now.toISOString() },
    },
  };
}

/** Gives the place of a chunk back. Nothing when the chunk holds none any more. */
export async function leavePlace(store: Store, server: string, chunkId: string): Promise<void> {
  const place = (await readPlaces(store, server)).find((one) => one.chunkId === chunkId);
  if (place === undefined) return;
  await writeIf(
    store,
    new DeleteCommand({
      TableName: store.table,
      Key: itemKeys.serverPlace(server, place.place),
      ConditionExpression: 'chunkId = :chunk',
      ExpressionAttributeValues: { ':chunk': chunkId },
    }),
  );
}

/** Notes that a scan waits for a place, so that whoever gives one back can move it on. */
export async function waitForPlace(
  store: Store,
  server: string,
  { scanId, accountId, priority }: WaitingScan,
  now: Date,
): Promise<void> {
  await write(
    store,
    new PutCommand({
      TableName: store.table,
      Item: {
        ...itemKeys.waitingScan(server, scanId),
        scanId,
        accountId,
        priority,
        ttl: Math.ceil((now.getTime() + SCAN_AGE_MAX_MS) / 1000),
      },
    }),
  );
}

/** The scans that wait for a place, in the order in which they are to be moved on. */
export async function listWaiting(store: Store, server: string): Promise<WaitingScan[]> {
  const found = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :waits)',
      ExpressionAttributeValues: { ':pk': itemKeys.serverPause(server).pk, ':waits': 'waits#' },
      ConsistentRead: true,
      Limit: WAITING_AT_ONCE,
    }),
  );
  const waiting = (found.Items ?? []) as WaitingScan[];
  return waiting.length < 2 ? waiting : fairOrder(waiting, await readPlaces(store, server));
}

/** Those that have waited longest; the others are looked at when these have their places. */
const WAITING_AT_ONCE = 200;

/** Forgets that a scan waits. */
export async function stopWaiting(store: Store, server: string, scanId: string): Promise<void> {
  await write(
    store,
    new DeleteCommand({ TableName: store.table, Key: itemKeys.waitingScan(server, scanId) }),
  );
}

/** Notes that a server wants to be left alone for a while; a longer wish that it uttered before stands. */
export async function pauseServer(store: Store, server: string, until: Date): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.serverPause(server),
      UpdateExpression: 'SET #until = :until, #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(pk) OR #until < :until',
      ExpressionAttributeNames: { '#until': 'until', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':until': until.toISOString(), ':ttl': Math.ceil(until.getTime() / 1000) },
    }),
  );
}

/** Seconds that a server wants to be left alone for; 0 when it does not. */
export async function readPause(store: Store, server: string, now: Date): Promise<number> {
  const found = await store.db.send(
    new GetCommand({ TableName: store.table, Key: itemKeys.serverPause(server), ConsistentRead: true }),
  );
  const until = found.Item === undefined ? 0 : Date.parse(found.Item.until);
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000));
}

async function readPlaces(store: Store, server: string): Promise<Place[]> {
  const found = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :place)',
      ExpressionAttributeValues: { ':pk': itemKeys.serverPause(server).pk, ':place': 'place#' },
      ConsistentRead: true,
    }),
  );
  return (found.Items ?? []) as Place[];
}

function isOver(until: string, now: Date): boolean {
  return Date.parse(until) <= now.getTime();
}
