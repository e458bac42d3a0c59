import type { Listing } from '../core/listing/listing.ts';
import { getNextPassTime, type SiteDeletion } from '../core/retention/deletion-passes.ts';
import { listScanPrefixes } from '../core/scans/object-keys.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { Log } from './log.ts';

type PageOfList = { limit: number; after?: string };

/** What deletes the objects of deleted sites. */
export interface SiteObjectDeleter {
  store: {
    /** Returns the ids of the deleted sites whose purge is due, those that have waited longest first. */
    listDueSiteDeletions(now: Date): Promise<string[]>;
    /** Takes a due purge for this run. Returns undefined if another run has it. */
    claimSiteDeletion(siteId: string, now: Date): Promise<SiteDeletion | undefined>;
    /** Notes the last scan whose objects are gone. */
    recordDeletionProgress(purge: SiteDeletion, after: string): Promise<void>;
    endDeletionPass(purge: SiteDeletion, due: Date): Promise<void>;
    endSiteDeletion(purge: SiteDeletion): Promise<void>;
    listScanIds(siteId: string, page: PageOfList): Promise<Listing<string>>;
    listScans(siteId: string, page: PageOfList): Promise<Listing<Scan>>;
    /** Deletes what is stored for a site beside its scans. Returns false if time was up before. */
    deleteSiteData(siteId: string, isTimeUp: () => boolean): Promise<boolean>;
  };
  listObjects(prefix: string): AsyncIterable<{ key: string }[]>;
  deleteObjects(keys: string[]): Promise<void>;
  log: Log;
}

const SCANS_AT_ONCE = 25;

/**
 * Deletes the objects of deleted sites, in passes over their scans: see `getNextPassTime`. The next run continues what a run does
 * not finish.
 * @throws AggregateError if some sites failed; the others were purged
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
    const purge = await store.claimSiteDeletion(siteId, now);
    if (purge === undefined) continue;
    const { accountId, passes } = purge;
    try {
      await makePass(deleter, purge, now, isTimeUp);
    } catch (error) {
      log.error('could not delete the objects of a deleted site', { error, accountId, siteId, passes });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} sites could not be purged`);
}

async function makePass(
  deleter: SiteObjectDeleter,
  purge: SiteDeletion,
  now: Date,
  isTimeUp: () => boolean,
): Promise<void> {
  const { store } = deleter;
  const { accountId, siteId } = purge;
  let { after } = purge;
  const scanIds = batches((page) => store.listScanIds(siteId, page), after);
  for await (const some of scanIds) {
    for (const scanId of some) {
      if (isTimeUp() || !(await deleteObjectsOf(deleter, { accountId, scanId }, isTimeUp))) return;
      after = scanId;
    }
    if (after !== undefined) await store.recordDeletionProgress(purge, after);
  }
  if (await store.deleteSiteData(siteId, isTimeUp)) await endThisPass(deleter, purge, now);
}

/** Yields a list a few entries at a time. */
async function* batches<T>(
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
 * S3 lists what is written meanwhile or not; a later pass finds it.
 * @returns false when time was up before all were deleted
 */
async function deleteObjectsOf(
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

async function endThisPass({ store, log }: SiteObjectDeleter, purge: SiteDeletion, now: Date): Promise<void> {
  const { accountId, siteId } = purge;
  const passes = purge.passes + 1;
  const due = getNextPassTime({ ...purge, passes }, await isSettled(store, siteId), now);
  if (due === undefined) await store.endSiteDeletion(purge);
  else await store.endDeletionPass(purge, due);
  log.info('purged', { accountId, siteId, passes, next: due?.toISOString() ?? null });
}

/** Whether every scan of a site has written all that it will. */
async function isSettled(store: SiteObjectDeleter['store'], siteId: string): Promise<boolean> {
  for await (const scans of batches((page) => store.listScans(siteId, page))) {
    if (scans.some(({ report }) => report === 'pending')) return false;
  }
  return true;
}
