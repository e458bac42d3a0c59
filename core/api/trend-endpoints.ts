import { z } from 'zod';
import { comparableConditionsSchema } from '../trend/comparable-conditions.ts';
import { countGates, gateCountsSchema } from '../trend/gate-counts.ts';
import { trendPointSchema } from '../trend/trend-point.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleConditions, exampleTrendPoint } from './examples.ts';
import { branchQuery, createPageSchema, listQuery, siteParams, timeQuery } from './parts.ts';

export const getTrend = defineEndpoint({
  operationId: 'get-trend',
  method: 'GET',
  path: '/sites/{siteId}/trend',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: 'Reports',
  summary: 'Lists the numbers of the completed scans of a site, newest first',
  description:
    'The trend of the site itself, as in `GET /overview`, or of a branch. Compare only points with the same `comparableKey`. Points with different keys have different rule sets, viewports and so on; `keys` describes them. `gateCounts` says how often the gates of the site are not decided, and why.',
  request: {
    params: siteParams,
    query: z.strictObject({
      ...listQuery,
      branch: branchQuery,
      comparableKey: z
        .string()
        .regex(/^[0-9a-f]{16}$/, 'must be a comparable key, as reports and trends show it')
        .optional()
        .meta({ description: 'Only scans with this key.' }),
      from: timeQuery
        .optional()
        .meta({ description: 'Only scans that were triggered at or after this time.' }),
      to: timeQuery.optional().meta({ description: 'Only scans that were triggered before this time.' }),
    }),
  },
  responses: {
    200: {
      description: 'One page of the trend.',
      content: {
        'application/json': {
          schema: createPageSchema(trendPointSchema, 'TrendPage')
            .extend({
              keys: z
                .array(comparableConditionsSchema)
                .meta({ description: 'The scan settings behind the comparable keys on this page.' }),
              gateCounts: gateCountsSchema.meta({
                description:
                  'How the gates of the newest scans of the site ended, whatever the filters select.',
              }),
            })
            .meta({ id: 'Trend', description: 'One page of the trend.' }),
          example: {
            items: [exampleTrendPoint],
            nextCursor: null,
            keys: [exampleConditions],
            gateCounts: countGates([exampleTrendPoint]),
          },
        },
      },
    },
  },
  problems: ['site-not-found', 'cursor-invalid'],
});
