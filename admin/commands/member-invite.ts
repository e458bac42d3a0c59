import { z } from 'zod';
import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { findInvitation, readInvitationList, saveInvitation } from '../../adapters/dynamodb/invitations.ts';
import { findSites } from '../../adapters/dynamodb/sites.ts';
import { INVITATION_DAYS } from '../../core/people/invitation.ts';
import { inviteSchema } from '../../core/people/member-bodies.ts';
import { Problem } from '../../core/problems/problem.ts';
import { inviteMember } from '../../use-cases/invite-member.ts';
import { accountId, defineCommand, formatTime } from '../command.ts';
import { UsageError } from '../errors.ts';
import { requireLiveAccount } from './require.ts';

const { email, role, siteIds } = inviteSchema.shape;
const schema = z
  .strictObject({ account: accountId, email, role, siteIds })
  .refine((input) => input.role !== 'admin' || input.siteIds === undefined, {
    path: ['siteIds'],
    error: 'must not be given for the role admin, which is not limited to sites',
  });

/** `member invite` */
export const run = defineCommand(schema, async (context, { account, ...request }) => {
  const { store, by, now, readDashboardUrl, ensureUser } = context;
  await requireLiveAccount(store, account);
  const origin = readDashboardUrl();
  if ((await ensureUser?.(request.email)) === 'refused')
    throw new UsageError(`the user pool does not accept the address ${request.email}: use another one`);
  const dependencies = {
    ...bindTo(store, { findAccount, findSites, findInvitation, readInvitationList, saveInvitation }),
    readOrigin: async () => origin,
  };
  try {
    const { invitation, link } = await inviteMember(dependencies, { by: await by(account), now, request });
    const { invitationId, expiresAt } = invitation;
    return {
      json: {
        invitationId,
        accountId: account,
        email: invitation.email,
        role: request.role,
        link,
        expiresAt,
      },
      text: [
        `Invited ${invitation.email} to the account ${account} with the role ${request.role}. The link, which is shown only now:`,
        '',
        `  ${link}`,
        '',
        `Send it to the person. It can be used once, within ${INVITATION_DAYS} days, until ${formatTime(expiresAt)}.`,
      ].join('\n'),
    };
  } catch (error) {
    if (error instanceof Problem) throw new UsageError(error.detail);
    throw error;
  }
});
