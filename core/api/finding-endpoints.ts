import { z } from 'zod';
import { type FindingView, findingViewSchema } from '../reports/finding-view.ts';
import { URL_LENGTH_MAX } from '../sites/url.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleNode } from './example-report.ts';
import { findingFilters } from './finding-filters.ts';
import { createCountedPageSchema, listQuery, pendingScan, scanParams } from './parts.ts';

export const exampleFinding: FindingView = {
  ...exampleNode,
  kind: 'violation',
  ruleId: 'image-alt',
  help: 'Images must have alternative text',
  source: 'axe-core',
  successCriteria: ['1.1.1'],
};

export const listFindings = defineEndpoint({
  operationId: 'list-findings',
  method: 'GET',
  path: '/scans/{scanId}/findings',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: 'Reports',
  summary: 'Lists the findings of a scan, in the order of its report',
  description:
    'Violations come first, then findings that need review, ordered by rule and page. A finding must match all given filters. A page of results may have fewer than `limit` findings if they are large.',
  request: {
    params: scanParams,
    query: z.strictObject({
      ...listQuery,
      ...findingFilters,
      issueGroup: z
        .string()
        .regex(/^[\w-]{1,64}$/, 'must be the id of an issue group, as reports show it')
        .optional()
        .meta({ description: 'Only findings of the issue group with this id.' }),
      fingerprint: z
        .string()
        .regex(/^[\w-]{1,64}$/, 'must be a fingerprint, as reports show it')
        .optional()
        .meta({ description: 'Only findings with this fingerprint.' }),
      url: z
        .string()
        .trim()
        .min(1)
        .max(URL_LENGTH_MAX)
        .optional()
        .meta({ description: 'Only findings on pages whose requested URL contains this text, in any case.' }),
    }),
  },
  responses: {
    200: {
      description: 'One page of findings.',
      content: {
        'application/json': {
          schema: createCountedPageSchema(findingViewSchema, 'FindingList'),
          example: { items: [exampleFinding], nextCursor: null, total: 1 },
        },
      },
    },
    202: pendingScan,
  },
  problems: ['scan-not-found', 'cursor-invalid', 'nothing-to-report'],
});
