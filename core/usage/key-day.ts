import { z } from 'zod';
import { createIdSchema } from '../ids.ts';

/** Which days of a key are read, newest first. */
export interface KeyDayRange {
  /** First day of the period. */
  from?: string | undefined;
  /** Last day of the period. */
  to?: string | undefined;
  /** Only days before this one. */
  before?: string | undefined;
  /** Days to read at most. */
  limit?: number;
}

const count = z.number().int().min(0);

const counters = {
  requests: count.meta({ description: 'Requests that were counted.' }),
  scans: count.meta({ description: 'Scans that were triggered.' }),
  pages: count.meta({ description: 'Pages that were scanned for scans of this key.' }),
};
/** The counters of a key and day, in the order in which they are shown. */
export const counterNames = Object.keys(counters) as (keyof typeof counters)[];

const keyDaySchema = z.object({
  day: z.iso.date().meta({ description: 'The day, in UTC.' }),
  ...counters,
  lastUsedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time of the last request of the day; null if the day has none.' }),
});
/** What a key did on one day. */
export type KeyDay = z.infer<typeof keyDaySchema>;

/** The usage of one key on one day, as the API shows it. */
export const usageViewSchema = z
  .object({
    keyId: createIdSchema('apikey').meta({ description: 'Id of the key.' }),
    keyName: z.string().meta({ description: 'Name of the key.' }),
    ...keyDaySchema.shape,
  })
  .meta({ id: 'Usage', description: 'What one key did on one day.' });
export type UsageView = z.infer<typeof usageViewSchema>;
