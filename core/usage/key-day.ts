import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** What a key did on one day. */
export interface KeyDay {
  /** UTC, `2026-03-02`. */
  day: string;
  requests: number;
  scans: number;
  pages: number;
  /** Last request of the day, RFC 3339 UTC; null if only pages of earlier scans were scanned. */
  lastUsedAt: string | null;
}

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

/** The usage of one key on one day, as the API shows it. */
export const usageViewSchema = z
  .object({
    keyId: idSchema('apikey').meta({ description: 'Id of the key.' }),
    keyName: z.string().meta({ description: 'Name of the key.' }),
    day: z.iso.date().meta({ description: 'The day, in UTC.' }),
    requests: count.meta({ description: 'Requests that were counted.' }),
    scans: count.meta({ description: 'Scans that were triggered.' }),
    pages: count.meta({ description: 'Pages that were scanned for scans of this key.' }),
    lastUsedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the last request of the day; null if the day has none.' }),
  })
  .meta({ id: 'Usage', description: 'What one key did on one day.' });
export type UsageView = z.infer<typeof usageViewSchema>;
