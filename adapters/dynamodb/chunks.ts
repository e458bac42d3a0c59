import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../core/ids.ts';
import type { ChunkMessage } from '../../core/scans/messages.ts';
import { QUEUED_LEASE_MS, UNSENT_AFTER_MS } from '../../core/scans/pacing.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { countItem } from './frontier.ts';
import { itemKeys } from './item-keys.ts';
import type { PageItem } from './page-item.ts';
import type { Store } from './store.ts';
import { transact } from './transact.ts';
import { accountMonthItem, keyDayItem } from './usage.ts';
import { write } from './write.ts';

/** The open pages of a scan that come first, at most `limit`. */
export async function readOpenPages(store: Store, scanId: string, limit: number): Promise<PageItem[]> {
  const found = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      IndexName: 'lsi1',
      KeyConditionExpression: 'pk = :pk AND begins_with(lsi1sk, :open)',
      ExpressionAttributeValues: { ':pk': itemKeys.scan(scanId).pk, ':open': 'open#' },
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return (found.Items ?? []) as PageItem[];
}

/**
 * Takes open pages as one chunk. The message is written beside the pages before anybody sends it, so that a
 * crash between the two loses nothing: see `listUnsent`. Undefined when another taker was quicker or the scan
 * has ended.
 */
export async function takeChunk(
  store: Store,
  scan: Scan,
  ruleIds: string[],
  pages: PageItem[],
  now: Date,
): Promise<ChunkMessage | undefined> {
  const { accountId, scanId, correlationId } = scan;
  const chunkId = newId('chunk', now);
  const message: ChunkMessage = {
    accountId,
    scanId,
    correlationId,
    chunkId,
    priority: scan.config.priority,
    ruleIds,
    pages: pages.map(({ pageId, url, attempts }) => ({ pageId, url, attempt: attempts + 1 })),
  };
  const firstTime = pages.filter((page) => page.sends === 0).length;
  const failed = await transact(store, [
    countItem(store, scanId, { inFlight: pages.length }),
    // A page counts when it is handed out, whatever becomes of it: else triggering and cancelling would be free.
    ...(firstTime === 0
      ? []
      : [
          keyDayItem(store, { keyId: scan.keyId, now, pages: firstTime }),
          accountMonthItem(store, { accountId, now, pages: firstTime }),
        ]),
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.unsentChunk(scanId, chunkId), message, writtenAt: now.toISOString() },
      },
    },
    ...pages.map((page) => ({
      Update: {
        TableName: store.table,
        Key: itemKeys.page(scanId, page.pageId),
        UpdateExpression:
          'SET #state = :queued, chunkId = :chunk, leaseUntil = :lease ADD sends :one REMOVE lsi1sk',
        ConditionExpression: '#state = :open AND attempts = :attempts AND sends = :sends',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':queued': 'queued',
          ':open': 'open',
          ':chunk': chunkId,
          ':lease': new Date(now.getTime() + QUEUED_LEASE_MS).toISOString(),
          ':one': 1,
          ':attempts': page.attempts,
          ':sends': page.sends,
        },
      },
    })),
  ]);
  return failed.length === 0 ? message : undefined;
}

/** Chunks that were taken a while ago and, as far as is known, never sent. */
export async function listUnsent(store: Store, scanId: string, now: Date): Promise<ChunkMessage[]> {
  const found = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :unsent)',
      ExpressionAttributeValues: { ':pk': itemKeys.scan(scanId).pk, ':unsent': 'unsent#' },
      ConsistentRead: true,
    }),
  );
  return (found.Items ?? [])
    .filter((item) => Date.parse(item.writtenAt) + UNSENT_AFTER_MS <= now.getTime())
    .map((item) => item.message as ChunkMessage);
}

/** Forgets that a chunk is still to be sent. */
export async function markSent(store: Store, scanId: string, chunkId: string): Promise<void> {
  await write(
    store,
    new DeleteCommand({ TableName: store.table, Key: itemKeys.unsentChunk(scanId, chunkId) }),
  );
}
