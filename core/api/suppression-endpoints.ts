import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import {
  createSuppressionSchema,
  suppressionViewSchema,
  updateSuppressionSchema,
} from '../suppressions/suppression.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleSuppression } from './examples.ts';
import { createPageSchema, listQuery, locationHeader, siteParams } from './parts.ts';

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
  principals: ['key'],
  tag: TAG,
  summary: 'Lists the suppressions of a site, oldest first',
  description: 'Expired ones are among them: they suppress nothing until their `expiresAt` is changed.',
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
  principals: ['key'],
  tag: TAG,
  summary: 'Suppresses findings of a site',
  description:
    'Suppressed findings stay in the reports, marked and counted apart. It holds for scans that end from now on; one with a selector for scans that are triggered from now on.',
  request: { params: siteParams, body: createSuppressionSchema },
  responses: {
    201: {
      description: 'The suppression.',
      headers: { Location: locationHeader('suppression') },
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
  principals: ['key'],
  tag: TAG,
  summary: 'Changes the reason or the expiry of a suppression',
  description: 'Members that are left out stay as they are. What it suppresses cannot be changed.',
  request: { params: suppressionParams, body: updateSuppressionSchema },
  responses: { 200: { description: 'The suppression as it is now.', content: suppression } },
  problems: ['site-not-found', 'suppression-not-found'],
});

export const deleteSuppression = defineEndpoint({
  operationId: 'delete-suppression',
  method: 'DELETE',
  path: '/sites/{siteId}/suppressions/{suppressionId}',
  permission: 'suppressions:write',
  principals: ['key'],
  tag: TAG,
  summary: 'Deletes a suppression: its findings count again',
  request: { params: suppressionParams },
  responses: { 204: { description: 'The suppression is gone.' } },
  problems: ['site-not-found', 'suppression-not-found'],
});
