import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { RECENT_SIGN_IN_MINUTES } from '../people/session.ts';
import {
  newSharedReportSchema,
  sharedReportViewSchema,
  shareReportSchema,
} from '../shared-reports/shared-report.ts';
import { defineEndpoint } from './endpoint.ts';
import { createPageSchema, listQuery } from './parts.ts';
import { exampleNewSharedReport, exampleSharedReport } from './people-examples.ts';

const callers = {
  handledBy: 'manage-shared-reports',
  permission: 'reports:share',
  principals: ['member'],
  tag: 'Shared reports',
} as const;

export const listSharedReports = defineEndpoint({
  ...callers,
  operationId: 'list-shared-reports',
  method: 'GET',
  path: '/shared-reports',
  summary: 'Lists the shared reports of the account, newest first',
  description: 'The list has those that can be read. No call returns the token of an existing one.',
  request: {
    query: z.strictObject({
      ...listQuery,
      scanId: createIdSchema('scan').optional().meta({ description: 'Only the report of this scan.' }),
      siteId: createIdSchema('site').optional().meta({ description: 'Only reports of this site.' }),
    }),
  },
  responses: {
    200: {
      description: 'One page of shared reports.',
      content: {
        'application/json': {
          schema: createPageSchema(sharedReportViewSchema, 'SharedReportList'),
          example: { items: [exampleSharedReport], nextCursor: null },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});

export const shareReport = defineEndpoint({
  ...callers,
  operationId: 'share-report',
  method: 'POST',
  path: '/shared-reports',
  summary: 'Shares the report of a scan by a link, which is returned this one time',
  description: `Everyone who has the link can read the present revision of the report, without names and ids of people and keys, until it expires or is revoked. A scan that used the credentials of its site needs a sign-in within the last ${RECENT_SIGN_IN_MINUTES} minutes.`,
  request: { body: shareReportSchema },
  responses: {
    201: {
      description: 'The shared report with its link.',
      content: { 'application/json': { schema: newSharedReportSchema, example: exampleNewSharedReport } },
    },
  },
  problems: [
    'scan-not-found',
    'sharing-forbidden',
    'report-not-ready',
    'nothing-to-report',
    'sign-in-too-old',
    'shared-reports-limit',
  ],
});

export const revokeSharedReport = defineEndpoint({
  ...callers,
  operationId: 'revoke-shared-report',
  method: 'DELETE',
  path: '/shared-reports/{shareId}',
  summary: 'Ends the link of a shared report at once',
  request: {
    params: z.object({
      shareId: createIdSchema('share').meta({
        description: 'Id of the shared report.',
        example: exampleSharedReport.id,
      }),
    }),
  },
  responses: { 204: { description: 'The link does not work any more.' } },
  problems: ['shared-report-not-found'],
});
