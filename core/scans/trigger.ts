import { createHash } from 'node:crypto';
import type { Actor } from '../audit/audit-entry.ts';
import type { Scan } from './scan.ts';
import type { ScanConfig } from './scan-config.ts';
import type { ScanStart } from './scan-settings.ts';

/** What an account may have at once; from the stage settings. */
export interface ScanLimits {
  /** Scans that have not ended. */
  unfinishedScans: number;
  /** Pages in a calendar month (UTC). */
  pagesPerMonth: number;
  /** The part of `unfinishedScans` that may have priority `high`, 0 to 1. */
  highShare: number;
}

/** A scan to write, and the conditions under which it is written. */
export interface Trigger {
  scan: Scan;
  start: ScanStart;
  /** The caller's idempotency key and a digest of what it asked for. */
  idempotency?: { key: string; bodyHash: string } | undefined;
  limits: ScanLimits;
  by: Actor;
  now: Date;
}

/** The outcome of a trigger. */
export type Triggered =
  | { kind: 'created' | 'replayed'; scan: Scan }
  | { kind: 'in-progress' | 'key-reused' | 'site-gone' }
  | { kind: 'limit'; limit: ScanLimit };

/** A limit of an account that can refuse a scan. */
export type ScanLimit = 'unfinished-scans' | 'pages-per-month' | 'high-share';

/**
 * Returns the SHA-256 of a config, hexadecimal. Equal requests have equal digests, because a validated config has its
 * members in one order and its defaults filled in.
 */
export function configDigest(config: ScanConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex');
}
