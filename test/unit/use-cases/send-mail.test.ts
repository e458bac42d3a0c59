import { expect, it } from 'vitest';
import { buildDelivery } from '../../../core/alerts/build-delivery.ts';
import type { Delivery } from '../../../core/alerts/delivery.ts';
import type { Mail } from '../../../core/mail/mail.ts';
import { type SendMailDependencies, sendMail } from '../../../use-cases/send-mail.ts';
import { sampleMessages } from '../../support/sample-messages.ts';

const begin = new Date('2026-11-27T10:00:00.000Z');
const later = (minutes: number) => new Date(begin.getTime() + minutes * 60_000);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Returns dependencies with one delivery to a member, and the mails that were sent. */
function prepare(given: Partial<SendMailDependencies> = {}) {
  let stored: Delivery = buildDelivery(
    {
      accountId: 'acct_1',
      siteId: null,
      channel: { kind: 'mail', to: { personId: 'person_1' }, alertId: null },
      content: { kind: 'message', eventId: 'event_1', type: 'test', message: sampleMessages.test },
      correlationId: 'one',
      at: begin.toISOString(),
    },
    begin,
  );
  const sent: Mail[] = [];
  const dependencies: SendMailDependencies = {
    findDelivery: async () => stored,
    replaceDelivery: async (before, after) => {
      if (before.attemptCount !== stored.attemptCount || before.state !== stored.state) return false;
      stored = after;
      return true;
    },
    unsealLink: async () => '',
    findAccount: async () => ({ cursorSecret: '' }),
    findPerson: async () => ({ personId: 'person_1', name: 'Ada', email: 'ada@example.com', createdAt: '' }),
    findMembership: async () => ({
      personId: 'person_1',
      accountId: 'acct_1',
      role: 'viewer',
      joinedAt: '',
    }),
    findInvitation: async () => undefined,
    findStoppedAddress: async () => undefined,
    countInvitationMail: async () => 1,
    ensureMailSettings: async () => undefined,
    readOrigin: async () => 'https://scans.example.com',
    render: () => ({ subject: 's', text: 't', html: 'h' }),
    send: async (mail) => {
      sent.push(mail);
      return { kind: 'accepted', messageId: 'm' };
    },
    countMail: () => undefined,
    log,
    ...given,
  };
  return { dependencies, sent, read: () => stored };
}

it('a mail whose function is killed before SES accepts it is sent when the claim has ended', async () => {
  const { dependencies, sent, read } = prepare();
  const killed = { ...dependencies, send: () => Promise.reject(new Error('killed')) };
  await expect(sendMail(killed, 'delivery_1', begin)).rejects.toThrow('killed');
  await sendMail(dependencies, 'delivery_1', later(4));
  expect(sent).toEqual([]);
  await sendMail(dependencies, 'delivery_1', later(5));
  expect(sent).toHaveLength(1);
  expect(read()).toMatchObject({ state: 'delivered', attemptCount: 2 });
});

it('a mail whose function is killed after SES accepted it is repeated once, with the same id', async () => {
  const { dependencies, sent, read } = prepare();
  let writes = 0;
  const killed: SendMailDependencies = {
    ...dependencies,
    replaceDelivery: (before, after) => {
      writes += 1;
      return writes === 2 ? Promise.reject(new Error('killed')) : dependencies.replaceDelivery(before, after);
    },
  };
  await expect(sendMail(killed, 'delivery_1', begin)).rejects.toThrow('killed');
  for (const minutes of [5, 6, 60]) await sendMail(dependencies, 'delivery_1', later(minutes));
  const ids = sent.map(({ headers }) => headers.find(({ name }) => name === 'A11y-Delivery')?.value);
  expect(ids).toEqual([read().deliveryId, read().deliveryId]);
});

it('a mail that kills every function ends as failed', async () => {
  const { dependencies, sent, read } = prepare();
  const killing: SendMailDependencies = {
    ...dependencies,
    render: () => {
      throw new Error('killed');
    },
  };
  for (let time = 0; time < 20; time++) {
    await sendMail(killing, 'delivery_1', later(5 * time)).catch(() => undefined);
  }
  expect(read()).toMatchObject({ state: 'failed', attemptCount: 8 });
  expect(read().attempts.at(-1)?.failure).toBe('All attempts to send the mail crashed.');
  expect(sent).toEqual([]);
});

it('an address that is more than an address gets no mail', async () => {
  for (const email of ['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', 'A <a@b.c>']) {
    const person = { personId: 'person_1', name: 'Ada', email, createdAt: '' };
    const { dependencies, sent, read } = prepare({ findPerson: async () => person });
    await sendMail(dependencies, 'delivery_1', begin);
    expect(sent).toEqual([]);
    expect(read()).toMatchObject({ state: 'dropped' });
  }
});

it('an address is sent without the spaces and line breaks around it', async () => {
  const person = { personId: 'person_1', name: 'Ada', email: ' ada@example.com\r\n', createdAt: '' };
  const { dependencies, sent } = prepare({ findPerson: async () => person });
  await sendMail(dependencies, 'delivery_1', begin);
  expect(sent.map(({ to }) => to)).toEqual(['ada@example.com']);
});

it('a person whom an operator added gets no mail before the first sign-in, which confirms the address', async () => {
  const person = { personId: 'person_1', name: 'Ada', email: 'ada@example.com', createdAt: '' };
  const { dependencies, sent, read } = prepare({
    findPerson: async () => ({ ...person, emailUnverified: true }),
  });
  await sendMail(dependencies, 'delivery_1', begin);
  expect(sent).toEqual([]);
  expect(read()).toMatchObject({
    state: 'dropped',
    attempts: [{ failure: 'Nobody has confirmed the address: the person has not signed in yet.' }],
  });
});
