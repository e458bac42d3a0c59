import { z } from 'zod';
import { createIdSchema } from '../ids.ts';

/** The days of a key or person to read, newest first. */
export interface UsageDayRange {
  /** First day of the period. */
  from?: string | undefined;
  /** Last day of the period. */
  to?: string | undefined;
  /** Only days before this one. */
  before?: string | undefined;
  /** Maximum number of days. */
  limit?: number;
}

const count = z.number().int().min(0);

const counters = {
  requests: count.meta({ description: 'Number of requests.' }),
  scans: count.meta({ description: 'Scans that were triggered.' }),
  pages: count.meta({ description: 'Pages that were scanned for scans of the key or person.' }),
};
/** The counters of a day, in display order. */
export const counterNames = Object.keys(counters) as (keyof typeof counters)[];

const usageDaySchema = z.object({
  day: z.iso.date().meta({ description: 'The day, in UTC.' }),
  ...counters,
  lastUsedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time of the last request of the day; null if the day has none.' }),
});
/** The usage of a key or person on one day. */
export type UsageDay = z.infer<typeof usageDaySchema>;

/** The usage of one key on one day, as the API shows it. */
export const usageViewSchema = z
  .object({
    keyId: createIdSchema('apikey').meta({ description: 'Id of the key.' }),
    keyName: z.string().meta({ description: 'Name of the key.' }),
    ...usageDaySchema.shape,
  })
  .meta({ id: 'Usage', description: 'The usage of one key on one day.' });
export type UsageView = z.infer<typeof usageViewSchema>;

/** The usage of one person in an account on one day. */
export type PersonDay = UsageDay & { personId: string };

/** The same with the name of the person, as the API shows it. */
export const personUsageViewSchema = z
  .object({
    personId: createIdSchema('person').meta({ description: 'Id of the person.' }),
    name: z.string().meta({ description: 'Name of the person.' }),
    ...usageDaySchema.shape,
  })
  .meta({ id: 'PersonUsage', description: 'The usage of one person in the account on one day.' });
export type PersonUsageView = z.infer<typeof personUsageViewSchema>;
