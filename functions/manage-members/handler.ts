import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount, listKeysOfCreator } from '../../adapters/dynamodb/access.ts';
import { readActorNames } from '../../adapters/dynamodb/actor-names.ts';
import * as invitations from '../../adapters/dynamodb/invitations.ts';
import { removeMembership, replaceMembership } from '../../adapters/dynamodb/member-changes.ts';
import { findMembership, listMembers as readMembers } from '../../adapters/dynamodb/memberships.ts';
import { findPeople, findPerson } from '../../adapters/dynamodb/people.ts';
import { readLastSeen } from '../../adapters/dynamodb/read-usage.ts';
import { findSites } from '../../adapters/dynamodb/sites.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { countRefusedInvitation } from '../../adapters/observability/metrics.ts';
import { openSealing, sealText } from '../../adapters/sealing/sealing.ts';
import { createOriginReader } from '../../adapters/sign-in/settings.ts';
import * as endpoints from '../../core/api/member-endpoints.ts';
import { toActor } from '../../core/audit/audit-entry.ts';
import { toInvitationView } from '../../core/people/member-views.ts';
import { changeMember } from '../../use-cases/change-member.ts';
import { inviteMember, type SentInvitation } from '../../use-cases/invite-member.ts';
import { listInvitations, listMembers } from '../../use-cases/list-members.ts';
import { leaveAccount, removeMember } from '../../use-cases/remove-member.ts';
import { resendInvitation } from '../../use-cases/resend-invitation.ts';
import { revokeInvitation } from '../../use-cases/revoke-invitation.ts';
import { schemas } from '../env.ts';

/** Handles the calls about the members and the invitations of an account. */
export const createHandler = defineSharedFunction(schemas['manage-members'], (store, env) => {
  const sealing = openSealing(env.CREDENTIALS_KEY_ARN);
  const dependencies = {
    ...bindTo(store, {
      findAccount,
      findMembership,
      findPeople,
      findPerson,
      findSites,
      listKeysOfCreator,
      listMembers: readMembers,
      readActorNames,
      readLastSeen,
      removeMembership,
      replaceMembership,
      readInvitationList: invitations.readInvitationList,
      findInvitation: invitations.findInvitation,
      findInvitations: invitations.findInvitations,
      saveInvitation: invitations.saveInvitation,
      deleteInvitation: invitations.deleteInvitation,
    }),
    readOrigin: createOriginReader(env.SIGN_IN_PARAMETER),
    sealLink: (link: string, { accountId, invitationId }: { accountId: string; invitationId: string }) =>
      sealText(sealing, link, { accountId, itemId: invitationId }),
    countRefusedInvitation,
  };
  const view = async ({ invitation, link }: SentInvitation, now: Date) => {
    const names = await dependencies.readActorNames(invitation.accountId, [invitation.invitedBy]);
    return { invitation: toInvitationView(invitation, names, now), link };
  };
  return [
    route(endpoints.listMembers, async (call) => ({
      status: 200,
      json: await listMembers(dependencies, call),
    })),
    route(endpoints.changeMember, async ({ params, body, ...call }) => ({
      status: 200,
      json: await changeMember(dependencies, { ...call, ...params, change: body }),
    })),
    route(endpoints.removeMember, async ({ params, ...call }) => ({
      status: 200,
      json: await removeMember(dependencies, { ...call, ...params }),
    })),
    route(endpoints.leaveAccount, async (call) => {
      await leaveAccount(dependencies, call);
      return { status: 204 };
    }),
    route(endpoints.listInvitations, async (call) => ({
      status: 200,
      json: await listInvitations(dependencies, call),
    })),
    route(endpoints.inviteMember, async ({ principal, requestId, now, body }) => {
      const by = toActor(principal, requestId);
      const sent = await inviteMember(dependencies, { by, member: principal, now, request: body });
      return { status: 201, json: await view(sent, now) };
    }),
    route(endpoints.resendInvitation, async ({ principal, requestId, now, params }) => {
      const by = toActor(principal, requestId);
      const sent = await resendInvitation(dependencies, { by, member: principal, now, ...params });
      return { status: 200, json: await view(sent, now) };
    }),
    route(endpoints.revokeInvitation, async ({ principal, requestId, now, params }) => {
      const by = toActor(principal, requestId);
      await revokeInvitation(dependencies, { by, member: principal, now, ...params });
      return { status: 204 };
    }),
  ];
});
