import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { meViewSchema } from '../people/me-view.ts';
import { sessionViewSchema } from '../people/session-view.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleMe, exampleSession } from './people-examples.ts';

const TAG = 'People';
const FUNCTION = 'me';

export const getMe = defineEndpoint({
  operationId: 'get-me',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/me',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Returns the signed-in person, the session and the accounts of the person',
  request: {},
  responses: {
    200: {
      description: 'The person.',
      content: { 'application/json': { schema: meViewSchema, example: exampleMe } },
    },
  },
  problems: [],
});

export const listSessions = defineEndpoint({
  operationId: 'list-sessions',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/me/sessions',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Lists the sessions of the signed-in person, newest first',
  request: {},
  responses: {
    200: {
      description: 'The sessions.',
      content: {
        'application/json': {
          schema: z
            .object({
              items: z.array(sessionViewSchema).meta({ description: 'The sessions that have not ended.' }),
            })
            .meta({ id: 'SessionList', description: 'The sessions of a person.' }),
          example: { items: [exampleSession] },
        },
      },
    },
  },
  problems: [],
});

export const endSession = defineEndpoint({
  operationId: 'end-session',
  handledBy: FUNCTION,
  method: 'DELETE',
  path: '/me/sessions/{sessionId}',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Ends a session of the signed-in person',
  request: {
    params: z.object({
      sessionId: createIdSchema('session').meta({
        description: 'Id of the session.',
        example: exampleSession.sessionId,
      }),
    }),
  },
  responses: { 204: { description: 'The session has ended.' } },
  problems: ['session-not-found'],
});

export const endSessions = defineEndpoint({
  operationId: 'end-sessions',
  handledBy: FUNCTION,
  method: 'DELETE',
  path: '/me/sessions',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Ends all sessions of the signed-in person, also the one of this call',
  request: {},
  responses: { 204: { description: 'The sessions have ended.' } },
  problems: [],
});
