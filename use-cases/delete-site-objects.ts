import type { Listing } from '../core/listing/listing.ts';
import { getNextPassTime, type SiteDeletion } from '../core/retention/deletion-passes.ts';
import { listScanPrefixes } from '../core/scans/object-keys.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { Log } from './log.ts';

type PageOfList = { limit: number; after?: string };

/** The dependencies of `deleteSiteObjects`. */
export interface SiteObjectDeleter {
  store: {
    /** Returns the ids of the deleted sites whose next deletion pass is due, longest waiting first. */
    listDueSiteDeletions(now: Date): Promise<string[]>;
    /** Claims a due site deletion for this run. Returns undefined if another run has claimed it. */
    claimSiteDeletion(siteId: string, now: Date): Promise<SiteDeletion | undefined>;
    /** Records the last scan whose objects are deleted. */
    recordDeletionProgress(deletion: SiteDeletion, after: string): Promise<void>;
    endDeletionPass(deletion: SiteDeletion, due: Date): Promise<void>;
    endSiteDeletion(deletion: SiteDeletion): Promise<void>;
    listScanIds(siteId: string, page: PageOfList): Promise<Listing<string>>;
    listScans(siteId: string, page: PageOfList): Promise<Listing<Scan>>;
    /** Deletes the data stored for a site, except its scans. Returns false if time was up before it was done. */
    deleteSiteData(siteId: string, isTimeUp: () => boolean): Promise<boolean>;
  };
  listObjects(prefix: string): AsyncIterable<{ key: string }[]>;
  deleteObjects(keys: string[]): Promise<void>;
  log: Log;
}

const SCANS_AT_ONCE = 25;

/**
 * Deletes the objects of deleted sites, in passes over their scans: see `getNextPassTime`. The next run continues
 * unfinished passes.
 * @throws AggregateError if some sites failed; the other sites are done
 */
export async function deleteSiteObjects(
  deleter: SiteObjectDeleter,
  now: Date,
  isTimeUp: () => boolean,
): Promise<void> {
  const { store, log } = deleter;
  const failures: unknown[] = [];
  for (const siteId of await store.listDueSiteDeletions(now)) {
    if (isTimeUp()) break;
    const deletion = await store.claimSiteDeletion(siteId, now);
    if (deletion === undefined) continue;
    const { accountId, passes } = deletion;
    try {
      await runPass(deleter, deletion, now, isTimeUp);
    } catch (error) {
      log.error('could not delete the objects of a deleted site; a later run tries again', {
        error,
        accountId,
        siteId,
        passes,
      });
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `the objects of ${failures.length} deleted sites could not be deleted; the next run tries again`,
    );
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
  const scanIds = listInBatches((page) => store.listScanIds(siteId, page), after);
  for await (const some of scanIds) {
    for (const scanId of some) {
      if (isTimeUp() || !(await deleteScanObjects(deleter, { accountId, scanId }, isTimeUp))) return;
      after = scanId;
    }
    if (after !== undefined) await store.recordDeletionProgress(deletion, after);
  }
  if (await store.deleteSiteData(siteId, isTimeUp)) await endPass(deleter, deletion, now);
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

async function endPass({ store, log }: SiteObjectDeleter, deletion: SiteDeletion, now: Date): Promise<void> {
  const { accountId, siteId } = deletion;
  const passes = deletion.passes + 1;
  const due = getNextPassTime({ ...deletion, passes }, await isSettled(store, siteId), now);
  if (due === undefined) await store.endSiteDeletion(deletion);
  else await store.endDeletionPass(deletion, due);
  log.info('ended a deletion pass', { accountId, siteId, passes, next: due?.toISOString() ?? null });
}

/** True if every scan of a site is settled, so that no further objects are written. */
async function isSettled(store: SiteObjectDeleter['store'], siteId: string): Promise<boolean> {
  for await (const scans of listInBatches((page) => store.listScans(siteId, page))) {
    if (scans.some(({ report }) => report === 'pending')) return false;
  }
  return true;
}
