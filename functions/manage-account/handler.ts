import { bindTo } from '../../adapters/bind-to.ts';
import { countKeys, readAccount } from '../../adapters/dynamodb/access.ts';
import { changeAccount as updateAccount } from '../../adapters/dynamodb/change-account.ts';
import { deleteAccount as removeAccount } from '../../adapters/dynamodb/delete-account.ts';
import { readMemberCount } from '../../adapters/dynamodb/memberships.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import * as endpoints from '../../core/api/account-endpoints.ts';
import { toActor } from '../../core/audit/audit-entry.ts';
import type { MailState } from '../../core/mail/notifications.ts';
import { MEMBERS_MAX, OPEN_INVITATIONS_MAX } from '../../core/people/invitation.ts';
import { changeAccount, deleteAccount, getAccount } from '../../use-cases/manage-account.ts';
import { schemas } from '../env.ts';

/** Handles the calls about the account itself. */
export const createHandler = defineSharedFunction(schemas['manage-account'], (store, env) => {
  const dependencies = {
    ...bindTo(store, {
      findAccount: readAccount,
      readMemberCount,
      countKeys,
      changeAccount: updateAccount,
      deleteAccount: removeAccount,
    }),
    mail: (env.MAIL_SENDER === '' ? 'off' : 'on') as MailState,
    limits: {
      requestsPerMinute: env.REQUESTS_PER_MINUTE,
      sites: env.SITES_LIMIT,
      members: MEMBERS_MAX,
      invitations: OPEN_INVITATIONS_MAX,
      unfinishedScans: env.UNFINISHED_SCANS_LIMIT,
      scansPerMonth: env.SCANS_PER_MONTH_LIMIT,
      pagesPerMonth: env.PAGES_PER_MONTH_LIMIT,
    },
  };
  return [
    route(endpoints.getAccount, async ({ principal }) => ({
      status: 200,
      json: await getAccount(dependencies, principal.accountId),
    })),
    route(endpoints.changeAccount, async ({ body, ...call }) => ({
      status: 200,
      json: await changeAccount(dependencies, { ...call, ...body }),
    })),
    route(endpoints.deleteAccount, async ({ principal, requestId, now, body }) => {
      const by = toActor(principal, requestId);
      await deleteAccount(dependencies, { by, member: principal, now, name: body.name });
      return { status: 202, json: { accountId: principal.accountId } };
    }),
  ];
});
