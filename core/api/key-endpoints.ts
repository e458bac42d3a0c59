import { z } from 'zod';
import { createKeySchema, rotateKeySchema, updateKeySchema } from '../access/key-bodies.ts';
import { keyDetailSchema, keyViewSchema, keyWithValueSchema, revokedKeySchema } from '../access/key-view.ts';
import { createIdSchema } from '../ids.ts';
import { defineEndpoint } from './endpoint.ts';
import { buildLocationHeader, buildNoReplayHeaders, createPageSchema, listQuery } from './parts.ts';
import { EXAMPLE_KEY_VALUE, exampleKey, exampleKeyDetail } from './people-examples.ts';

const TAG = 'API keys';
const FUNCTION = 'manage-keys';
const callers = { handledBy: FUNCTION, permission: 'keys:manage', principals: ['member'], tag: TAG } as const;

const params = z.object({
  keyId: createIdSchema('apikey').meta({ description: 'Id of the key.', example: exampleKey.keyId }),
});

/** The responses of some calls have a secret, and a replay would have to store it. So none of the calls is replayed. */
const headers = buildNoReplayHeaders('values of keys');

const ofKey = { 'application/json': { schema: keyViewSchema, example: exampleKey } };
const withValue = {
  'application/json': { schema: keyWithValueSchema, example: { key: exampleKey, value: EXAMPLE_KEY_VALUE } },
};

export const listApiKeys = defineEndpoint({
  ...callers,
  operationId: 'list-api-keys',
  method: 'GET',
  path: '/api-keys',
  summary: 'Lists the API keys of the account, newest first',
  description: 'The list includes expired and revoked keys. No call returns the value of an existing key.',
  request: {
    query: z.strictObject({
      ...listQuery,
      createdBy: createIdSchema('person')
        .optional()
        .meta({ description: 'Only keys that this person created.' }),
    }),
  },
  responses: {
    200: {
      description: 'One page of keys.',
      content: {
        'application/json': {
          schema: createPageSchema(keyViewSchema, 'ApiKeyList'),
          example: { items: [exampleKey], nextCursor: null },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});

export const createApiKey = defineEndpoint({
  ...callers,
  operationId: 'create-api-key',
  recentSignIn: true,
  method: 'POST',
  path: '/api-keys',
  summary: 'Creates an API key, and returns its value this one time',
  description:
    'The service stores only a hash of the value. If the response is lost, rotate the key to get a new value.',
  request: { headers, body: createKeySchema },
  responses: {
    201: {
      description: 'The key and its value.',
      headers: { Location: buildLocationHeader('key') },
      content: withValue,
    },
  },
  problems: ['grant-too-large', 'keys-limit'],
});

export const getApiKey = defineEndpoint({
  ...callers,
  operationId: 'get-api-key',
  method: 'GET',
  path: '/api-keys/{keyId}',
  summary: 'Returns an API key with its refused calls',
  request: { params },
  responses: {
    200: {
      description: 'The key.',
      content: { 'application/json': { schema: keyDetailSchema, example: exampleKeyDetail } },
    },
  },
  problems: ['key-not-found'],
});

export const updateApiKey = defineEndpoint({
  ...callers,
  operationId: 'update-api-key',
  recentSignIn: true,
  method: 'PATCH',
  path: '/api-keys/{keyId}',
  summary: 'Changes the name or the description of an API key',
  request: { params, headers, body: updateKeySchema },
  responses: { 200: { description: 'The key.', content: ofKey } },
  problems: ['key-not-found'],
});

export const rotateApiKey = defineEndpoint({
  ...callers,
  operationId: 'rotate-api-key',
  recentSignIn: true,
  method: 'POST',
  path: '/api-keys/{keyId}/rotate',
  summary: 'Gives an API key a new value, and returns it this one time',
  description:
    'The current value goes on working for `graceHours`, but not after its own expiry. A key has at most two values that work. An expired key works again with its new value.',
  request: { params, headers, body: rotateKeySchema },
  responses: { 200: { description: 'The key and its new value.', content: withValue } },
  problems: [
    'key-not-found',
    'grant-too-large',
    'key-already-revoked',
    'previous-value-works',
    'key-changed',
  ],
});

export const endPreviousValue = defineEndpoint({
  ...callers,
  operationId: 'end-previous-value',
  recentSignIn: true,
  method: 'POST',
  path: '/api-keys/{keyId}/end-previous',
  summary: 'Ends the value that an API key had before its last rotation',
  description: 'Changes nothing if that value no longer works.',
  request: { params, headers },
  responses: { 200: { description: 'The key.', content: ofKey } },
  problems: ['key-not-found'],
});

export const revokeApiKey = defineEndpoint({
  ...callers,
  operationId: 'revoke-api-key',
  recentSignIn: true,
  method: 'POST',
  path: '/api-keys/{keyId}/revoke',
  summary: 'Revokes an API key permanently, from the next call on',
  description:
    'A second call changes nothing. Scans that the key started continue. Endpoints of webhooks that it created still get events; the response lists them.',
  request: { params, headers },
  responses: {
    200: {
      description: 'The key, and the endpoints that it created.',
      content: {
        'application/json': { schema: revokedKeySchema, example: { ...exampleKey, webhooks: [] } },
      },
    },
  },
  problems: ['key-not-found'],
});
