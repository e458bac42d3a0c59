import { DeleteCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { getHostPauseSeconds, type HostPause } from '../../core/scans/host-pause.ts';
import {
  type FreeSlot,
  orderFairly,
  pickSlot,
  type SlotRequest,
  type WaitingScan,
} from '../../core/scans/host-slots.ts';
import { QUEUED_LEASE_MS, SCAN_AGE_MAX_MS } from '../../core/scans/pacing.ts';
import { buildHostPartitionKey, itemKeys, PAUSE_PREFIX } from './item-keys.ts';
import { readItem, readPartition } from './read-items.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import { write, writeIf } from './write.ts';

/**
 * A slot at a host. The number of slots limits how many browsers open pages of the host at the same time, over all
 * accounts. A chunk holds a slot from its dispatch until its browser has ended. Times are RFC 3339 UTC.
 */
interface Slot {
  accountId: string;
  /** From 0. */
  number: number;
  chunkId: string;
  /** The slot is free again after this time even if its holder never released it. */
  until: string;
}

/** The item of a slot. Its attribute for the number is named `place`. */
type StoredSlot = Omit<Slot, 'number'> & { place: number };

/** Returns the slot that an account may take; undefined if it must wait, see `pickSlot`. */
export async function findSlot(
  store: Store,
  host: string,
  request: SlotRequest,
  now: Date,
): Promise<FreeSlot | undefined> {
  // Read the number of claims before the slots. If the account takes a slot between the two reads, the number is out of
  // date, and the transaction that takes the slot fails.
  const account = await readItem(store, itemKeys.hostAccount(host, request.accountId));
  const held = (await readSlots(store, host)).filter(({ until }) => !isOver(until, now));
  const number = pickSlot(held, request);
  return number === undefined ? undefined : { number, claims: Number(account?.claims ?? 0) };
}

/**
 * Builds the two items that take a slot for a chunk, for the transaction that claims the chunk. The first fails if
 * another chunk holds the slot. The second fails if the account has taken another slot at the host since the slot was
 * found, because the account may hold only a share of the slots.
 */
export function buildSlotClaimItems(
  store: Store,
  at: { host: string; slot: FreeSlot; chunkId: string; accountId: string; now: Date },
): [TransactItem, TransactItem] {
  const { number, claims } = at.slot;
  const until = new Date(at.now.getTime() + QUEUED_LEASE_MS);
  const ttl = Math.ceil(until.getTime() / 1000);
  return [
    {
      Put: {
        TableName: store.table,
        Item: {
          ...itemKeys.hostSlot(at.host, number),
          place: number,
          chunkId: at.chunkId,
          accountId: at.accountId,
          until: until.toISOString(),
          ttl,
        },
        ConditionExpression: 'attribute_not_exists(pk) OR #until <= :now',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': at.now.toISOString() },
      },
    },
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.hostAccount(at.host, at.accountId), claims: claims + 1, ttl },
        ConditionExpression: claims === 0 ? 'attribute_not_exists(pk)' : 'claims = :read',
        ...(claims === 0 ? {} : { ExpressionAttributeValues: { ':read': claims } }),
      },
    },
  ];
}

/** Releases the slot of a chunk. Does nothing if the chunk no longer holds one. */
export async function releaseSlot(store: Store, host: string, chunkId: string): Promise<void> {
  const slot = (await readSlots(store, host)).find((each) => each.chunkId === chunkId);
  if (slot === undefined) return;
  await writeIf(
    store,
    new DeleteCommand({
      TableName: store.table,
      Key: itemKeys.hostSlot(host, slot.number),
      ConditionExpression: 'chunkId = :chunk',
      ExpressionAttributeValues: { ':chunk': chunkId },
    }),
  );
}

/** Records that a scan waits for a slot, so that the scan advances when a slot is released. */
export async function recordWaitingScan(
  store: Store,
  host: string,
  { scanId, accountId, priority }: WaitingScan,
  now: Date,
): Promise<void> {
  await write(
    store,
    new PutCommand({
      TableName: store.table,
      Item: {
        ...itemKeys.waitingScan(host, scanId),
        scanId,
        accountId,
        priority,
        ttl: Math.ceil((now.getTime() + SCAN_AGE_MAX_MS) / 1000),
      },
    }),
  );
}

/** Returns the scans that wait for a slot, in the order in which they get one. */
export async function listWaitingScans(store: Store, host: string): Promise<WaitingScan[]> {
  const found = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :waits)',
      ExpressionAttributeValues: { ':pk': buildHostPartitionKey(host), ':waits': 'waits#' },
      ConsistentRead: true,
      Limit: WAITING_AT_ONCE,
    }),
  );
  const waiting = (found.Items ?? []) as WaitingScan[];
  return waiting.length < 2 ? waiting : orderFairly(waiting, await readSlots(store, host));
}

/**
 * Maximum number of waiting scans read at once, longest waiting first. The other scans follow when these have their
 * slots.
 */
const WAITING_AT_ONCE = 200;

/** Removes the record that a scan waits for a slot. */
export async function removeWaitingScan(store: Store, host: string, scanId: string): Promise<void> {
  await write(store, new DeleteCommand({ TableName: store.table, Key: itemKeys.waitingScan(host, scanId) }));
}

/**
 * Records that a host requested a pause (Retry-After) from an account. A longer pause that it reported before stays.
 */
export async function recordHostPause(
  store: Store,
  host: string,
  { accountId, until }: Pick<HostPause, 'accountId'> & { until: Date },
  now: Date,
): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.hostPause(host, accountId),
      UpdateExpression: 'SET accountId = :account, #until = :until, reportedAt = :now, #ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(pk) OR #until < :until',
      ExpressionAttributeNames: { '#until': 'until', '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':account': accountId,
        ':until': until.toISOString(),
        ':now': now.toISOString(),
        ':ttl': Math.ceil(until.getTime() / 1000),
      },
    }),
  );
}

/** Returns the remaining pause of a host for an account in seconds; 0 without a pause. */
export async function readHostPauseSeconds(
  store: Store,
  host: string,
  accountId: string,
  now: Date,
): Promise<number> {
  const items = await readPartition(store, buildHostPartitionKey(host), PAUSE_PREFIX);
  return getHostPauseSeconds(items as HostPause[], accountId, now);
}

async function readSlots(store: Store, host: string): Promise<Slot[]> {
  const items = await readPartition(store, buildHostPartitionKey(host), 'place#');
  return (items as StoredSlot[]).map(({ place, ...slot }) => ({ ...slot, number: place }));
}

function isOver(until: string, now: Date): boolean {
  return Date.parse(until) <= now.getTime();
}
