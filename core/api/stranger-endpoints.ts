import { z } from 'zod';
import { toFindingView } from '../reports/finding-view.ts';
import { buildScanResults } from '../reports/scan-results.ts';
import { SHARE_TOKEN_HEADER } from '../shared-reports/share-header.ts';
import {
  sharedFindingSchema,
  sharedGroupSchema,
  sharedPageSchema,
  sharedPictureSchema,
  sharedResultsSchema,
} from '../shared-reports/shared-views.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleNode, exampleReport } from './example-report.ts';
import { listFindings } from './finding-endpoints.ts';
import { createCountedPageSchema } from './parts.ts';
import { exampleSharedPicture, exampleSharedReport } from './people-examples.ts';
import { getPicture } from './picture-endpoints.ts';
import {
  exampleGroups,
  examplePages,
  listScanGroups,
  listScanPages,
  pageCountsSchema,
} from './result-endpoints.ts';

/** Calls of strangers. Their only credential is the token of a shared report. */
const call = {
  handledBy: 'read-shared-report',
  method: 'GET',
  permission: null,
  principals: [],
  tag: 'Shared reports',
} as const;

const headers = z.object({
  [SHARE_TOKEN_HEADER]: z.string().meta({ description: 'The token of the shared report.' }),
});

const OF_READERS = 'For the readers of a shared report: it needs its token, and no key and no session.';

export const getSharedReport = defineEndpoint({
  ...call,
  operationId: 'get-shared-report',
  path: '/shared-report',
  summary: 'Returns the results of a shared report',
  description: `${OF_READERS} The response has no names and ids of people and keys. The same problem answers an unknown token and a link that has ended.`,
  request: { headers },
  responses: {
    200: {
      description: 'The results.',
      content: {
        'application/json': {
          schema: sharedResultsSchema,
          example: sharedResultsSchema.parse({
            ...buildScanResults(exampleReport),
            expiresAt: exampleSharedReport.expiresAt,
          }),
        },
      },
    },
  },
  problems: ['shared-report-not-found', 'rate-limited', 'invalid-request'],
});

export const listSharedGroups = defineEndpoint({
  ...call,
  operationId: 'list-shared-groups',
  path: '/shared-report/groups',
  summary: 'Lists the issue groups of a shared report',
  description: OF_READERS,
  request: { headers, query: listScanGroups.request.query },
  responses: {
    200: {
      description: 'One page of issue groups.',
      content: {
        'application/json': {
          schema: createCountedPageSchema(sharedGroupSchema, 'SharedGroupList'),
          example: {
            items: exampleGroups.map((group) => sharedGroupSchema.parse(group)),
            nextCursor: null,
            total: 1,
          },
        },
      },
    },
  },
  problems: ['shared-report-not-found', 'rate-limited', 'invalid-request', 'cursor-invalid'],
});

export const listSharedFindings = defineEndpoint({
  ...call,
  operationId: 'list-shared-findings',
  path: '/shared-report/findings',
  summary: 'Lists the findings of a shared report',
  description: OF_READERS,
  request: { headers, query: listFindings.request.query },
  responses: {
    200: {
      description: 'One page of findings.',
      content: {
        'application/json': {
          schema: createCountedPageSchema(sharedFindingSchema, 'SharedFindingList'),
          example: {
            items: [
              sharedFindingSchema.parse(
                toFindingView({ kind: 'violation', ruleId: 'image-alt', node: exampleNode }),
              ),
            ],
            nextCursor: null,
            total: 1,
          },
        },
      },
    },
  },
  problems: ['shared-report-not-found', 'rate-limited', 'invalid-request', 'cursor-invalid'],
});

export const listSharedPages = defineEndpoint({
  ...call,
  operationId: 'list-shared-pages',
  path: '/shared-report/pages',
  summary: 'Lists the pages of a shared report',
  description: OF_READERS,
  request: { headers, query: listScanPages.request.query },
  responses: {
    200: {
      description: 'One page of the list.',
      content: {
        'application/json': {
          schema: createCountedPageSchema(sharedPageSchema, 'SharedPagePage')
            .extend({ counts: pageCountsSchema })
            .meta({ id: 'SharedPageList', description: 'One page of results.' }),
          example: {
            items: examplePages.map((page) => sharedPageSchema.parse(page)),
            nextCursor: null,
            total: 1,
            counts: { byState: { waiting: 0, running: 0, ended: 1 }, byOutcome: { scanned: 1 } },
          },
        },
      },
    },
  },
  problems: ['shared-report-not-found', 'rate-limited', 'invalid-request', 'cursor-invalid'],
});

export const getSharedPicture = defineEndpoint({
  ...call,
  operationId: 'get-shared-picture',
  path: '/shared-report/pictures/{pictureId}',
  summary: 'Returns a picture of a finding of a shared report',
  description: OF_READERS,
  request: { headers, params: getPicture.request.params.pick({ pictureId: true }) },
  responses: {
    200: {
      description: 'The picture.',
      content: {
        'application/json': {
          schema: sharedPictureSchema,
          example: exampleSharedPicture,
        },
      },
    },
  },
  problems: ['shared-report-not-found', 'rate-limited', 'invalid-request', 'picture-not-found'],
});
