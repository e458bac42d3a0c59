import { computeMonthEnd, type UsageLimits } from '../core/usage/usage-limits.ts';
import type { RequestContext } from './request-context.ts';

export interface GetUsageLimitsDependencies {
  limits: Pick<UsageLimits, 'requestsPerMinute' | 'scansPerMonth' | 'pagesPerMonth'>;
  /** Returns how many scans and pages an account has used in the month of a time. */
  readMonthUse(accountId: string, now: Date): Promise<{ scans: number; pages: number }>;
}

/**
 * Returns the limits of an account and how much of them is used. A principal with a limited set of sites must not learn
 * about the use of other sites.
 */
export async function getUsageLimits(
  { limits, readMonthUse }: GetUsageLimitsDependencies,
  { principal, now }: Pick<RequestContext, 'principal' | 'now'>,
): Promise<UsageLimits> {
  const { accountId, siteIds } = principal;
  const used = siteIds === undefined ? await readMonthUse(accountId, now) : undefined;
  return {
    ...limits,
    scansUsed: used?.scans ?? null,
    pagesUsed: used?.pages ?? null,
    monthEndsAt: computeMonthEnd(now),
  };
}
