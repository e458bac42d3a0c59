import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { PageChange, TrackedPage } from '../../core/crawl/tracked-page.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import type { ScanCounters } from '../../core/scans/tracked-scan.ts';
import { itemKeys } from './item-keys.ts';
import { buildLinksItem } from './links.ts';
import { buildPageItem, buildPagePut, toTrackedPage } from './page-item.ts';
import { readItem, readPartition } from './read-items.ts';
import { whileUnfinished } from './scan-item.ts';
import type { Store } from './store.ts';
import { type TransactItem, transact } from './transact.ts';
import { writeIf } from './write.ts';

/** A transaction has at most 100 actions; one of them updates the counters of the scan. */
const PAGES_PER_TRANSACTION = 99;

/** Returns all pages of a scan, sorted by id (strongly consistent read). */
export async function readPages(store: Store, scanId: string): Promise<TrackedPage[]> {
  return (await readPartition(store, itemKeys.scan(scanId).pk, 'page#')).map(toTrackedPage);
}

/**
 * Adds pages to the frontier and counts them. A page that is added again is not counted again. Does nothing if the scan
 * has ended.
 */
export async function addPages(store: Store, scanId: string, pages: FrontierPage[]): Promise<void> {
  const known = new Set((await readPages(store, scanId)).map((page) => page.pageId));
  const added = pages.filter((page) => !known.has(page.pageId));
  for (let at = 0; at < added.length; at += PAGES_PER_TRANSACTION) {
    const part = added.slice(at, at + PAGES_PER_TRANSACTION);
    const failed = await transact(store, [
      buildCountersItem(store, scanId, { pagesKnown: part.length, outstanding: part.length }),
      ...part.map((page) => ({
        Put: {
          TableName: store.table,
          Item: buildPageItem(page),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      })),
    ]);
    if (failed.some(({ index }) => index === 0)) return;
    if (failed.length > 0) return addPages(store, scanId, pages);
  }
}

/**
 * Changes a page and the counters of its scan in one transaction. Does nothing if the rule returns undefined, or if the
 * rule changes counters and the scan has ended.
 * @param rule returns the change for the page as it is stored now; called again if the page changed meanwhile
 * @returns the page if this call ended it
 */
export async function updatePage(
  store: Store,
  scanId: string,
  pageId: string,
  rule: (page: TrackedPage) => PageChange | undefined,
): Promise<TrackedPage | undefined> {
  for (;;) {
    const before = await findFrontierPage(store, scanId, pageId);
    if (before === undefined) return undefined;
    const change = rule(before);
    if (change === undefined) return undefined;
    const { page, counters, links } = change;
    const put = buildPagePut(store, before, page);
    const ended = before.state !== 'done' && page.state === 'done' ? page : undefined;
    if (counters === undefined) {
      if (await writeIf(store, new PutCommand(put))) return ended;
      continue;
    }
    const failed = await transact(store, [
      buildCountersItem(store, scanId, counters),
      { Put: put },
      ...(links === undefined ? [] : [buildLinksItem(store, page, links)]),
    ]);
    if (failed.length === 0) return ended;
    if (failed.some(({ index }) => index === 0)) return undefined;
  }
}

/** Returns one page (strongly consistent read); undefined if it does not exist. */
export async function findFrontierPage(
  store: Store,
  scanId: string,
  pageId: string,
): Promise<TrackedPage | undefined> {
  const item = await readItem(store, itemKeys.page(scanId, pageId));
  return item && toTrackedPage(item);
}

/** Builds the update of a scan's counters; it fails if the scan has ended. */
export function buildCountersItem(store: Store, scanId: string, add: ScanCounters): TransactItem {
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
