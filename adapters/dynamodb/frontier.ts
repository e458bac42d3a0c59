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

/** A transaction holds 100 actions; one is the scan's counters. */
const PAGES_PER_TRANSACTION = 99;

/** Every page of a scan, as they are at this moment, in the order of their ids. */
export async function readPages(store: Store, scanId: string): Promise<TrackedPage[]> {
  return (await readPartition(store, itemKeys.scan(scanId).pk, 'page#')).map(toTrackedPage);
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
 * Changes a page by a rule, and the counters of its scan with it, all or none. Nothing when the rule does not apply to
 * the page as it is, or has counters to change and the scan has ended.
 */
export async function updatePage(
  store: Store,
  scanId: string,
  pageId: string,
  rule: (page: TrackedPage) => PageChange | undefined,
): Promise<void> {
  for (;;) {
    const before = await findFrontierPage(store, scanId, pageId);
    if (before === undefined) return;
    const change = rule(before);
    if (change === undefined) return;
    const { page, counters, links } = change;
    const put = buildPagePut(store, before, page);
    if (counters === undefined) {
      if (await writeIf(store, new PutCommand(put))) return;
      continue;
    }
    const failed = await transact(store, [
      buildCountersItem(store, scanId, counters),
      { Put: put },
      ...(links === undefined ? [] : [buildLinksItem(store, page, links)]),
    ]);
    if (failed.length === 0 || failed.some(({ index }) => index === 0)) return;
  }
}

/** One page as it is at this moment, or undefined. */
export async function findFrontierPage(
  store: Store,
  scanId: string,
  pageId: string,
): Promise<TrackedPage | undefined> {
  const item = await readItem(store, itemKeys.page(scanId, pageId));
  return item && toTrackedPage(item);
}

/** Changes the counters of a scan that has not ended. */
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
