/** Scans that later ones can be compared with, and whose objects are to be renewed: see latest-scans, baseline-lines. */
export interface DueExtension {
  /** The item that keeps them. */
  key: { pk: string; sk: string };
  accountId: string;
  siteId: string;
  scanIds: string[];
  /** Shows whether the item has changed since. */
  asRead: { scanId: string } | { version: number };
}

const DAY_MS = 24 * 3_600_000;

/**
 * Scans that are to be kept and were last renewed before this time are due. It is half of the retention: the other half
 * is the time in which a renewal may fail and be tried again, day after day, before the lifecycle takes the objects.
 */
export function getExtensionCutoff(now: Date, retentionDays: number): Date {
  return daysBefore(now, retentionDays / 2);
}

/**
 * Of a scan that is due, the objects that were written before this time are written anew. The others were written by
 * runs that did not come to the end of the scan. It is far from `getExtensionCutoff`, since a run copies after the time that
 * it notes: an object that was left out as a little too young would be past the retention when the scan is due next.
 */
export function getRewriteCutoff(now: Date, retentionDays: number): Date {
  return daysBefore(now, retentionDays / 4);
}

/** Scans that are still not renewed since then are about to lose their objects: time for a person to look. */
export function getLateCutoff(now: Date, retentionDays: number): Date {
  return daysBefore(now, (retentionDays * 3) / 4);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
