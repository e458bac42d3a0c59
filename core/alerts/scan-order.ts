import type { Scan } from '../scans/scan.ts';

/** The newest of some scans. */
export interface NewestScan {
  scanId: string;
  createdAt: string;
  finishedAt: string;
}

/**
 * How a scan relates to the newest one that was handled: it is newer; it is older and ended later, so that it is
 * outdated; or its events are derived late, although it ended before.
 */
export type Order = 'newest' | 'outdated' | 'late';

/** Returns how a scan relates to the newest one of those before; null for the first one. */
export function getOrder({ scanId, createdAt, finishedAt }: Scan, newest: NewestScan | null): Order {
  if (newest === null || createdAt > newest.createdAt) return 'newest';
  if (createdAt === newest.createdAt && scanId >= newest.scanId) return 'newest';
  return (finishedAt ?? createdAt) > newest.finishedAt ? 'outdated' : 'late';
}

/** Returns what is stored of the newest scan. */
export function toNewest({ scanId, createdAt, finishedAt }: Scan): NewestScan {
  return { scanId, createdAt, finishedAt: finishedAt ?? createdAt };
}
