import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { digestBranch, isResultOf } from '../../core/overview/main-branch.ts';
import {
  type LastScan,
  type ScanFacts,
  type SiteEntry,
  type SiteResult,
  toLastScan,
  toSiteResult,
} from '../../core/overview/site-entry.ts';
import { SITE_RESULT_SEARCHED } from '../../core/scans/is-site-result.ts';
import { isFinal, type Scan, type ScanStatus, scanStatuses } from '../../core/scans/scan.ts';
import type { Site } from '../../core/sites/site.ts';
import { itemKeys } from './item-keys.ts';
import { readItem, readItems, readPartition } from './read-items.ts';
import { isScanItem, type ScanItem, toScan } from './scan-item.ts';
import { listScanIds } from './scans.ts';
import { buildFactsUpdate } from './site-entries.ts';
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
    const result = await findResult(store, siteId, entry.mainBranchDigest, scanId);
    await replaceFact(store, { accountId, siteId, scanId }, 'result', result);
  }
}

/**
 * Shows the newest completed scan of a site in the overview, after its main branch was changed. Does nothing if the
 * site was changed again or a newer scan is shown. Repeated calls are safe.
 */
export async function refreshSiteResult(
  store: Store,
  { accountId, siteId, mainBranch }: Pick<Site, 'accountId' | 'siteId' | 'mainBranch'>,
): Promise<void> {
  const mainBranchDigest = digestBranch(mainBranch);
  const result = await findResult(store, siteId, mainBranchDigest);
  if (result === undefined) return;
  const { Update } = buildFactsUpdate(
    store,
    { accountId, siteId, scanId: result.scanId },
    { result },
    mainBranchDigest,
  );
  await writeIf(store, new UpdateCommand(Update));
}

async function findResult(
  store: Store,
  siteId: string,
  mainBranchDigest: string | null,
  deletedId?: string,
): Promise<SiteResult | undefined> {
  const isWanted = (scan: Scan) => isResultOf(scan, mainBranchDigest);
  const newest = await findNewest(store, siteId, 'completed', deletedId, isWanted);
  return newest?.summary && toSiteResult(newest, newest.summary);
}

/**
 * Scans that are read at once to find one: the index may still have scans that were deleted just now, and many scans
 * can be of pull requests.
 */
const READ_AT_ONCE = 50;
const READS_MAX = SITE_RESULT_SEARCHED / READ_AT_ONCE;

async function findNewest(
  store: Store,
  siteId: string,
  status: ScanStatus,
  deletedId?: string,
  isWanted: (scan: Scan) => boolean = () => true,
): Promise<Scan | undefined> {
  let after: string | undefined;
  for (let reads = 0; reads < READS_MAX; reads++) {
    const { items, next } = await listScanIds(store, siteId, { status, limit: READ_AT_ONCE, after });
    const found = (await readItems(store, items.map(itemKeys.scan))) as unknown as ScanItem[];
    const others = found.filter(isScanItem).map(toScan);
    const newest = others.find((scan) => scan.scanId !== deletedId && isWanted(scan));
    if (newest !== undefined || next === undefined) return newest;
    after = next;
  }
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
  const { pk: _pk, sk, mainBranchDigest: _digest, ...entry } = item;
  const siteId = String(sk).slice(itemKeys.siteEntry('', '').sk.length);
  return { last: null, result: null, ...entry, siteId } as unknown as SiteEntry;
}
