import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { notificationsSchema, setNotificationsSchema } from '../mail/notifications.ts';
import { meViewSchema } from '../people/me-view.ts';
import { changeMeSchema, invitationTokenSchema } from '../people/member-bodies.ts';
import { acceptedInvitationSchema, invitationPreviewSchema } from '../people/member-views.ts';
import { sessionListSchema } from '../people/session-view.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleInvitation, exampleMe, exampleNotifications, exampleSession } from './people-examples.ts';

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
          schema: sessionListSchema,
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

export const changeMe = defineEndpoint({
  operationId: 'change-me',
  handledBy: FUNCTION,
  method: 'PATCH',
  path: '/me',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Changes the name of the signed-in person',
  request: { body: changeMeSchema },
  responses: {
    200: {
      description: 'The person.',
      content: { 'application/json': { schema: meViewSchema, example: exampleMe } },
    },
  },
  problems: [],
});

export const previewInvitation = defineEndpoint({
  operationId: 'preview-invitation',
  handledBy: FUNCTION,
  method: 'POST',
  path: '/me/invitations/preview',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Returns what an invitation gives, and changes nothing',
  request: { body: invitationTokenSchema },
  responses: {
    200: {
      description: 'The invitation.',
      content: {
        'application/json': {
          schema: invitationPreviewSchema,
          example: {
            accountName: 'Example Ltd',
            role: exampleInvitation.role,
            siteCount: null,
            expiresAt: exampleInvitation.expiresAt,
          },
        },
      },
    },
  },
  problems: ['invitation-invalid', 'invitation-for-another-person'],
});

export const acceptInvitation = defineEndpoint({
  operationId: 'accept-invitation',
  handledBy: FUNCTION,
  recentSignIn: true,
  method: 'POST',
  path: '/me/invitations/accept',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Makes the signed-in person a member of the account of an invitation',
  description:
    'The address of the invitation must be the one that the identity provider verified at the sign-in. An invitation can be accepted once.',
  request: { body: invitationTokenSchema },
  responses: {
    200: {
      description: 'The person is a member.',
      content: {
        'application/json': {
          schema: acceptedInvitationSchema,
          example: { accountId: exampleMe.accounts[0]?.accountId },
        },
      },
    },
  },
  problems: ['invitation-invalid', 'invitation-for-another-person', 'already-member', 'members-limit'],
});

const notifications = {
  200: {
    description: 'What the person hears by mail.',
    content: { 'application/json': { schema: notificationsSchema, example: exampleNotifications } },
  },
};

export const getNotifications = defineEndpoint({
  operationId: 'get-notifications',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/me/notifications',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Returns what the signed-in person hears by mail',
  request: {},
  responses: notifications,
  problems: [],
});

export const setNotifications = defineEndpoint({
  operationId: 'set-notifications',
  handledBy: FUNCTION,
  method: 'PUT',
  path: '/me/notifications',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Sets which mails of an account the signed-in person wants',
  request: { body: setNotificationsSchema },
  responses: notifications,
  problems: ['not-a-member'],
});

export const startMail = defineEndpoint({
  operationId: 'start-mail',
  handledBy: FUNCTION,
  recentSignIn: true,
  method: 'POST',
  path: '/me/notifications/start',
  permission: null,
  principals: ['person'],
  tag: TAG,
  summary: 'Starts mail to the address of the signed-in person again',
  description:
    'Mail to an address stops if its mail server refuses a mail for good, or if a mail is reported as spam. It starts again if the identity provider confirmed the address by a sign-in since then.',
  request: {},
  responses: notifications,
  problems: [],
});
