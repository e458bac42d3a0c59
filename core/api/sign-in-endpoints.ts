import { z } from 'zod';
import { signedOutSchema } from '../people/session-view.ts';
import { defineEndpoint } from './endpoint.ts';
import { buildLocationHeader } from './parts.ts';

const TAG = 'People';
const FUNCTION = 'sign-in';

export const beginSignIn = defineEndpoint({
  operationId: 'begin-sign-in',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/sign-in',
  permission: null,
  principals: [],
  tag: TAG,
  summary: 'Redirects a browser to the identity provider',
  description:
    'For links on pages of the dashboard. `return` is the path of the page to show after the sign-in. With `again=true` the provider must let the person sign in again; other values of `again` are refused.',
  request: {
    query: z.object({
      return: z.string().optional().meta({ description: 'Path of a page of the dashboard.' }),
      again: z.literal('true').optional().meta({ description: 'Sign in again, for sensitive calls.' }),
    }),
  },
  responses: {
    302: {
      description: 'To the identity provider, or to the page that says why the sign-in cannot start.',
      headers: { Location: buildLocationHeader('page') },
    },
  },
  problems: [],
});

export const finishSignIn = defineEndpoint({
  operationId: 'finish-sign-in',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/sign-in/callback',
  permission: null,
  principals: [],
  tag: TAG,
  summary: 'Receives the response of the identity provider and begins a session',
  request: {},
  responses: {
    302: {
      description: 'To the page of the dashboard, or to the page that says why the sign-in did not succeed.',
      headers: { Location: buildLocationHeader('page') },
    },
  },
  problems: [],
});

export const signOut = defineEndpoint({
  operationId: 'sign-out',
  handledBy: FUNCTION,
  method: 'POST',
  path: '/sign-out',
  permission: null,
  principals: [],
  tag: TAG,
  summary: 'Ends the session of the browser',
  description: 'Also succeeds if the session has ended already, or if the browser has no session.',
  request: {},
  responses: {
    200: {
      description: 'The session has ended.',
      content: {
        'application/json': {
          schema: signedOutSchema,
          example: { providerSignOutUrl: 'https://id.example.com/logout' },
        },
      },
    },
  },
  problems: ['cross-site-request'],
});
