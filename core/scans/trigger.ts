import { createHash } from 'node:crypto';
import type { Actor } from '../audit/audit-entry.ts';
import { Problem } from '../problems/problem.ts';
import type { Scan } from './scan.ts';
import type { ScanConfig } from './scan-config.ts';
import type { ScanStart } from './scan-settings.ts';

/** Limits of an account, from the stage settings. */
export interface ScanLimits {
  /** Maximum number of scans that have not ended. */
  unfinishedScans: number;
  /** Maximum number of pages in a calendar month (UTC). */
  pagesPerMonth: number;
  /** Maximum number of scans triggered in a calendar month (UTC). */
  scansPerMonth: number;
  /** The share of `unfinishedScans` that may have priority `high`, 0 to 1. */
  highShare: number;
}

/** A scan to write, with the conditions for writing it. */
export interface Trigger {
  scan: Scan;
  start: ScanStart;
  /** The caller's idempotency key and a digest of the request. */
  idempotency?: { key: string; bodyHash: string } | undefined;
  limits: ScanLimits;
  by: Actor;
  now: Date;
}

/** Returns how many unfinished scans of an account may have priority `high`: at least one. */
export function getHighPriorityLimit({ unfinishedScans, highShare }: ScanLimits): number {
  return Math.max(1, Math.floor(unfinishedScans * highShare));
}

/** The outcome of a trigger. */
export type TriggerOutcome =
  | { kind: 'created' | 'replayed'; scan: Scan }
  | { kind: 'in-progress' | 'key-reused' | 'site-gone' | 'scan-gone' }
  | { kind: 'limit'; limit: ScanLimit };

/** A limit of an account because of which a scan can be refused. */
export type ScanLimit = 'unfinished-scans' | 'pages-per-month' | 'scans-per-month' | 'high-share';

/**
 * Returns the SHA-256 of a config in hexadecimal. Equal requests have equal digests, because a validated config has its
 * members in one order and its defaults filled in.
 */
export function hashConfig(config: ScanConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex');
}

/** Value of `Retry-After`: a scan usually ends within this time; an estimate, not a guarantee. */
const SCAN_ENDS_AFTER_SECONDS = 30;

/** Returns the problem of an account that reached one of its limits. */
export function createLimitProblem(limit: ScanLimit, limits: ScanLimits, now: Date): Problem {
  switch (limit) {
    case 'unfinished-scans':
      return problem(
        'unfinished-scans-limit',
        `The account has reached its limit of ${limits.unfinishedScans} unfinished scans. Wait until one ends, or cancel one.`,
        SCAN_ENDS_AFTER_SECONDS,
      );
    case 'high-share':
      return problem(
        'high-priority-share',
        'The account has reached its limit of unfinished scans with priority high. Use priority normal, or wait until one ends.',
        SCAN_ENDS_AFTER_SECONDS,
      );
    case 'scans-per-month':
      return problem(
        'scans-per-month-limit',
        `The account has reached its limit of ${limits.scansPerMonth} scans for this month (UTC). Wait for the next month, or ask the operator for a higher limit.`,
        secondsToNextMonth(now),
      );
    case 'pages-per-month':
      return problem(
        'pages-per-month-limit',
        `The account has reached its limit of ${limits.pagesPerMonth} pages for this month (UTC). Wait for the next month, or ask the operator for a higher limit.`,
        secondsToNextMonth(now),
      );
  }
}

function problem(
  code: ConstructorParameters<typeof Problem>[0],
  detail: string,
  retryAfter: number,
): Problem {
  return new Problem(code, detail, { headers: { 'Retry-After': String(retryAfter) } });
}

function secondsToNextMonth(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return Math.max(1, Math.ceil((next - now.getTime()) / 1000));
}
