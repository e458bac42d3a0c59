import { bindTo } from '../../adapters/bind-to.ts';
import { findAccount } from '../../adapters/dynamodb/access.ts';
import { recordRead } from '../../adapters/dynamodb/audit.ts';
import { acceptInvitation as admitInvited, findInvitation } from '../../adapters/dynamodb/invitations.ts';
import { findMailSettings, setMailKinds } from '../../adapters/dynamodb/mail-settings.ts';
import { findMembership, listMemberships } from '../../adapters/dynamodb/memberships.ts';
import { findPerson, updatePerson } from '../../adapters/dynamodb/people.ts';
import * as sessions from '../../adapters/dynamodb/sessions.ts';
import { findStoppedAddress, startAddress } from '../../adapters/dynamodb/stopped-addresses.ts';
import { defineSharedFunction, route } from '../../adapters/http/api-function.ts';
import { formatEndedSessionCookie } from '../../adapters/http/session-cookie.ts';
import type { PersonPrincipal } from '../../core/access/principal.ts';
import * as endpoints from '../../core/api/me-endpoints.ts';
import type { MailState } from '../../core/mail/notifications.ts';
import { toSessionView } from '../../core/people/session-view.ts';
import { Problem } from '../../core/problems/problem.ts';
import { acceptInvitation, previewInvitation } from '../../use-cases/accept-invitation.ts';
import { getMe } from '../../use-cases/get-me.ts';
import { getNotifications, setNotifications, startMailAgain } from '../../use-cases/manage-notifications.ts';
import { recordSessionEvent } from '../../use-cases/record-session-event.ts';
import { schemas } from '../env.ts';

/** Handles the calls of a signed-in person that concern no account. */
export const createHandler = defineSharedFunction(schemas.me, (store, env) => {
  const people = bindTo(store, {
    findAccount,
    findPerson,
    listMemberships,
    findMembership,
    findInvitation,
    acceptInvitation: admitInvited,
    findSession: sessions.findSession,
    recordEvent: recordRead,
  });
  const notifications = {
    ...people,
    ...bindTo(store, { findMailSettings, setMailKinds, findStoppedAddress, startAddress }),
    mail: (env.MAIL_SENDER === '' ? 'off' : 'on') as MailState,
  };
  /** Records in each account of the person that one of the sessions has ended, or all. */
  const recordEnd = (
    { principal, requestId, now }: { principal: PersonPrincipal; requestId: string; now: Date },
    target: string,
    reason: string,
  ) => {
    const { personId, sourceIp } = principal;
    const event = { action: 'session.ended', personId, target, detail: { reason } } as const;
    return recordSessionEvent(people, { ...event, requestId, sourceIp, now });
  };
  return [
    route(endpoints.getMe, async ({ principal }) => ({ status: 200, json: await getMe(people, principal) })),
    route(endpoints.changeMe, async ({ principal, body }) => {
      await updatePerson(store, principal.personId, body);
      return { status: 200, json: await getMe(people, principal) };
    }),
    route(endpoints.previewInvitation, async ({ body, ...call }) => ({
      status: 200,
      json: await previewInvitation(people, { ...call, ...body }),
    })),
    route(endpoints.acceptInvitation, async ({ body, ...call }) => ({
      status: 200,
      json: await acceptInvitation(people, { ...call, ...body }),
    })),
    route(endpoints.getNotifications, async ({ principal }) => ({
      status: 200,
      json: await getNotifications(notifications, principal),
    })),
    route(endpoints.setNotifications, async ({ principal, body }) => ({
      status: 200,
      json: await setNotifications(notifications, principal, body),
    })),
    route(endpoints.startMail, async ({ principal, now }) => ({
      status: 200,
      json: await startMailAgain(notifications, principal, now),
    })),
    route(endpoints.listSessions, async ({ principal, now }) => {
      const found = await sessions.listSessions(store, principal.personId, now);
      const items = found.map((session) => toSessionView(session, principal.sessionId));
      return { status: 200, json: { items } };
    }),
    route(endpoints.endSession, async ({ params: { sessionId }, ...call }) => {
      const { principal } = call;
      const isCurrent = sessionId === principal.sessionId;
      if (isCurrent) await sessions.endSession(store, principal.sessionHash);
      else if (!(await sessions.endSessionOf(store, principal.personId, sessionId)))
        throw new Problem('session-not-found');
      await recordEnd(call, sessionId, 'ended-by-person');
      return { status: 204, cookies: isCurrent ? [formatEndedSessionCookie()] : [] };
    }),
    route(endpoints.endSessions, async (call) => {
      const { personId } = call.principal;
      await sessions.endAllSessions(store, personId, call.now);
      await recordEnd(call, personId, 'signed-out-everywhere');
      return { status: 204, cookies: [formatEndedSessionCookie()] };
    }),
  ];
});
