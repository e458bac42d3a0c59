import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { keyOfActor } from '../../core/access/actor.ts';
import { newId } from '../../core/ids.ts';
import type { ChunkMessage, ChunkPage } from '../../core/scans/messages.ts';
import { QUEUED_LEASE_MS } from '../../core/scans/pacing.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { serverOf } from '../../core/scans/server-places.ts';
import { countItem } from './frontier.ts';
import { itemKeys } from './item-keys.ts';
import type { PageItem } from './page-item.ts';
import { takePlaceItem } from './server-places.ts';
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

/** What the browser of a chunk is told beside its pages. */
export type ChunkWork = Pick<
  ChunkMessage,
  'ruleIds' | 'settings' | 'hashRoutes' | 'marks' | 'credentials'
> & {
  /** The status that the start URL is meant to answer with. */
  expectStatus: number | null;
  /** What the findings of a page are told from known ones by. */
  describe: (url: string) => Pick<ChunkPage, 'identity' | 'known'>;
};

/** A chunk that was taken, or why none was: `passed` when another taker was quicker or the scan has ended. */
export type Taken = { kind: 'taken'; message: ChunkMessage } | { kind: 'passed' | 'place-lost' };

/**
 * Takes open pages as one chunk, and a place at their server with it. The message is written beside the pages
 * before anybody sends it, so that a crash between the two loses nothing: see `listUnsent`.
 */
export async function takeChunk(
  store: Store,
  scan: Scan,
  { expectStatus, describe, ...work }: ChunkWork,
  pages: PageItem[],
  place: number,
  now: Date,
): Promise<Taken> {
  const { accountId, scanId, correlationId } = scan;
  const chunkId = newId('chunk', now);
  const message: ChunkMessage = {
    accountId,
    scanId,
    correlationId,
    chunkId,
    priority: scan.config.priority,
    ...work,
    pages: pages.map(({ pageId, url, attempts, depth, position }) => ({
      pageId,
      url,
      attempt: attempts + 1,
      ...(expectStatus !== null && depth === 0 && position === 0 ? { expectStatus } : {}),
      ...describe(url),
    })),
  };
  const keyId = keyOfActor(scan.actor);
  const firstTime = pages.filter((page) => page.sends === 0).length;
  const failed = await transact(store, [
    takePlaceItem(store, { server: serverOf(scan), place, chunkId, accountId, now }),
    countItem(store, scanId, { inFlight: pages.length }),
    // A page counts when it is handed out, whatever becomes of it: else triggering and cancelling would be free.
    ...(firstTime === 0
      ? []
      : [
          ...(keyId === undefined ? [] : [keyDayItem(store, { keyId, now, pages: firstTime })]),
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
          'SET #state = :queued, chunkId = :chunk, leaseUntil = :lease ADD sends :one, chunkIds :chunks REMOVE lsi1sk',
        ConditionExpression: '#state = :open AND attempts = :attempts AND sends = :sends',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':queued': 'queued',
          ':open': 'open',
          ':chunk': chunkId,
          ':chunks': new Set([chunkId]),
          ':lease': new Date(now.getTime() + QUEUED_LEASE_MS).toISOString(),
          ':one': 1,
          ':attempts': page.attempts,
          ':sends': page.sends,
        },
      },
    })),
  ]);
  if (failed.length === 0) return { kind: 'taken', message };
  return { kind: failed.every(({ index }) => index === 0) ? 'place-lost' : 'passed' };
}

/**
 * Chunks that were taken and, as far as is known, never sent.
 * @param before only those that were taken before then; all unless given
 */
export async function listUnsent(store: Store, scanId: string, before?: Date): Promise<ChunkMessage[]> {
  const found = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :unsent)',
      ExpressionAttributeValues: { ':pk': itemKeys.scan(scanId).pk, ':unsent': 'unsent#' },
      ConsistentRead: true,
    }),
  );
  return (found.Items ?? [])
    .filter((item) => before === undefined || Date.parse(item.writtenAt) <= before.getTime())
    .map((item) => item.message as ChunkMessage);
}

/** Forgets that a chunk is still to be sent. */
export async function markSent(store: Store, scanId: string, chunkId: string): Promise<void> {
  await write(
    store,
    new DeleteCommand({ TableName: store.table, Key: itemKeys.unsentChunk(scanId, chunkId) }),
  );
}
