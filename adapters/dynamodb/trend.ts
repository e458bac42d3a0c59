import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { buildFirstIdAt } from '../../core/ids.ts';
import { FILTERED_READ, type Listing, listMatching } from '../../core/listing/listing.ts';
import { getScanScope, isSiteResult, type ScanScope } from '../../core/scans/is-site-result.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { ComparableConditions } from '../../core/trend/comparable-conditions.ts';
import type { TrendFilter, TrendPoint } from '../../core/trend/trend-point.ts';
import { buildSitePartitionKey, itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';

type TrendItem = Omit<ScanScope, 'branch'> & { point: TrendPoint };

/**
 * Builds the items with the trend point of a scan and the conditions of its comparable key, for the transaction that
 * settles the scan.
 */
export function buildTrendItems(
  store: Store,
  scan: Pick<Scan, 'accountId' | 'siteId' | 'siteUrl' | 'config' | 'smallerCrawl'>,
  point: TrendPoint,
  conditions: ComparableConditions,
): TransactItem[] {
  const { accountId, siteId } = scan;
  const { isOfSite, isToBeMerged } = getScanScope(scan);
  return [
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.trendPoint(siteId, point.scanId), accountId, point, isOfSite, isToBeMerged },
      },
    },
    {
      Put: {
        TableName: store.table,
        Item: { ...itemKeys.comparable(siteId, conditions.comparableKey), accountId, conditions },
      },
    },
  ];
}

/**
 * Returns the trend points of a site that match, newest first. `next` may be present although no further point matches.
 */
export async function listTrend(
  store: Store,
  siteId: string,
  filter: TrendFilter,
  { limit, after }: { limit: number; after?: string },
): Promise<Listing<TrendPoint>> {
  const { branch, mainBranch = null, comparableKey } = filter;
  const found = await listMatching(
    (later) => readPoints(store, siteId, filter, later),
    ({ point, ...scope }) =>
      (branch === undefined
        ? isSiteResult({ ...scope, branch: point.branch }, mainBranch)
        : point.branch === branch) &&
      (comparableKey === undefined || point.comparableKey === comparableKey),
    { limit, idOf: ({ point }) => point.scanId, ...(after === undefined ? {} : { after }) },
  );
  return { ...found, items: found.items.map(({ point }) => point) };
}

/** Returns the newest completed scan of a branch that was triggered before a scan; undefined if it is not found. */
export async function findCompletedBefore(
  store: Store,
  { siteId, scanId }: Pick<Scan, 'siteId' | 'scanId'>,
  { comparableKey, branch }: { comparableKey: string; branch: string | null },
): Promise<string | undefined> {
  const { items } = await listMatching(
    (later) => readPoints(store, siteId, {}, later ?? scanId),
    ({ point }) => point.comparableKey === comparableKey && point.branch === branch,
    { limit: 1, idOf: ({ point }) => point.scanId },
  );
  return items[0]?.point.scanId;
}

/** Returns the newest trend points of a site, newest first, of all branches. */
export async function readNewestPoints(store: Store, siteId: string, limit: number): Promise<TrendPoint[]> {
  const { items } = await listMatching(
    (later) => readPoints(store, siteId, {}, later),
    () => true,
    { limit, idOf: ({ point }) => point.scanId },
  );
  return items.map(({ point }) => point);
}

/** Returns the conditions of comparable keys of a site; unknown keys are skipped. */
export async function readConditions(
  store: Store,
  siteId: string,
  comparableKeys: readonly string[],
): Promise<ComparableConditions[]> {
  const found = await Promise.all(
    [...new Set(comparableKeys)].map((key) =>
      store.db.send(new GetCommand({ TableName: store.table, Key: itemKeys.comparable(siteId, key) })),
    ),
  );
  return found.flatMap(({ Item }) => (Item ? [Item.conditions as ComparableConditions] : []));
}

/** Reads trend points of a period. Ids sort by time, so the bounds of the period are bounds of the sort key. */
async function readPoints(
  store: Store,
  siteId: string,
  { from, to }: Pick<TrendFilter, 'from' | 'to'>,
  after: string | undefined,
): Promise<Listing<TrendItem>> {
  const first = itemKeys.trendPoint(siteId, from === undefined ? '' : buildFirstIdAt('scan', from)).sk;
  // `~` sorts after every id. In practice no scan has the first id of a time, so `to` itself is excluded.
  const end = itemKeys.trendPoint(siteId, to === undefined ? '~' : buildFirstIdAt('scan', to)).sk;
  if (first > end) return { items: [] };
  const found = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :end',
      ExpressionAttributeValues: { ':pk': buildSitePartitionKey(siteId), ':first': first, ':end': end },
      ...(after === undefined ? {} : { ExclusiveStartKey: itemKeys.trendPoint(siteId, after) }),
      ScanIndexForward: false,
      Limit: FILTERED_READ,
    }),
  );
  const items = (found.Items ?? []) as TrendItem[];
  const last = items.at(-1);
  return found.LastEvaluatedKey && last ? { items, next: last.point.scanId } : { items };
}
