import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { changeMemberSchema, inviteSchema } from '../people/member-bodies.ts';
import {
  changedMemberSchema,
  invitationViewSchema,
  invitationWithLinkSchema,
  memberViewSchema,
  removalSchema,
} from '../people/member-views.ts';
import { defineEndpoint } from './endpoint.ts';
import { createPageSchema, listQuery } from './parts.ts';
import { exampleInvitation, exampleInvitationLink, exampleMember } from './people-examples.ts';

const TAG = 'Members';
const FUNCTION = 'manage-members';

const memberParams = z.object({
  personId: createIdSchema('person').meta({
    description: 'Id of the person.',
    example: exampleMember.personId,
  }),
});
const invitationParams = z.object({
  invitationId: createIdSchema('invite').meta({
    description: 'Id of the invitation.',
    example: exampleInvitation.invitationId,
  }),
});
const withLink = {
  'application/json': {
    schema: invitationWithLinkSchema,
    example: { invitation: exampleInvitation, link: exampleInvitationLink },
  },
};

export const listMembers = defineEndpoint({
  operationId: 'list-members',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/members',
  permission: 'members:read',
  principals: ['member'],
  tag: TAG,
  summary: 'Lists the members of the account',
  request: { query: z.strictObject(listQuery) },
  responses: {
    200: {
      description: 'One page of the members.',
      content: {
        'application/json': {
          schema: createPageSchema(memberViewSchema, 'MemberList'),
          example: { items: [exampleMember], nextCursor: null },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});

export const changeMember = defineEndpoint({
  operationId: 'change-member',
  handledBy: FUNCTION,
  recentSignIn: true,
  method: 'PATCH',
  path: '/members/{personId}',
  permission: 'members:manage',
  principals: ['member'],
  tag: TAG,
  summary: 'Changes the role of a member, or the sites that the member is limited to',
  description:
    'The change has its effect at the next call of the member. An administrator is not limited to sites. Invitations that the member sent are void once the member is not an administrator any more.',
  request: { params: memberParams, body: changeMemberSchema },
  responses: {
    200: {
      description: 'The changed member.',
      content: {
        'application/json': {
          schema: changedMemberSchema,
          example: { ...exampleMember, voidedInvitations: [] },
        },
      },
    },
  },
  problems: ['member-not-found', 'last-admin'],
});

export const removeMember = defineEndpoint({
  operationId: 'remove-member',
  handledBy: FUNCTION,
  recentSignIn: true,
  method: 'DELETE',
  path: '/members/{personId}',
  permission: 'members:manage',
  principals: ['member'],
  tag: TAG,
  summary: 'Removes a member from the account',
  description:
    'The next call of the person is refused. Invitations that the person sent are void. Keys that the person created still work; the response lists them, so that they can be revoked.',
  request: { params: memberParams },
  responses: {
    200: {
      description: 'The person is not a member any more.',
      content: {
        'application/json': {
          schema: removalSchema,
          example: { keys: [], voidedInvitations: [] },
        },
      },
    },
  },
  problems: ['member-not-found', 'last-admin'],
});

export const leaveAccount = defineEndpoint({
  operationId: 'leave-account',
  handledBy: FUNCTION,
  recentSignIn: true,
  method: 'POST',
  path: '/account/leave',
  permission: 'account:leave',
  principals: ['member'],
  tag: TAG,
  summary: 'Ends the own membership in the account',
  request: {},
  responses: { 204: { description: 'You are not a member any more.' } },
  problems: ['last-admin'],
});

export const listInvitations = defineEndpoint({
  operationId: 'list-invitations',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/invitations',
  permission: 'members:manage',
  principals: ['member'],
  tag: TAG,
  summary: 'Lists the invitations that were not accepted yet, newest first',
  description: 'An expired invitation is listed for 30 more days.',
  request: { query: z.strictObject(listQuery) },
  responses: {
    200: {
      description: 'One page of the invitations.',
      content: {
        'application/json': {
          schema: createPageSchema(invitationViewSchema, 'InvitationList'),
          example: { items: [exampleInvitation], nextCursor: null },
        },
      },
    },
  },
  problems: ['cursor-invalid'],
});

export const inviteMember = defineEndpoint({
  operationId: 'invite-member',
  handledBy: FUNCTION,
  recentSignIn: true,
  method: 'POST',
  path: '/invitations',
  permission: 'members:manage',
  principals: ['member'],
  tag: TAG,
  summary: 'Invites a person to the account, by an email address',
  description:
    'The response has the link for the person. If the service sends mail (`mail` of `GET /account`), it also sends the link to the address. The person accepts after a sign-in with this address. An earlier invitation of the address is replaced, and its link is void. The response does not depend on whether the address belongs to a person who is known.',
  request: { body: inviteSchema },
  responses: { 201: { description: 'The invitation with its link.', content: withLink } },
  problems: ['invitations-limit'],
});

export const resendInvitation = defineEndpoint({
  operationId: 'resend-invitation',
  handledBy: FUNCTION,
  recentSignIn: true,
  method: 'POST',
  path: '/invitations/{invitationId}/resend',
  permission: 'members:manage',
  principals: ['member'],
  tag: TAG,
  summary: 'Gives an invitation a new link and a new end; the earlier link is void',
  description: 'If the service sends mail, it also sends the new link to the address.',
  request: { params: invitationParams },
  responses: { 200: { description: 'The invitation with its new link.', content: withLink } },
  problems: ['invitation-not-found', 'invitations-limit'],
});

export const revokeInvitation = defineEndpoint({
  operationId: 'revoke-invitation',
  handledBy: FUNCTION,
  recentSignIn: true,
  method: 'DELETE',
  path: '/invitations/{invitationId}',
  permission: 'members:manage',
  principals: ['member'],
  tag: TAG,
  summary: 'Revokes an invitation',
  request: { params: invitationParams },
  responses: { 204: { description: 'The invitation does not exist any more.' } },
  problems: ['invitation-not-found'],
});
