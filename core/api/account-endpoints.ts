import {
  accountDeletionSchema,
  accountViewSchema,
  changeAccountSchema,
  deleteAccountSchema,
} from '../people/account-view.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleAccount } from './people-examples.ts';

const TAG = 'Account';
const FUNCTION = 'manage-account';
const account = { 'application/json': { schema: accountViewSchema, example: exampleAccount } };

export const getAccount = defineEndpoint({
  operationId: 'get-account',
  handledBy: FUNCTION,
  method: 'GET',
  path: '/account',
  permission: 'sites:read',
  principals: ['member'],
  tag: TAG,
  summary: 'Returns the account, how much it has, and its limits',
  request: {},
  responses: { 200: { description: 'The account.', content: account } },
  problems: [],
});

export const changeAccount = defineEndpoint({
  operationId: 'change-account',
  handledBy: FUNCTION,
  method: 'PATCH',
  path: '/account',
  permission: 'account:manage',
  principals: ['member'],
  tag: TAG,
  summary: 'Renames the account, or changes whether reports may be shared',
  request: { body: changeAccountSchema },
  responses: { 200: { description: 'The changed account.', content: account } },
  problems: [],
});

export const deleteAccount = defineEndpoint({
  operationId: 'delete-account',
  handledBy: FUNCTION,
  recentSignIn: true,
  method: 'POST',
  path: '/account/delete',
  permission: 'account:manage',
  principals: ['member'],
  tag: TAG,
  summary: 'Deletes the account permanently, with everything in it',
  description:
    'The next call of every key and member of the account is refused. The service then deletes its sites, scans, reports, keys, members and invitations. The audit log stays.',
  request: { body: deleteAccountSchema },
  responses: {
    202: {
      description: 'The account is deleted; the deletion of its contents has begun.',
      content: {
        'application/json': {
          schema: accountDeletionSchema,
          example: { accountId: exampleAccount.accountId },
        },
      },
    },
  },
  problems: [],
});
