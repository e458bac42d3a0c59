/**
 * Scans that later scans are compared with, and whose objects need an extended retention: see latest-scans,
 * baseline-lines.
 */
export interface DueExtension {
  /** The item that requires their objects. */
  key: { pk: string; sk: string };
  accountId: string;
  siteId: string;
  scanIds: string[];
  /** Shows whether the item has changed since it was read. */
  asRead: { scanId: string } | { version: number };
}

const DAY_MS = 24 * 3_600_000;

/**
 * Returns the time before which a retention must have been extended last to be due again: half of the retention ago. In
 * the other half, a failed extension can be retried day after day, before the lifecycle rule deletes the objects.
 */
export function getExtensionCutoff(now: Date, retentionDays: number): Date {
  return daysBefore(now, retentionDays / 2);
}

/**
 * Returns a cutoff: objects of a due scan that were written before it are rewritten. Newer ones are skipped, because
 * runs that did not process the whole scan wrote them. The time is far from `getExtensionCutoff`, because a run copies
 * objects after the time that it records: an object that was skipped as slightly too new would be past the retention
 * when the scan is due next.
 */
export function getRewriteCutoff(now: Date, retentionDays: number): Date {
  return daysBefore(now, retentionDays / 4);
}

/** Returns the time before which an extension is late: the objects are about to expire, and a person must check why. */
export function getLateCutoff(now: Date, retentionDays: number): Date {
  return daysBefore(now, (retentionDays * 3) / 4);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
