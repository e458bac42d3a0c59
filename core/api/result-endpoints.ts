import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { parseGroups, scanGroupViewSchema, serializeGroups, toGroupView } from '../reports/scan-groups.ts';
import { pageStateNames, parsePages, scanPageSchema, serializePages } from '../reports/scan-pages.ts';
import { buildScanResults, scanResultsSchema } from '../reports/scan-results.ts';
import { countSchema, createObjectSchema } from '../reports/schema/numbers.ts';
import { pageOutcomeSchema } from '../scans/page-outcome.ts';
import { URL_LENGTH_MAX } from '../sites/url.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleReport } from './example-report.ts';
import { exampleFinishedScan } from './examples.ts';
import { findingFilters } from './finding-filters.ts';
import {
  branchQuery,
  createCountedPageSchema,
  listQuery,
  pendingScan,
  scanParams,
  siteParams,
} from './parts.ts';

const call = {
  handledBy: 'read-results',
  method: 'GET',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: 'Reports',
} as const;

export const exampleGroups = parseGroups(serializeGroups(exampleReport.issueGroups)).map(toGroupView);
export const examplePages = parsePages(serializePages(exampleReport.pages, new Map([['p0', 1]])));
const groupQuery = { ...listQuery, ...findingFilters };
const ORDER_OF_GROUPS =
  'Violations come first, then findings that need review; within each, groups with new findings, then the worst. A group must match all given filters: `state` and `page` if one of its findings does, `suppressed` if all of its findings are suppressed, or not.';

export const getScanResults = defineEndpoint({
  ...call,
  operationId: 'get-scan-results',
  path: '/scans/{scanId}/results',
  summary: 'Returns the report of a scan without its findings, issue groups and pages',
  description: 'It is always small enough for one response, unlike the report.',
  request: { params: scanParams },
  responses: {
    200: {
      description: 'The results.',
      content: {
        'application/json': { schema: scanResultsSchema, example: buildScanResults(exampleReport) },
      },
    },
    202: pendingScan,
  },
  problems: ['scan-not-found', 'nothing-to-report'],
});

export const listScanGroups = defineEndpoint({
  ...call,
  operationId: 'list-scan-groups',
  path: '/scans/{scanId}/groups',
  summary: 'Lists the issue groups of a scan, in the order of its report',
  description: ORDER_OF_GROUPS,
  request: { params: scanParams, query: z.strictObject(groupQuery) },
  responses: {
    200: {
      description: 'One page of issue groups.',
      content: {
        'application/json': {
          schema: createCountedPageSchema(scanGroupViewSchema, 'ScanGroupList'),
          example: { items: exampleGroups, nextCursor: null, total: 1 },
        },
      },
    },
    202: pendingScan,
  },
  problems: ['scan-not-found', 'cursor-invalid', 'nothing-to-report'],
});

const groupsScanSchema = z
  .object({
    id: createIdSchema('scan'),
    createdAt: z.iso.datetime(),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
  })
  .nullable()
  .meta({ description: 'The scan that the groups are of; null if there is no such scan.' });

export const listSiteGroups = defineEndpoint({
  ...call,
  operationId: 'list-site-groups',
  path: '/sites/{siteId}/groups',
  summary: 'Lists the issue groups of the newest completed scan of a site itself, or of a branch',
  description: `${ORDER_OF_GROUPS} With a cursor, the scan is that of the first page of results. A scan of a pull request, of a branch that will be merged into another one, or of another address is only shown with \`branch\`. Only the newest 1,000 completed scans are searched.`,
  request: { params: siteParams, query: z.strictObject({ ...groupQuery, branch: branchQuery }) },
  responses: {
    200: {
      description: 'One page of issue groups.',
      content: {
        'application/json': {
          schema: createCountedPageSchema(scanGroupViewSchema, 'SiteGroupPage')
            .extend({ scan: groupsScanSchema })
            .meta({ id: 'SiteGroupList', description: 'One page of results.' }),
          example: {
            items: exampleGroups,
            nextCursor: null,
            total: 1,
            scan: {
              id: exampleFinishedScan.id,
              createdAt: exampleFinishedScan.createdAt,
              branch: 'feature/menu',
              commit: '9f1c2ab',
            },
          },
        },
      },
    },
  },
  problems: ['site-not-found', 'cursor-invalid', 'nothing-to-report'],
});

export const pageCountsSchema = z
  .object({
    byState: createObjectSchema(pageStateNames, countSchema),
    byOutcome: z
      .partialRecord(pageOutcomeSchema, countSchema)
      .meta({ description: 'Outcomes without pages are omitted.' }),
  })
  .meta({ description: 'Numbers of all pages of the scan, regardless of the filters.' });

export const listScanPages = defineEndpoint({
  ...call,
  operationId: 'list-scan-pages',
  path: '/scans/{scanId}/pages',
  summary: 'Lists the pages of a scan, also while it runs',
  description:
    'The pages are in the order of the report. While the scan runs, pages are added. A page must match all given filters.',
  request: {
    params: scanParams,
    query: z.strictObject({
      ...listQuery,
      state: z.enum(pageStateNames).optional().meta({ description: 'Only pages in this state.' }),
      outcome: pageOutcomeSchema.optional().meta({ description: 'Only pages with this outcome.' }),
      text: z
        .string()
        .trim()
        .min(1)
        .max(URL_LENGTH_MAX)
        .optional()
        .meta({ description: 'Only pages whose URL or title contains this text, in any case.' }),
    }),
  },
  responses: {
    200: {
      description: 'One page of the list.',
      content: {
        'application/json': {
          schema: createCountedPageSchema(scanPageSchema, 'ScanPagePage')
            .extend({
              counts: pageCountsSchema,
            })
            .meta({ id: 'ScanPageList', description: 'One page of results.' }),
          example: {
            items: examplePages,
            nextCursor: null,
            total: 1,
            counts: { byState: { waiting: 0, running: 0, ended: 1 }, byOutcome: { scanned: 1 } },
          },
        },
      },
    },
  },
  problems: ['scan-not-found', 'cursor-invalid'],
});
