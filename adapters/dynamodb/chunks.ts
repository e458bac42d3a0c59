import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dispatchPage, type TrackedPage } from '../../core/crawl/tracked-page.ts';
import { type FreeSlot, getScanHost } from '../../core/scans/host-slots.ts';
import type { ChunkMessage } from '../../core/scans/messages.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { buildAccountMonthItem, buildActorDayItem } from './count-usage.ts';
import { buildCountersItem } from './frontier.ts';
import { buildSlotClaimItems } from './host-slots.ts';
import { itemKeys } from './item-keys.ts';
import { buildPagePut, toTrackedPage } from './page-item.ts';
import { readPartition } from './read-items.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';
import { write } from './write.ts';

/** Returns the first open pages of a scan, at most `limit`, in the order of dispatch. */
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

/** The pages of one chunk, for `claimChunk`. */
export interface ChunkClaim {
  scan: Scan;
  message: ChunkMessage;
  /** The open pages of the chunk as they were read. */
  pages: readonly TrackedPage[];
  /** The host's slot that the chunk takes. */
  slot: FreeSlot;
  /** Maximum number of pages of the account in a month. */
  pagesPerMonth: number;
  now: Date;
}

/** The outcome of a claim, see `claimChunk`. */
type ClaimOutcome = 'taken' | 'passed' | 'slot-lost' | { pagesLeft: number };

/**
 * Claims open pages as one chunk, together with a slot at their host. The same transaction writes the message, before
 * it is sent. So a crash between the two loses nothing: see `listUnsentChunks`.
 * @returns `passed` if another process claimed the pages first or the scan has ended, `slot-lost` if only the slot, or
 * another one of the account at this host, was taken, or how many pages the account may still have this month,
 * fewer than those of the chunk
 */
export async function claimChunk(
  store: Store,
  { scan, message, pages, slot, pagesPerMonth, now }: ChunkClaim,
): Promise<ClaimOutcome> {
  const { accountId, scanId } = scan;
  const { chunkId } = message;
  const firstTime = pages.filter((page) => page.sends === 0).length;
  const day = buildActorDayItem(store, { actor: scan.actor, accountId, now, pages: firstTime });
  const slotItems = buildSlotClaimItems(store, { host: getScanHost(scan), slot, chunkId, accountId, now });
  // A page counts towards usage when it is dispatched, not when it ends. Otherwise triggering and cancelling scans
  // would be free.
  const month = buildAccountMonthItem(store, {
    accountId,
    now,
    pages: firstTime,
    pagesBelow: pagesPerMonth - firstTime + 1,
  });
  const items = [
    ...slotItems,
    buildCountersItem(store, scanId, { inFlight: pages.length }),
    ...(firstTime === 0 ? [] : [...(day === undefined ? [] : [day]), month]),
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.unsentChunk(scanId, chunkId), message, writtenAt: now.toISOString() },
      },
    },
    ...pages.map((page) => ({ Put: buildPagePut(store, page, dispatchPage(page, chunkId, now)) })),
  ];
  const failed = await transact(store, items);
  if (failed.length === 0) return 'taken';
  const others = failed.filter(({ index }) => index >= slotItems.length);
  const [first] = others;
  if (others.length === 1 && first?.index === items.indexOf(month)) {
    return { pagesLeft: Math.max(0, pagesPerMonth - Number(first.item?.pages ?? 0)) };
  }
  return others.length === 0 ? 'slot-lost' : 'passed';
}

/**
 * Returns the chunks that were claimed but not recorded as sent.
 * @param before only chunks that were claimed at this time or earlier; all chunks if omitted
 */
export async function listUnsentChunks(store: Store, scanId: string, before?: Date): Promise<ChunkMessage[]> {
  return (await readPartition(store, itemKeys.scan(scanId).pk, 'unsent#'))
    .filter((item) => before === undefined || Date.parse(item.writtenAt) <= before.getTime())
    .map((item) => item.message as ChunkMessage);
}

/** Records that a chunk was sent. */
export async function recordChunkSent(store: Store, scanId: string, chunkId: string): Promise<void> {
  await write(
    store,
    new DeleteCommand({ TableName: store.table, Key: itemKeys.unsentChunk(scanId, chunkId) }),
  );
}
