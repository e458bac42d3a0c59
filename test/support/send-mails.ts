import { expect } from 'vitest';
import { buildBounce, getHeader, insertMail, listMails, sendToQueue, toMessage } from './mails.ts';
import type { OwnService } from './service.ts';
import { addMember, signIn } from './sign-in.ts';

/** Invites an address, sends a mail to a person, lets the person stop such mails, and reports a bounce. */
export async function sendMails(service: OwnService): Promise<void> {
  const { store, runtime } = service;
  const accountId = await service.account();
  const { cookie, personId, email } = await signIn(store);
  await addMember(store, personId, accountId);
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'A11y-Account': accountId };
  const request = async (method: string, path: string, body?: object) => {
    const options = { headers, ...(body && { body }) };
    const { status, json, text } = await service.anonymous.call(method, path, options);
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return json;
  };
  // On a busy machine the first attempt may get no response in time. The next one follows after minutes.
  const waitForMail = (to: string) =>
    expect.poll(() => listMails(runtime.mailsUrl, to), { timeout: 200_000, interval: 200 }).toHaveLength(1);
  const invited = 'invited@example.com';
  const { link } = await request('POST', '/invitations', { email: invited, role: 'viewer' });
  const toPerson = await insertMail(store, { accountId, to: { personId } });
  await sendToQueue(runtime, 'AlertQueuesMailsQueue', toMessage(toPerson));
  await waitForMail(email);
  await waitForMail(invited);
  const [toInvited] = await listMails(runtime.mailsUrl, invited);
  expect(toInvited?.body.text).toContain(link);
  const [mail] = await listMails(runtime.mailsUrl, email);
  const oneClick = new URL(getHeader(mail, 'List-Unsubscribe').slice(1, -1));
  expect(oneClick.origin).toBe(runtime.dashboardUrl);
  const oneClickBody = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(oneClick, { method: 'POST', body: oneClickBody })).status).toBe(204);
  const { accounts } = await request('GET', '/me/notifications');
  expect(accounts).toMatchObject([{ alerts: false, digests: true }]);
  await request('PUT', '/me/notifications', { accountId, alerts: true, digests: true });
  await sendToQueue(runtime, 'AlertQueuesMailReportsQueue', buildBounce(email));
  const isStopped = async () => (await request('GET', '/me/notifications')).stopped;
  await expect.poll(isStopped, { timeout: 60_000 }).toMatchObject({ reason: 'bounce' });
  const again = await signIn(store, { personId, email });
  const started = await service.anonymous.call('POST', '/me/notifications/start', {
    headers: { ...headers, Cookie: again.cookie },
  });
  expect([started.status, started.json.stopped]).toEqual([200, null]);
}
