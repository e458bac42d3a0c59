import { Problem } from '../problems/problem.ts';
import type { ScanLimit, ScanLimits } from './trigger.ts';

/** A scan usually ends within this; a guess, not a promise. */
const PLACE_FREE_AFTER_SECONDS = 30;

/** Returns the problem of an account that reached one of its limits. */
export function limitProblem(limit: ScanLimit, limits: ScanLimits, now: Date): Problem {
  switch (limit) {
    case 'unfinished-scans':
      return problem(
        'unfinished-scans-limit',
        `The account has ${limits.unfinishedScans} unfinished scans, its limit. Wait for one to end or cancel one.`,
        PLACE_FREE_AFTER_SECONDS,
      );
    case 'high-share':
      return problem(
        'high-priority-share',
        'As many unfinished scans have priority high as may have it. Use priority normal, or wait for one to end.',
        PLACE_FREE_AFTER_SECONDS,
      );
    case 'pages-per-month':
      return problem(
        'pages-per-month-limit',
        `The account has scanned its ${limits.pagesPerMonth} pages of this month (UTC).`,
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
