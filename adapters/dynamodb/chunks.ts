import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { getActorKeyId } from '../../core/audit/audit-entry.ts';
import { dispatchPage, type TrackedPage } from '../../core/crawl/tracked-page.ts';
import { getScanHost } from '../../core/scans/host-slots.ts';
import type { ChunkMessage } from '../../core/scans/messages.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { buildCountersItem } from './frontier.ts';
import { buildSlotClaimItem } from './host-slots.ts';
import { itemKeys } from './item-keys.ts';
import { buildPagePut, toTrackedPage } from './page-item.ts';
import { readPartition } from './read-items.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';
import { buildAccountMonthItem, buildKeyDayItem } from './usage.ts';
import { write } from './write.ts';

/** The open pages of a scan that come first, at most `limit`. */
export async function readOpenPages(store: Store, scanId: string, limit: number): Promise<TrackedPage[]> {
  const found = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      IndexName: 'lsi1' satisfies TableIndex,
      KeyConditionExpression: 'pk = :pk AND begins_with(lsi1sk, :open)',
      ExpressionAttributeValues: { ':pk': itemKeys.scan(scanId).pk, ':open': 'open#' },
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return (found.Items ?? []).map(toTrackedPage);
}

/** Pages that are taken as one chunk. */
export interface ChunkClaim {
  scan: Scan;
  message: ChunkMessage;
  /** The open pages of the chunk as they were read. */
  pages: readonly TrackedPage[];
  /** Number of the slot at their host. */
  slot: number;
  now: Date;
}

/**
 * Takes open pages as one chunk, and a slot at their host with it. The message is written beside the pages before it is
 * sent, so that a crash between the two loses nothing: see `listUnsentChunks`.
 * @returns `passed` when another taker was quicker or the scan has ended
 */
export async function claimChunk(
  store: Store,
  { scan, message, pages, slot, now }: ChunkClaim,
): Promise<'taken' | 'passed' | 'slot-lost'> {
  const { accountId, scanId } = scan;
  const { chunkId } = message;
  const keyId = getActorKeyId(scan.actor);
  const firstTime = pages.filter((page) => page.sends === 0).length;
  const failed = await transact(store, [
    buildSlotClaimItem(store, { host: getScanHost(scan), slot, chunkId, accountId, now }),
    buildCountersItem(store, scanId, { inFlight: pages.length }),
    // A page counts when it is dispatched, whatever its outcome: else triggering and cancelling would be free.
    ...(firstTime === 0
      ? []
      : [
          ...(keyId === undefined ? [] : [buildKeyDayItem(store, { keyId, now, pages: firstTime })]),
          buildAccountMonthItem(store, { accountId, now, pages: firstTime }),
        ]),
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.unsentChunk(scanId, chunkId), message, writtenAt: now.toISOString() },
      },
    },
    ...pages.map((page) => ({ Put: buildPagePut(store, page, dispatchPage(page, chunkId, now)) })),
  ]);
  if (failed.length === 0) return 'taken';
  return failed.every(({ index }) => index === 0) ? 'slot-lost' : 'passed';
}

/**
 * Chunks that were taken and, as far as is known, never sent.
 * @param before only those that were taken before then; all unless given
 */
export async function listUnsentChunks(store: Store, scanId: string, before?: Date): Promise<ChunkMessage[]> {
  return (await readPartition(store, itemKeys.scan(scanId).pk, 'unsent#'))
    .filter((item) => before === undefined || Date.parse(item.writtenAt) <= before.getTime())
    .map((item) => item.message as ChunkMessage);
}

/** Forgets that a chunk is still to be sent. */
export async function recordChunkSent(store: Store, scanId: string, chunkId: string): Promise<void> {
  await write(
    store,
    new DeleteCommand({ TableName: store.table, Key: itemKeys.unsentChunk(scanId, chunkId) }),
  );
}
