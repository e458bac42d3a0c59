import { z } from 'zod';
import { type OverviewOrder, overviewOrders } from '../overview/overview.ts';
import { siteEntrySchema } from '../overview/site-entry.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleSiteEntry } from './examples.ts';
import { createPageSchema, listQuery } from './parts.ts';

const TEXT_LENGTH_MAX = 100;
const orders = Object.keys(overviewOrders) as [OverviewOrder, ...OverviewOrder[]];
const filter = z.string().trim().min(1).max(TEXT_LENGTH_MAX).optional();

export const getOverview = defineEndpoint({
  operationId: 'get-overview',
  handledBy: 'list-sites',
  method: 'GET',
  path: '/overview',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: 'Sites',
  summary: 'Lists the sites that the caller may access, with the results of their newest scans',
  description:
    'The results are those of the newest completed scan of the site itself: not of a pull request, of a branch that will be merged into another one, or of another address. They appear when the scan ends.',
  request: {
    query: z.strictObject({
      ...listQuery,
      label: filter.meta({ description: 'Only sites with this label.', example: 'web team' }),
      text: filter.meta({
        description: 'Only sites whose name or host contains this text.',
        example: 'shop',
      }),
      sort: z
        .enum(orders)
        .default('new')
        .meta({
          description: `The order: ${orders.map((order) => `\`${order}\`: ${overviewOrders[order]}`).join('; ')}.`,
        }),
    }),
  },
  responses: {
    200: {
      description: 'One page of the overview.',
      content: {
        'application/json': {
          schema: createPageSchema(siteEntrySchema, 'OverviewPage')
            .extend({
              total: z.number().int().meta({ description: 'Number of sites that match.' }),
              labels: z
                .array(z.string())
                .meta({ description: 'All labels of the sites that the caller may access, sorted.' }),
            })
            .meta({ id: 'Overview', description: 'One page of the overview.' }),
          example: { items: [exampleSiteEntry], nextCursor: null, total: 1, labels: exampleSiteEntry.labels },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});
