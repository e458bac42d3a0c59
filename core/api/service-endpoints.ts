import { z } from 'zod';
import { ruleSetsViewSchema } from '../rule-sets/rule-sets.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleRuleSets } from './examples.ts';

const TAG = 'Service';

export const listRuleSets = defineEndpoint({
  operationId: 'list-rule-sets',
  method: 'GET',
  path: '/rule-sets',
  permission: 'rule-sets:read',
  principals: ['key', 'member'],
  tag: TAG,
  summary: 'Lists all values of config.rules and config.priority',
  request: {},
  responses: {
    200: {
      description: 'The rule sets and the priorities.',
      content: { 'application/json': { schema: ruleSetsViewSchema, example: exampleRuleSets } },
    },
  },
  problems: [],
});

export const getOpenapi = defineEndpoint({
  operationId: 'get-openapi',
  method: 'GET',
  path: '/openapi.json',
  permission: null,
  principals: [],
  tag: TAG,
  summary: 'Returns this document',
  request: {},
  responses: {
    200: {
      description: 'The OpenAPI 3.1 document.',
      content: {
        'application/json': {
          schema: z.looseObject({ openapi: z.string().meta({ description: 'Version of OpenAPI.' }) }),
          example: { openapi: '3.1.0', info: { title: 'Accessibility scanning service' }, paths: {} },
        },
      },
    },
  },
  problems: [],
});

export const getHealth = defineEndpoint({
  operationId: 'get-health',
  method: 'GET',
  path: '/health',
  permission: null,
  principals: [],
  tag: TAG,
  summary: 'Reports that the API is available',
  request: {},
  responses: {
    200: {
      description: 'The API is available.',
      content: {
        'application/json': {
          schema: z
            .object({
              status: z.literal('ok').meta({
                description: 'Always `ok`. If the API is not available, there is no such response.',
              }),
            })
            .meta({ id: 'Health', description: 'The availability of the API.' }),
          example: { status: 'ok' },
        },
      },
    },
  },
  problems: [],
});
