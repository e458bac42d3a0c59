/** A deleted account, site or scan, whose objects and items are deleted in passes. */
export interface Deletion {
  accountId: string;
  /** The deleted site; absent if the account was deleted with all of its sites. */
  siteId?: string;
  /** The deleted scan; absent if the site was deleted with all of its scans. */
  scanId?: string;
  /** Who deleted the account, and by which request; only of an account. */
  by?: string;
  requestId?: string;
  /** When it was deleted, RFC 3339 UTC. */
  deletedAt: string;
  /** Number of completed passes. */
  passes: number;
  /** The scan that this pass processed last; absent at its beginning. */
  after?: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Times of the deletion passes, after the deletion: at once; after an hour, when browsers and reports that
 * were running have ended; and after 8 days. Queues keep a message for seven days, so by then no message can lead to an
 * object.
 */
const passesAfterMs = [0, HOUR_MS, 8 * DAY_MS] as const;

/**
 * How long a run may work on a deletion pass, in milliseconds. Another run takes over a pass that began longer ago, so
 * the function must stop before.
 */
export const DELETION_CLAIM_MS = 5 * 60_000;

/** Returns what a deletion deletes: the id of the scan, of the site or of the account. */
export function getDeletionTarget({
  scanId,
  siteId,
  accountId,
}: Pick<Deletion, 'scanId' | 'siteId' | 'accountId'>): string {
  return scanId ?? siteId ?? accountId;
}

/** The deletion of a site or a scan. */
export type SiteDeletion = Deletion & { siteId: string };

/** True if a site or a scan was deleted, not an account. */
export function isSiteDeletion(deletion: Deletion): deletion is SiteDeletion {
  return deletion.siteId !== undefined;
}

/** True if no pass is planned after the current one, so that it must leave nothing. */
export function isLastPass({ passes }: Pick<Deletion, 'passes'>): boolean {
  return passes + 1 >= passesAfterMs.length;
}

/** Pause before the next pass if a pass could not be the last. */
const RETRY_AFTER_MS = HOUR_MS;

/**
 * Returns when the next deletion pass is due, after one that ended.
 * @param passes number of completed passes, including that one
 * @param settled whether no deleted scan can write objects any more
 * @returns undefined if no pass remains
 */
export function getNextPassTime(
  { deletedAt, passes }: { deletedAt: string; passes: number },
  settled: boolean,
  now: Date,
): Date | undefined {
  const after = passesAfterMs[passes];
  if (after !== undefined) return new Date(Math.max(Date.parse(deletedAt) + after, now.getTime()));
  return settled ? undefined : new Date(now.getTime() + RETRY_AFTER_MS);
}
