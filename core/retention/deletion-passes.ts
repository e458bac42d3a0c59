/** A deleted site whose objects are deleted in passes over all of its scans. */
export interface SiteDeletion {
  accountId: string;
  siteId: string;
  /** When the site was deleted, RFC 3339 UTC. */
  deletedAt: string;
  /** Number of completed passes. */
  passes: number;
  /** The scan that this pass processed last; absent at its beginning. */
  after?: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Times of the deletion passes, after the deletion of the site: at once; after an hour, when browsers and reports that
 * were running have ended; and after 8 days. Queues keep a message for seven days, so by then no message can lead to an
 * object.
 */
const passesAfterMs = [0, HOUR_MS, 8 * DAY_MS] as const;

/**
 * How long a run may work on a deletion pass, in milliseconds. Another run takes over a pass that began longer ago, so
 * the function must stop before.
 */
export const DELETION_CLAIM_MS = 5 * 60_000;

/** Pause before the next pass if a pass could not be the last. */
const RETRY_AFTER_MS = HOUR_MS;

/**
 * Returns when the next deletion pass of a site is due, after one that ended.
 * @param passes number of completed passes, including that one
 * @param settled whether no scan of the site can write objects any more
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
