import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { scanViewSchema } from '../scans/scan.ts';
import type { HeaderSpec, ResponseSpec } from './endpoint.ts';
import { exampleScan, exampleSite } from './examples.ts';

/** Parts of requests and responses that several endpoints share. */

export const siteParams = z.object({
  siteId: createIdSchema('site').meta({ description: 'Id of the site.', example: exampleSite.id }),
});
export const scanParams = z.object({
  scanId: createIdSchema('scan').meta({ description: 'Id of the scan.', example: exampleScan.id }),
});

const LIST_LIMIT_DEFAULT = 25;
export const LIST_LIMIT_MAX = 100;
export const CURSOR_LENGTH_MAX = 1_000;

/** Query parameters of every list. */
export const listQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIST_LIMIT_MAX)
    .default(LIST_LIMIT_DEFAULT)
    .meta({ description: 'Maximum number of entries on a page of results.' }),
  cursor: z.string().min(1).max(CURSOR_LENGTH_MAX).optional().meta({
    description:
      '`nextCursor` of the previous page of results. Valid only for the same list with the same filters.',
  }),
};

/** Limits a list to the scans of one branch. */
export const branchQuery = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .optional()
  .meta({ description: 'Only scans with this `metadata.branch`.', example: 'main' });

/** A time that limits a list. */
export const timeQuery = z.iso.datetime({
  offset: true,
  error: 'must be a time such as 2026-03-31T00:00:00Z',
});

/** Returns the schema of one page of results. @param id name of the schema in the OpenAPI document */
export function createPageSchema<Item extends z.ZodType>(item: Item, id: string) {
  return z
    .object({
      items: z.array(item).meta({ description: 'The entries on this page; may be fewer than `limit`.' }),
      nextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Pass it as `cursor` to get the next page; null on the last page.' }),
    })
    .meta({ id, description: 'One page of results.' });
}

/** Returns the same with the number of all entries. @param id name of the schema in the OpenAPI document */
export function createCountedPageSchema<Item extends z.ZodType>(item: Item, id: string) {
  return createPageSchema(item, `${id}Page`)
    .extend({
      total: z
        .number()
        .int()
        .min(0)
        .meta({ description: 'Number of matching entries on all pages of results.' }),
    })
    .meta({ id, description: 'One page of results.' });
}

/**
 * Returns the headers of a call that is not replayed, because it, or another call of the same group, returns a secret.
 * @param secrets what the responses have
 */
export const buildNoReplayHeaders = (secrets: string) =>
  z.object({
    'Idempotency-Key': z
      .string()
      .refine(
        () => false,
        `must not be sent, because the service does not store responses with ${secrets} to repeat them`,
      )
      .optional()
      .meta({ description: 'Must not be sent: no response is stored to be repeated.' }),
  });

export const retryAfterHeader: HeaderSpec = {
  description: 'Seconds to wait before the next attempt.',
  schema: { type: 'integer', minimum: 1 },
};

/** The response to a request for a part of a report that is not ready. */
export const pendingScan: ResponseSpec = {
  description: 'The scan has not ended, or its report is not ready yet. Try again later.',
  headers: { 'Retry-After': { ...retryAfterHeader, required: true } },
  content: { 'application/json': { schema: scanViewSchema, example: exampleScan } },
};

/** Returns the description of `Location`, the absolute path or URL of a resource. @param of name of the resource */
export const buildLocationHeader = (of: string): HeaderSpec => ({
  description: `Path of the ${of}.`,
  schema: { type: 'string', format: 'uri-reference' },
  required: true,
});

/** Recommended seconds between two polls of an unfinished scan, by its status. */
export const pollAfterSeconds = { queued: 3, running: 2 } as const;
