/** A deleted site whose objects are being deleted, in passes over all of its scans. */
export interface SiteDeletion {
  accountId: string;
  siteId: string;
  /** When the site was deleted, RFC 3339 UTC. */
  deletedAt: string;
  /** Passes that ended. */
  passes: number;
  /** The scan up to which this pass has come; absent at its beginning. */
  after?: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * When the objects of a deleted site are deleted, from the deletion on: at once; after an hour, when browsers and
 * reports that were at work have ended; and when the last message that could still lead to an object is gone, which
 * the queues keep for seven days.
 */
const passesAfterMs = [0, HOUR_MS, 8 * DAY_MS] as const;

/**
 * How long a run may work on a purge, in milliseconds. A purge that was begun longer ago is taken up by another run, so
 * the function must stop before.
 */
export const DELETION_CLAIM_MS = 5 * 60_000;

/** How soon a pass is made again that could not be the last. */
const AGAIN_AFTER_MS = HOUR_MS;

/**
 * When the next pass over the objects of a deleted site is due, after one that ended.
 * @param passes how many ended, that one included
 * @param settled whether no scan of the site has anything to write any more
 * @returns undefined when none is left to do
 */
export function getNextPassTime(
  { deletedAt, passes }: { deletedAt: string; passes: number },
  settled: boolean,
  now: Date,
): Date | undefined {
  const after = passesAfterMs[passes];
  if (after !== undefined) return new Date(Math.max(Date.parse(deletedAt) + after, now.getTime()));
  return settled ? undefined : new Date(now.getTime() + AGAIN_AFTER_MS);
}
