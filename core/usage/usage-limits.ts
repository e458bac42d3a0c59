import { z } from 'zod';

const count = z.number().int();

/** The limits of an account, and how much of them is used in the current month. */
export const usageLimitsSchema = z
  .object({
    requestsPerMinute: count.meta({ description: 'Requests per minute of each key and each person.' }),
    scansPerMonth: count.meta({ description: 'Scans of the account in a calendar month (UTC).' }),
    pagesPerMonth: count.meta({ description: 'Scanned pages of the account in a calendar month (UTC).' }),
    scansUsed: count.nullable().meta({
      description: 'Scans of the account in this month; null for a caller that is limited to sites.',
    }),
    pagesUsed: count.nullable().meta({
      description: 'Scanned pages of the account in this month; null for a caller that is limited to sites.',
    }),
    monthEndsAt: z.iso.datetime().meta({ description: 'Time at which the next month begins.' }),
  })
  .meta({ id: 'UsageLimits', description: 'The limits of an account, and how much of them is used.' });
export type UsageLimits = z.infer<typeof usageLimitsSchema>;

/** Returns the start of the next month in UTC, RFC 3339. */
export function computeMonthEnd(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
}
