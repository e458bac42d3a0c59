import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import type { HeaderSpec } from './endpoint.ts';
import { exampleScan, exampleSite } from './examples.ts';

/** Parts that several endpoints share. */

export const siteParams = z.object({
  siteId: createIdSchema('site').meta({ description: 'Id of the site.', example: exampleSite.id }),
});
export const scanParams = z.object({
  scanId: createIdSchema('scan').meta({ description: 'Id of the scan.', example: exampleScan.id }),
});

export const LIST_LIMIT_DEFAULT = 25;
export const LIST_LIMIT_MAX = 100;
const CURSOR_LENGTH_MAX = 1_000;

/** What every list takes. */
export const listQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIST_LIMIT_MAX)
    .default(LIST_LIMIT_DEFAULT)
    .meta({ description: 'Entries a page at most.' }),
  cursor: z
    .string()
    .min(1)
    .max(CURSOR_LENGTH_MAX)
    .optional()
    .meta({ description: '`nextCursor` of the page before; only for the same list with the same filters.' }),
};

/** Narrows a list to the scans of one branch. */
export const branchQuery = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .optional()
  .meta({ description: 'Only scans with this `metadata.branch`.', example: 'main' });

/** One page of a list. */
export function createPageSchema<Item extends z.ZodType>(item: Item, id: string) {
  return z
    .object({
      items: z.array(item).meta({ description: 'The entries of this page; may be fewer than `limit`.' }),
      nextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Asks for the next page; null on the last one.' }),
    })
    .meta({ id, description: 'One page of a list.' });
}

export const retryAfterHeader: HeaderSpec = {
  description: 'Seconds to wait before the next try.',
  schema: { type: 'integer', minimum: 1 },
};

/** Path of a scan, absolute or as a URL, as `Location` gives it. */
export const locationHeader = (of: string): HeaderSpec => ({
  description: `Path of the ${of}.`,
  schema: { type: 'string', format: 'uri-reference' },
  required: true,
});

/** Seconds that a caller should leave between two polls of an unfinished scan, by its status. */
export const pollAfterSeconds = { queued: 3, running: 2 } as const;
