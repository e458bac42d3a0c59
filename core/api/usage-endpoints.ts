import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { usageViewSchema } from '../usage/key-day.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleUsage } from './examples.ts';
import { createPageSchema, listQuery } from './parts.ts';

const date = z.iso.date({ error: 'must be a date such as 2026-03-31' });

export const getUsage = defineEndpoint({
  operationId: 'get-usage',
  method: 'GET',
  path: '/usage',
  permission: 'usage:read',
  principals: ['key', 'member'],
  tag: 'Usage',
  summary: 'Lists the usage of the keys of the account, by key and day',
  description:
    'Keys are listed in the order of their creation, the days of each key newest first. The list includes revoked and expired keys, but not days without usage. A key that is limited to sites sees only its own usage.',
  request: {
    query: z
      .strictObject({
        ...listQuery,
        from: date.optional().meta({ description: 'Only this day and later ones (UTC).' }),
        to: date.optional().meta({ description: 'Only this day and earlier ones (UTC).' }),
        keyId: createIdSchema('apikey').optional().meta({ description: 'Only the usage of this key.' }),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['from'],
        error: 'must not be after to',
      }),
  },
  responses: {
    200: {
      description: 'One page of the usage.',
      content: {
        'application/json': {
          schema: createPageSchema(usageViewSchema, 'UsageList'),
          example: { items: [exampleUsage], nextCursor: null },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});
