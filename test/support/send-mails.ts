import { expect } from 'vitest';
import { buildBounce, getHeader, insertMail, listMails, sendToQueue, toMessage } from './mails.ts';
import type { OwnService } from './service.ts';
import { addMember, callAs, signIn } from './sign-in.ts';

/** Part of the logical id of the queue of mails. */
const MAILS_QUEUE = 'AlertQueuesMailsQueue';

/** Milliseconds that a function may need after its message was delivered again. */
const MARGIN_MS = 20_000;

/**
 * Returns the milliseconds after which the queue delivers a message again. As designed, each delivery of a message is
 * one attempt at its mail. If the function fails before the attempt, as on a very busy machine, the mail is late by
 * this time. If the mail service does not accept the mail, it is late by less: by a minute, and by the time until the
 * sweeper runs.
 */
function getRedeliveryMs({ service }: OwnService['runtime']): number {
  const queue = service.queues.find(({ logicalId }) => logicalId.includes(MAILS_QUEUE));
  const seconds = Number(queue?.attributes.VisibilityTimeout);
  if (!(seconds > 0)) throw new Error(`${MAILS_QUEUE} has no visibility timeout`);
  return 1_000 * seconds;
}

/** Invites an address, sends a mail to a person, lets the person stop such mails, and reports a bounce. */
export async function sendMails(service: OwnService): Promise<void> {
  const { store, runtime } = service;
  const accountId = await service.account();
  const member = await signIn(store);
  const { personId, email } = member;
  await addMember(store, personId, accountId);
  const request = callAs(service.anonymous, member, accountId);
  const timeout = getRedeliveryMs(runtime) + MARGIN_MS;
  const waitForMail = (to: string) =>
    expect.poll(() => listMails(runtime.mailsUrl, to), { timeout, interval: 200 }).toHaveLength(1);
  const invited = 'invited@example.com';
  const { link } = await request('POST', '/invitations', { email: invited, role: 'viewer' });
  const toPerson = await insertMail(store, { accountId, to: { personId } });
  await sendToQueue(runtime, MAILS_QUEUE, toMessage(toPerson));
  await waitForMail(email);
  await waitForMail(invited);
  const [toInvited] = await listMails(runtime.mailsUrl, invited);
  expect(toInvited?.body.text).toContain(link);
  const [mail] = await listMails(runtime.mailsUrl, email);
  const oneClick = new URL(getHeader(mail, 'List-Unsubscribe').slice(1, -1));
  expect(oneClick.origin).toBe(runtime.dashboardUrl);
  const oneClickBody = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  // This process may not resolve the name of the dashboard.
  const reachable = `http://localhost:${runtime.port}${oneClick.pathname}${oneClick.search}`;
  expect((await fetch(reachable, { method: 'POST', body: oneClickBody })).status).toBe(204);
  const { accounts } = await request('GET', '/me/notifications');
  expect(accounts).toMatchObject([{ alerts: false, digests: true }]);
  await request('PUT', '/me/notifications', { accountId, alerts: true, digests: true });
  await sendToQueue(runtime, 'AlertQueuesMailReportsQueue', buildBounce(email));
  const isStopped = async () => (await request('GET', '/me/notifications')).stopped;
  await expect.poll(isStopped, { timeout: 60_000 }).toMatchObject({ reason: 'bounce' });
  const again = await signIn(store, { personId, email });
  const started = await callAs(service.anonymous, again, accountId)('POST', '/me/notifications/start');
  expect(started.stopped).toBeNull();
}
