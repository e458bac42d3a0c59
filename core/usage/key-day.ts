import { z } from 'zod';
import { createIdSchema } from '../ids.ts';

/** The days of a key to read, newest first. */
export interface KeyDayRange {
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
  pages: count.meta({ description: 'Pages that were scanned for scans of this key.' }),
};
/** The counters of a key and day, in display order. */
export const counterNames = Object.keys(counters) as (keyof typeof counters)[];

const keyDaySchema = z.object({
  day: z.iso.date().meta({ description: 'The day, in UTC.' }),
  ...counters,
  lastUsedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time of the last request of the day; null if the day has none.' }),
});
/** The usage of a key on one day. */
export type KeyDay = z.infer<typeof keyDaySchema>;

/** The usage of one key on one day, as the API shows it. */
export const usageViewSchema = z
  .object({
    keyId: createIdSchema('apikey').meta({ description: 'Id of the key.' }),
    keyName: z.string().meta({ description: 'Name of the key.' }),
    ...keyDaySchema.shape,
  })
  .meta({ id: 'Usage', description: 'The usage of one key on one day.' });
export type UsageView = z.infer<typeof usageViewSchema>;
