import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { personUsageViewSchema, usageViewSchema } from '../usage/usage-day.ts';
import { usageLimitsSchema } from '../usage/usage-limits.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleUsage } from './examples.ts';
import { createPageSchema, listQuery } from './parts.ts';
import { examplePersonUsage, exampleUsageLimits } from './people-examples.ts';

const FUNCTION = 'get-usage';
const date = z.iso.date({ error: 'must be a date such as 2026-03-31' });
const period = {
  from: date.optional().meta({ description: 'Only this day and later ones (UTC).' }),
  to: date.optional().meta({ description: 'Only this day and earlier ones (UTC).' }),
};
const isPeriodValid = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;
const periodFault = { path: ['from'], error: 'must not be after to' };

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
        ...period,
        keyId: createIdSchema('apikey').optional().meta({ description: 'Only the usage of this key.' }),
      })
      .refine(isPeriodValid, periodFault),
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

export const listPeopleUsage = defineEndpoint({
  operationId: 'list-people-usage',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/usage/people',
  permission: 'usage:read',
  principals: ['member'],
  tag: 'Usage',
  summary: 'Lists the usage of the people in the account, by day and person',
  description:
    'Newest day first. The list includes people who are no longer members, but not days without usage. A member who is limited to sites sees only their own usage.',
  request: { query: z.strictObject({ ...listQuery, ...period }).refine(isPeriodValid, periodFault) },
  responses: {
    200: {
      description: 'One page of the usage.',
      content: {
        'application/json': {
          schema: createPageSchema(personUsageViewSchema, 'PersonUsageList'),
          example: { items: [examplePersonUsage], nextCursor: null },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});

export const getUsageLimits = defineEndpoint({
  operationId: 'get-usage-limits',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/usage/limits',
  permission: 'usage:read',
  principals: ['member'],
  tag: 'Usage',
  summary: 'Returns the limits of the account, and how much of them is used in this month',
  request: {},
  responses: {
    200: {
      description: 'The limits.',
      content: { 'application/json': { schema: usageLimitsSchema, example: exampleUsageLimits } },
    },
  },
  problems: [],
});
