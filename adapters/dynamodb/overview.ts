import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  type LastScan,
  type ScanFacts,
  type SiteEntry,
  type SiteResult,
  toLastScan,
  toSiteResult,
} from '../../core/overview/site-entry.ts';
import { isSiteResult } from '../../core/scans/is-site-result.ts';
import { isFinal, type Scan, type ScanStatus, scanStatuses } from '../../core/scans/scan.ts';
import { itemKeys } from './item-keys.ts';
import { readItem, readItems, readPartition } from './read-items.ts';
import { isScanItem, type ScanItem, toScan } from './scan-item.ts';
import { listScanIds } from './scans.ts';
import type { Store } from './store.ts';
import { writeIf } from './write.ts';

/** Returns the overview of an account: an entry for each site. */
export async function readOverview(store: Store, accountId: string): Promise<SiteEntry[]> {
  const { pk, sk } = itemKeys.siteEntry(accountId, '');
  return (await readPartition(store, pk, sk)).map(toEntry);
}

/** Returns the entries of those of the given sites that exist. */
export async function readSiteEntries(
  store: Store,
  accountId: string,
  siteIds: readonly string[],
): Promise<SiteEntry[]> {
  const keys = [...new Set(siteIds)].map((siteId) => itemKeys.siteEntry(accountId, siteId));
  return (await readItems(store, keys)).map(toEntry);
}

const finalStatuses = scanStatuses.filter(isFinal);

/**
 * Replaces a deleted scan in the overview by the newest one that exists. Repeated calls are safe.
 * @param scan the deleted scan
 */
export async function removeScanFromOverview(
  store: Store,
  { accountId, siteId, scanId }: Pick<Scan, 'accountId' | 'siteId' | 'scanId'>,
): Promise<void> {
  const entry = await readItem(store, itemKeys.siteEntry(accountId, siteId));
  if (entry?.last?.scanId === scanId) {
    const ended = await Promise.all(finalStatuses.map((status) => findNewest(store, siteId, status, scanId)));
    const [newest] = ended
      .filter((scan) => scan !== undefined)
      .sort((a, b) => (a.scanId < b.scanId ? 1 : -1));
    await replaceFact(store, { accountId, siteId, scanId }, 'last', newest && toLastScan(newest));
  }
  if (entry?.result?.scanId === scanId) {
    const newest = await findNewest(store, siteId, 'completed', scanId, isSiteResult);
    const result = newest?.summary && toSiteResult(newest, newest.summary);
    await replaceFact(store, { accountId, siteId, scanId }, 'result', result);
  }
}

/**
 * Scans that are read at once to find one: the index may still have scans that were deleted just now, and many scans
 * can be of pull requests.
 */
const READ_AT_ONCE = 50;

async function findNewest(
  store: Store,
  siteId: string,
  status: ScanStatus,
  deletedId: string,
  isWanted: (scan: Scan) => boolean = () => true,
): Promise<Scan | undefined> {
  let after: string | undefined;
  do {
    const { items, next } = await listScanIds(store, siteId, { status, limit: READ_AT_ONCE, after });
    const found = (await readItems(store, items.map(itemKeys.scan))) as unknown as ScanItem[];
    const others = found.filter(isScanItem).map(toScan);
    const newest = others.find((scan) => scan.scanId !== deletedId && isWanted(scan));
    if (newest !== undefined) return newest;
    after = next;
  } while (after !== undefined);
  return undefined;
}

/** Replaces what an entry shows of a scan. Does nothing if it shows another scan meanwhile. */
async function replaceFact(
  store: Store,
  { accountId, siteId, scanId }: Pick<Scan, 'accountId' | 'siteId' | 'scanId'>,
  name: keyof ScanFacts,
  fact: LastScan | SiteResult | undefined,
): Promise<void> {
  await writeIf(
    store,
    new UpdateCommand({
      TableName: store.table,
      Key: itemKeys.siteEntry(accountId, siteId),
      UpdateExpression: fact === undefined ? 'REMOVE #fact' : 'SET #fact = :fact',
      ConditionExpression: '#fact.scanId = :deleted',
      ExpressionAttributeNames: { '#fact': name },
      ExpressionAttributeValues: { ':deleted': scanId, ...(fact === undefined ? {} : { ':fact': fact }) },
    }),
  );
}

/** Returns the entry of an item. An item of a site that has no ended scan lacks these members. */
function toEntry(item: Record<string, unknown>): SiteEntry {
  const { pk: _pk, sk, ...entry } = item;
  const siteId = String(sk).slice(itemKeys.siteEntry('', '').sk.length);
  return { last: null, result: null, ...entry, siteId } as unknown as SiteEntry;
}
