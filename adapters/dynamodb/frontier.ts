import { GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FoundLinks } from '../../core/crawl/found-links.ts';
import { nextForLostPage, RUNNING_LEASE_MS } from '../../core/scans/pacing.ts';
import { isScanned, type PageOutcome } from '../../core/scans/page-outcome.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { linksItem } from './links.ts';
import { type PageItem, pageItem } from './page-item.ts';
import { whileUnfinished } from './scan-progress.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';
import { writeIf } from './write.ts';

/** A transaction holds 100 actions; one is the scan's counters. */
const PAGES_PER_TRANSACTION = 99;

/** Every page of a scan, as they are at this moment, in the order of their ids. */
export async function readPages(store: Store, scanId: string): Promise<PageItem[]> {
  const pages = paginateQuery(
    { client: store.db },
    {
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :page)',
      ExpressionAttributeValues: { ':pk': itemKeys.scan(scanId).pk, ':page': 'page#' },
      ConsistentRead: true,
    },
  );
  const items: PageItem[] = [];
  for await (const page of pages) items.push(...((page.Items ?? []) as PageItem[]));
  return items;
}

/**
 * Adds pages to the frontier and counts them, each once however often it is added. Nothing when the scan has
 * ended.
 */
export async function addPages(store: Store, scanId: string, pages: FrontierPage[]): Promise<void> {
  const known = new Set((await readPages(store, scanId)).map((page) => page.pageId));
  const added = pages.filter((page) => !known.has(page.pageId));
  for (let at = 0; at < added.length; at += PAGES_PER_TRANSACTION) {
    const part = added.slice(at, at + PAGES_PER_TRANSACTION);
    const failed = await transact(store, [
      countItem(store, scanId, { pagesKnown: part.length, outstanding: part.length }),
      ...part.map((page) => ({
        Put: {
          TableName: store.table,
          Item: pageItem(page),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      })),
    ]);
    if (failed.some(({ index }) => index === 0)) return;
    if (failed.length > 0) return addPages(store, scanId, pages);
  }
}

/** An attempt at a page by the browser of a chunk. */
export interface Attempt {
  scanId: string;
  chunkId: string;
  pageId: string;
  attempt: number;
}

/**
 * Notes that an attempt at a page was begun. Nothing when the attempt is known, or the page is not in that chunk any
 * more: a word that comes late must not be taken for the next chunk's.
 */
export async function noteAttempt(store: Store, at: Attempt, now: Date): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.page(at.scanId, at.pageId),
      UpdateExpression: 'SET attempts = :attempt, leaseUntil = :lease',
      ConditionExpression: 'attempts < :attempt AND #state = :queued AND chunkId = :chunk',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':attempt': at.attempt,
        ':lease': new Date(now.getTime() + RUNNING_LEASE_MS).toISOString(),
        ':queued': 'queued',
        ':chunk': at.chunkId,
      },
    }),
  );
}

/** Takes an attempt back that came to nothing by our own fault. Nothing when the page has ended or moved on since. */
export async function voidAttempt(store: Store, at: Attempt): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.page(at.scanId, at.pageId),
      UpdateExpression: 'SET attempts = :before',
      ConditionExpression: 'attempts = :attempt AND #state <> :done AND chunkId = :chunk',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':attempt': at.attempt,
        ':before': at.attempt - 1,
        ':done': 'done',
        ':chunk': at.chunkId,
      },
    }),
  );
}

/** How a page ended. */
export interface PageEnd {
  outcome: PageOutcome;
  detail: string;
  /** Absent where the service itself gave the outcome. */
  resultKey?: string;
  /** Number of the attempt that ended the page. */
  attempt?: number;
  movedTo?: FrontierPage['movedTo'];
  /** The page's links, where its depth is crawled further. */
  links?: FoundLinks;
}

/** Gives a page its outcome and counts it, once. Nothing when the page or the scan has ended before. */
export async function endPage(store: Store, scanId: string, pageId: string, end: PageEnd): Promise<void> {
  const page = await readPage(store, scanId, pageId);
  if (!page || page.state === 'done') return;
  const { outcome, detail, resultKey, movedTo, links } = end;
  const failed = await transact(store, [
    countItem(store, scanId, {
      pagesDone: 1,
      pagesScanned: isScanned(outcome) ? 1 : 0,
      outstanding: -1,
      inFlight: page.state === 'queued' ? -1 : 0,
    }),
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.page(scanId, pageId),
        UpdateExpression: `SET #state = :done, outcome = :outcome, detail = :detail, attempts = :attempts${
          resultKey === undefined ? '' : ', resultKey = :result'
        }${movedTo === undefined ? '' : ', movedTo = :moved'} REMOVE lsi1sk, leaseUntil`,
        ConditionExpression: '#state = :read',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':done': 'done',
          ':read': page.state,
          ':outcome': outcome,
          ':detail': detail,
          ':attempts': Math.max(page.attempts, end.attempt ?? 0),
          ...(resultKey === undefined ? {} : { ':result': resultKey }),
          ...(movedTo === undefined ? {} : { ':moved': movedTo }),
        },
      },
    },
    ...(links === undefined ? [] : [linksItem(store, page, links)]),
  ]);
  if (failed.some(({ index }) => index === 0)) return;
  if (failed.length > 0) await endPage(store, scanId, pageId, end);
}

/** Puts a page that was handed out back into the frontier. Nothing when it is not handed out any more. */
export async function reopenPage(store: Store, page: PageItem): Promise<void> {
  await transact(store, [
    countItem(store, page.scanId, { inFlight: -1 }),
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.page(page.scanId, page.pageId),
        UpdateExpression: 'SET #state = :open, lsi1sk = :order REMOVE leaseUntil',
        ConditionExpression: '#state = :queued AND sends = :sends',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':open': 'open',
          ':queued': 'queued',
          ':order': indexKeys.openPage(page),
          ':sends': page.sends,
        },
      },
    },
  ]);
}

/**
 * Puts a page off that its server wants asked for later: the attempt does not count. Nothing when the page is not
 * handed out any more.
 */
export async function deferPage(store: Store, page: PageItem, attempt: number): Promise<void> {
  await transact(store, [
    countItem(store, page.scanId, { inFlight: -1 }),
    {
      Update: {
        TableName: store.table,
        Key: itemKeys.page(page.scanId, page.pageId),
        UpdateExpression:
          'SET #state = :open, lsi1sk = :order, attempts = :before ADD deferrals :one REMOVE leaseUntil',
        ConditionExpression: '#state = :queued AND sends = :sends AND attempts <= :attempt',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':open': 'open',
          ':queued': 'queued',
          ':order': indexKeys.openPage(page),
          ':sends': page.sends,
          ':attempt': attempt,
          ':before': attempt - 1,
          ':one': 1,
        },
      },
    },
  ]);
}

/** Ends every page of a scan that is open: neither on a queue nor in a browser. */
export async function endOpenPages(store: Store, scanId: string, end: PageEnd): Promise<void> {
  for (const page of await readPages(store, scanId)) {
    if (page.state === 'open') await endPage(store, scanId, page.pageId, end);
  }
}

/** Gives pages whose browser seems lost another chance, or their end. */
export async function recoverPages(store: Store, pages: PageItem[], now: Date): Promise<void> {
  for (const page of pages) {
    if (page.state !== 'queued') continue;
    const next = nextForLostPage(page, isLeaseOver(page, now));
    if (next === 'reopen') await reopenPage(store, page);
    else if (next !== 'wait') {
      await endPage(store, page.scanId, page.pageId, { outcome: next, detail: lostDetails[next] });
    }
  }
}

/** Whether whoever has a page should have been done with it by now. */
export function isLeaseOver(page: PageItem, now: Date): boolean {
  return page.leaseUntil !== undefined && Date.parse(page.leaseUntil) <= now.getTime();
}

const lostDetails = {
  crashed: 'The browser was lost twice while this page was open.',
  'service-fault': 'The page was handed out several times and no browser began it.',
};

/** One page as it is at this moment, or undefined. */
export async function readPage(store: Store, scanId: string, pageId: string): Promise<PageItem | undefined> {
  const found = await store.db.send(
    new GetCommand({ TableName: store.table, Key: itemKeys.page(scanId, pageId), ConsistentRead: true }),
  );
  return found.Item as PageItem | undefined;
}

/** Changes the counters of a scan that has not ended. */
export function countItem(
  store: Store,
  scanId: string,
  add: {
    pagesKnown?: number;
    pagesDone?: number;
    pagesScanned?: number;
    outstanding?: number;
    inFlight?: number;
  },
): TransactItem {
  const counters = Object.entries(add).filter(([, by]) => by !== 0);
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.scan(scanId),
      UpdateExpression: `ADD ${counters.map(([name]) => `${name} :${name}`).join(', ')}`,
      ConditionExpression: whileUnfinished.condition,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ...whileUnfinished.values,
        ...Object.fromEntries(counters.map(([name, by]) => [`:${name}`, by])),
      },
    },
  };
}
