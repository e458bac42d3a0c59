import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import {
  createSuppressionSchema,
  suppressionViewSchema,
  updateSuppressionSchema,
} from '../suppressions/suppression.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleSuppression } from './examples.ts';
import { buildLocationHeader, createPageSchema, listQuery, siteParams } from './parts.ts';

const TAG = 'Suppressions';
const suppression = { 'application/json': { schema: suppressionViewSchema, example: exampleSuppression } };
const suppressionParams = siteParams.extend({
  suppressionId: createIdSchema('supp').meta({
    description: 'Id of the suppression.',
    example: exampleSuppression.id,
  }),
});

export const listSuppressions = defineEndpoint({
  operationId: 'list-suppressions',
  method: 'GET',
  path: '/sites/{siteId}/suppressions',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Lists the suppressions of a site, oldest first',
  description:
    'The list includes expired suppressions. They suppress nothing unless `expiresAt` is changed to a later time.',
  request: { params: siteParams, query: z.strictObject(listQuery) },
  responses: {
    200: {
      description: 'One page of suppressions.',
      content: {
        'application/json': {
          schema: createPageSchema(suppressionViewSchema, 'SuppressionList'),
          example: { items: [exampleSuppression], nextCursor: null },
        },
      },
    },
  },
  problems: ['site-not-found', 'cursor-invalid'],
});

export const createSuppression = defineEndpoint({
  operationId: 'create-suppression',
  method: 'POST',
  path: '/sites/{siteId}/suppressions',
  permission: 'suppressions:write',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Suppresses findings of a site',
  description:
    'Suppressed findings stay in the reports, with `suppressedBy`, and are counted separately. A suppression applies to scans that end after it was created; a suppression with a selector applies to scans that are triggered after it was created.',
  request: { params: siteParams, body: createSuppressionSchema },
  responses: {
    201: {
      description: 'The suppression.',
      headers: { Location: buildLocationHeader('suppression') },
      content: suppression,
    },
  },
  problems: ['site-not-found', 'suppressions-limit'],
});

export const updateSuppression = defineEndpoint({
  operationId: 'update-suppression',
  method: 'PATCH',
  path: '/sites/{siteId}/suppressions/{suppressionId}',
  permission: 'suppressions:write',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Changes the reason or the expiry of a suppression',
  description: 'Omitted members do not change. The findings that it suppresses (`match`) cannot be changed.',
  request: { params: suppressionParams, body: updateSuppressionSchema },
  responses: { 200: { description: 'The changed suppression.', content: suppression } },
  problems: ['site-not-found', 'suppression-not-found'],
});

export const deleteSuppression = defineEndpoint({
  operationId: 'delete-suppression',
  method: 'DELETE',
  path: '/sites/{siteId}/suppressions/{suppressionId}',
  permission: 'suppressions:write',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Deletes a suppression, so that its findings count again',
  request: { params: suppressionParams },
  responses: { 204: { description: 'The suppression was deleted.' } },
  problems: ['site-not-found', 'suppression-not-found'],
});
