import type { Listing } from '../core/listing/listing.ts';
import {
  type Deletion,
  getNextPassTime,
  isLastPass,
  isSiteDeletion,
  type SiteDeletion,
} from '../core/retention/deletion-passes.ts';
import { listScanPrefixes } from '../core/scans/object-keys.ts';
import type { Scan } from '../core/scans/scan.ts';
import { type AccountDataDeleter, deleteAccountData } from './delete-account-data.ts';
import type { Log } from './log.ts';

type PageOfList = { limit: number; after?: string };

/** The dependencies of `deleteSiteObjects`. */
export interface SiteObjectDeleter {
  store: AccountDataDeleter & {
    /**
     * Returns the ids of the deleted accounts, sites and scans whose next deletion pass is due, longest waiting
     * first.
     */
    listDueDeletions(now: Date): Promise<string[]>;
    /** Claims a due deletion for this run. Returns undefined if another run has claimed it. */
    claimDeletion(targetId: string, now: Date): Promise<Deletion | undefined>;
    /** Records the last scan whose objects are deleted. */
    recordDeletionProgress(deletion: Deletion, after: string): Promise<void>;
    endDeletionPass(deletion: Deletion, due: Date): Promise<void>;
    endDeletion(deletion: Deletion): Promise<void>;
    listScanIds(siteId: string, page: PageOfList): Promise<Listing<string>>;
    listScans(siteId: string, page: PageOfList): Promise<Listing<Scan>>;
    /** Deletes the data stored for a site besides its scans. Returns false if time was up before it was done. */
    deleteSiteData(siteId: string, isTimeUp: () => boolean): Promise<boolean>;
    /**
     * Deletes the items of a settled scan, also its tombstone if this is the last pass. Returns false if time was up
     * before it was done.
     */
    deleteScanData(
      deletion: SiteDeletion,
      scanId: string,
      pass: { isLast: boolean; isTimeUp: () => boolean },
    ): Promise<boolean>;
    /** Replaces a deleted scan in the overview by the newest one that exists. */
    removeScanFromOverview(scan: Pick<Scan, 'accountId' | 'siteId' | 'scanId'>): Promise<void>;
  };
  listObjects(prefix: string): AsyncIterable<{ key: string }[]>;
  deleteObjects(keys: string[]): Promise<void>;
  log: Log;
}

const SCANS_AT_ONCE = 25;

/**
 * Deletes the objects and items of deleted sites and scans, in passes: see `getNextPassTime`. The next run continues
 * unfinished passes.
 * @throws AggregateError if some failed; the others are done
 */
export async function deleteSiteObjects(
  deleter: SiteObjectDeleter,
  now: Date,
  isTimeUp: () => boolean,
): Promise<void> {
  const { store, log } = deleter;
  const failures: unknown[] = [];
  for (const targetId of await store.listDueDeletions(now)) {
    if (isTimeUp()) break;
    const deletion = await store.claimDeletion(targetId, now);
    if (deletion === undefined) continue;
    const { accountId, siteId, scanId, passes } = deletion;
    try {
      if (isSiteDeletion(deletion)) await runPass(deleter, deletion, now, isTimeUp);
      else await runAccountPass(deleter, deletion, now, isTimeUp);
    } catch (error) {
      log.error('could not delete what remains of a deleted account, site or scan; a later run tries again', {
        error,
        accountId,
        siteId,
        scanId,
        passes,
      });
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `the objects of ${failures.length} deleted sites or scans could not be deleted; the next run tries again`,
    );
}

async function runAccountPass(
  deleter: SiteObjectDeleter,
  deletion: Deletion,
  now: Date,
  isTimeUp: () => boolean,
): Promise<void> {
  const { isDone, isSettled } = await deleteAccountData(deleter.store, deletion, now, isTimeUp);
  if (isDone) await planNextPass(deleter, deletion, isSettled, now);
}

async function runPass(
  deleter: SiteObjectDeleter,
  deletion: SiteDeletion,
  now: Date,
  isTimeUp: () => boolean,
): Promise<void> {
  const { store } = deleter;
  const { accountId, siteId } = deletion;
  let { after } = deletion;
  if (deletion.scanId !== undefined)
    await store.removeScanFromOverview({ accountId, siteId, scanId: deletion.scanId });
  const scanIds =
    deletion.scanId === undefined
      ? listInBatches((page) => store.listScanIds(siteId, page), after)
      : [[deletion.scanId]];
  for await (const some of scanIds) {
    for (const scanId of some) {
      if (isTimeUp() || !(await deleteScan(deleter, deletion, scanId, isTimeUp))) return;
      after = scanId;
    }
    if (after !== undefined) await store.recordDeletionProgress(deletion, after);
  }
  const isDone = deletion.scanId !== undefined || (await store.deleteSiteData(siteId, isTimeUp));
  if (isDone) await endPass(deleter, deletion, now);
}

/** Yields the entries of a list in batches. */
async function* listInBatches<T>(
  list: (page: { limit: number; after?: string }) => Promise<Listing<T>>,
  from?: string,
): AsyncGenerator<T[]> {
  let after = from;
  do {
    const { items, next } = await list({
      limit: SCANS_AT_ONCE,
      ...(after === undefined ? {} : { after }),
    });
    yield items;
    after = next;
  } while (after !== undefined);
}

async function deleteScan(
  deleter: SiteObjectDeleter,
  deletion: SiteDeletion,
  scanId: string,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const { accountId } = deletion;
  return (
    (await deleteScanObjects(deleter, { accountId, scanId }, isTimeUp)) &&
    deleter.store.deleteScanData(deletion, scanId, { isLast: isLastPass(deletion), isTimeUp })
  );
}

/**
 * Deletes the objects of a scan. S3 may or may not list objects that are written meanwhile; a later pass finds them.
 * @returns false if time was up before all objects were deleted
 */
async function deleteScanObjects(
  { listObjects, deleteObjects }: SiteObjectDeleter,
  scan: Pick<Scan, 'accountId' | 'scanId'>,
  isTimeUp: () => boolean,
): Promise<boolean> {
  for (const prefix of listScanPrefixes(scan)) {
    for await (const objects of listObjects(prefix)) {
      await deleteObjects(objects.map(({ key }) => key));
      if (isTimeUp()) return false;
    }
  }
  return true;
}

async function endPass(deleter: SiteObjectDeleter, deletion: SiteDeletion, now: Date): Promise<void> {
  // Only a settled scan can be deleted by itself.
  const settled = deletion.scanId !== undefined || (await isSettled(deleter.store, deletion.siteId));
  await planNextPass(deleter, deletion, settled, now);
}

/** Ends a pass. @param settled whether no scan can write anything any more */
async function planNextPass(
  { store, log }: SiteObjectDeleter,
  deletion: Deletion,
  settled: boolean,
  now: Date,
): Promise<void> {
  const { accountId, siteId, scanId } = deletion;
  const passes = deletion.passes + 1;
  const due = getNextPassTime({ ...deletion, passes }, settled, now);
  if (due === undefined) await store.endDeletion(deletion);
  else await store.endDeletionPass(deletion, due);
  log.info('ended a deletion pass', { accountId, siteId, scanId, passes, next: due?.toISOString() ?? null });
}

/** True if every scan of a site is settled, so that no further objects are written. */
async function isSettled(store: SiteObjectDeleter['store'], siteId: string): Promise<boolean> {
  for await (const scans of listInBatches((page) => store.listScans(siteId, page))) {
    if (scans.some(({ report }) => report === 'pending')) return false;
  }
  return true;
}
