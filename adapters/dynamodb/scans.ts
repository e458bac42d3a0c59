import { createHash } from 'node:crypto';
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { IDEMPOTENCY_HOURS } from '../../core/api/call-limits.ts';
import { FILTERED_READ, type Listing, listMatching } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import type { Scan, ScanFilter, ScanStatus } from '../../core/scans/scan.ts';
import { isSameCommit } from '../../core/scans/scan-metadata.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import {
  getHighPriorityLimit,
  type ScanLimits,
  type Trigger,
  type TriggerOutcome,
} from '../../core/scans/trigger.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { buildAuditItem } from './audit.ts';
import { buildAccountMonthItem, buildActorDayItem } from './count-usage.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { queryNewest } from './query-newest.ts';
import { readItem, readItems } from './read-items.ts';
import { buildScanItem, isScanItem, type ScanItem, toScan } from './scan-item.ts';
import { buildSiteExistsCheck } from './sites.ts';
import type { Store } from './store.ts';
import { ContentionError, type FailedCondition, type TransactItem, transact } from './transact.ts';

/**
 * Writes a new scan in one transaction with the counters for the account's limits, its usage, its audit entry and its
 * idempotency record. So the same idempotency key never makes two scans, even if several callers use it at once.
 */
export async function insertScan(store: Store, trigger: Trigger): Promise<TriggerOutcome> {
  const outcome = await insertScanWith(store, trigger);
  if (outcome.kind === 'also-failed')
    throw new Error('a transaction failed in an item that it does not have');
  return outcome;
}

/**
 * Does the same with a further item.
 * @param also an item of the caller; if its condition fails, nothing is written
 */
export async function insertScanWith(
  store: Store,
  trigger: Trigger,
  also?: TransactItem,
): Promise<TriggerOutcome | { kind: 'also-failed' }> {
  const { scan, idempotency } = trigger;
  const record = idempotency && {
    ...idempotencyKey(scan, idempotency.key),
    bodyHash: idempotency.bodyHash,
  };
  const before = record && (await readReplay(store, record));
  if (before) return before;

  const parts = { ...triggerItems(store, trigger, record), ...(also === undefined ? {} : { also }) };
  const names = Object.keys(parts);
  let failed: FailedCondition[];
  try {
    failed = await transact(store, Object.values(parts));
  } catch (error) {
    if (record && error instanceof ContentionError) return { kind: 'in-progress' };
    throw error;
  }
  if (failed.length === 0) return { kind: 'created', scan };

  const refused = (name: string) => failed.find(({ index }) => names[index] === name);
  if (record && refused('idempotency')) return (await readReplay(store, record)) ?? { kind: 'in-progress' };
  const account = refused('account')?.item;
  // The sites of a deleted account exist for a while. A schedule still finds them, unlike callers, who are refused.
  if (refused('site') || account?.deletedAt !== undefined) return { kind: 'site-gone' };
  if (refused('also')) return { kind: 'also-failed' };
  const month = refused('month');
  if (month) {
    const isScans = Number(month.item?.scans ?? 0) >= trigger.limits.scansPerMonth;
    return { kind: 'limit', limit: isScans ? 'scans-per-month' : 'pages-per-month' };
  }
  const full = Number(account?.unfinishedScans ?? 0) >= trigger.limits.unfinishedScans;
  return { kind: 'limit', limit: full ? 'unfinished-scans' : 'high-share' };
}

/** Returns a scan; undefined if it does not exist. */
export async function findScan(store: Store, scanId: string): Promise<Scan | undefined> {
  const item = await readTrackedScan(store, scanId);
  return item && toScan(item);
}

/** Returns a scan with the attributes that only the scan workflow uses (strongly consistent read). */
export async function readTrackedScan(store: Store, scanId: string): Promise<ScanItem | undefined> {
  const item = await readItem(store, itemKeys.scan(scanId));
  return item !== undefined && isScanItem(item) ? (item as ScanItem) : undefined;
}

/**
 * Returns the input of a scan: start URLs, source paths and settings.
 * @throws Error if the scan does not exist
 */
export async function readScanStart(store: Store, scanId: string): Promise<ScanStart> {
  const item = await readItem(store, itemKeys.start(scanId));
  if (!item) throw new Error(`the start item of the scan ${scanId} does not exist`);
  const { startUrls, sourcePaths, settings } = item as ScanStart;
  return { startUrls, sourcePaths, settings };
}

/** Returns the scans of a site that match, newest first. `next` may be present although no further scan matches. */
export async function listScans(
  store: Store,
  siteId: string,
  { status, branch, commit, limit, after }: ScanFilter & { limit: number; after?: string },
): Promise<Listing<Scan>> {
  if (branch === undefined && commit === undefined) return readScans(store, siteId, status, limit, after);
  return listMatching(
    (later) => readScans(store, siteId, status, FILTERED_READ, later),
    ({ config: { metadata } }) =>
      (branch === undefined || metadata?.branch === branch) &&
      (commit === undefined || isSameCommit(metadata?.commit, commit)),
    { limit, idOf: ({ scanId }) => scanId, ...(after === undefined ? {} : { after }) },
  );
}

async function readScans(
  store: Store,
  siteId: string,
  status: ScanStatus | undefined,
  limit: number,
  after: string | undefined,
): Promise<Listing<Scan>> {
  const { items: ids, ...next } = await listScanIds(store, siteId, { status, limit, after });
  const found = ((await readItems(store, ids.map(itemKeys.scan))) as unknown as ScanItem[]).filter(
    isScanItem,
  );
  // The index may lag behind the status of a scan.
  const items = found.map(toScan).filter((scan) => status === undefined || scan.status === status);
  return { items, ...next };
}

/** Returns the ids of the scans of a site, newest first. */
export async function listScanIds(
  store: Store,
  siteId: string,
  { status, ...range }: { status?: ScanStatus | undefined } & ListRange,
): Promise<Listing<string>> {
  const index: TableIndex = status === undefined ? 'gsi1' : 'gsi2';
  const pk =
    status === undefined ? indexKeys.scansOfSite(siteId) : indexKeys.scansOfSiteByStatus(siteId, status);
  const { items, ...next } = await queryNewest(store, index, pk, range);
  return { items: items.map(({ id }) => id), ...next };
}

/** Returns the ids of the unfinished scans of a site. The index may lag behind by a moment. */
export async function listUnfinishedScanIds(store: Store, siteId: string): Promise<string[]> {
  const scanIds: string[] = [];
  for (const status of ['queued', 'running'] as const) {
    const pages = paginateQuery(
      { client: store.db },
      {
        TableName: store.table,
        IndexName: 'gsi2' satisfies TableIndex,
        KeyConditionExpression: 'gsi2pk = :pk',
        ExpressionAttributeValues: { ':pk': indexKeys.scansOfSiteByStatus(siteId, status) },
      },
    );
    for await (const { Items = [] } of pages) scanIds.push(...Items.map(({ gsi2sk }) => String(gsi2sk)));
  }
  return scanIds;
}

interface IdempotencyRecord {
  pk: string;
  sk: string;
  bodyHash: string;
}

function idempotencyKey(scan: Scan, key: string) {
  return itemKeys.idempotency(scan.accountId, scan.siteId, createHash('sha256').update(key).digest('hex'));
}

async function readReplay(
  store: Store,
  { pk, sk, bodyHash }: IdempotencyRecord,
): Promise<TriggerOutcome | undefined> {
  const stored = await readItem(store, { pk, sk });
  if (!stored || Number(stored.ttl) * 1000 <= Date.now()) return undefined;
  if (stored.bodyHash !== bodyHash) return { kind: 'key-reused' };
  const scan = await findScan(store, stored.scanId);
  return scan === undefined ? { kind: 'scan-gone' } : { kind: 'replayed', scan };
}

/** Returns the items of the transaction by name, so that the caller can identify a failed condition. */
function triggerItems(
  store: Store,
  { scan, start, limits, by, now }: Trigger,
  record: IdempotencyRecord | undefined,
): Record<string, TransactItem> {
  const { accountId, siteId, scanId, actor } = scan;
  const day = buildActorDayItem(store, { actor, accountId, now, scans: 1 });
  const items: Record<string, TransactItem> = {
    scan: {
      Put: {
        TableName: store.table,
        Item: buildScanItem(scan, now),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    // The input is a separate item because it may be long and the counters of the scan change with every page.
    start: { Put: { TableName: store.table, Item: { ...itemKeys.start(scanId), ...start } } },
    site: buildSiteExistsCheck(store, scan),
    account: buildAccountCountItem(store, scan, limits),
    month: buildAccountMonthItem(store, {
      accountId,
      now,
      scans: 1,
      pagesBelow: limits.pagesPerMonth,
      scansBelow: limits.scansPerMonth,
    }),
    ...(day === undefined ? {} : { day }),
    audit: buildAuditItem(store, {
      by,
      action: 'scan.triggered',
      target: scanId,
      detail: { site: siteId, rules: scan.config.rules, priority: scan.config.priority },
      now,
    }),
  };
  if (record) {
    const nowSeconds = Math.floor(now.getTime() / 1000);
    items.idempotency = {
      Put: {
        TableName: store.table,
        Item: { ...record, scanId, ttl: nowSeconds + IDEMPOTENCY_HOURS * 3600 },
        ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':now': nowSeconds },
      },
    };
  }
  return items;
}

function buildAccountCountItem(store: Store, scan: Scan, limits: ScanLimits): TransactItem {
  const high = scan.config.priority === 'high';
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.account(scan.accountId),
      UpdateExpression: 'ADD unfinishedScans :one, unfinishedHigh :high',
      ConditionExpression: `attribute_not_exists(deletedAt) AND unfinishedScans < :limit${high ? ' AND unfinishedHigh < :highLimit' : ''}`,
      ExpressionAttributeValues: {
        ':one': 1,
        ':high': high ? 1 : 0,
        ':limit': limits.unfinishedScans,
        ...(high ? { ':highLimit': getHighPriorityLimit(limits) } : {}),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}
