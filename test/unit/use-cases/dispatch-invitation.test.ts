import { expect, it, vi } from 'vitest';
import type { Delivery } from '../../../core/alerts/delivery.ts';
import type { StoredOutboxEntry } from '../../../core/alerts/outbox-entry.ts';
import type { SealedText } from '../../../core/alerts/sealed-text.ts';
import type { Invitation } from '../../../core/people/invitation.ts';
import { type DispatchEventsDependencies, dispatchEvents } from '../../../use-cases/dispatch-events.ts';

const now = new Date('2026-11-01T10:00:00Z');
const entry: StoredOutboxEntry = {
  entryId: 'outbox_1',
  accountId: 'acct_1',
  cause: {
    kind: 'member-invited',
    invitationId: 'invite_1',
    email: 'grace@example.com',
    link: { sealed: {} as SealedText['sealed'] },
  },
  at: now.toISOString(),
  correlationId: 'request',
};
const invitation: Invitation = {
  invitationId: 'invite_1',
  accountId: 'acct_1',
  email: 'grace@example.com',
  role: 'viewer',
  tokenHash: 'hash',
  invitedBy: 'person:one',
  createdAt: now.toISOString(),
  sentAt: now.toISOString(),
  expiresAt: '2026-11-08T10:00:00Z',
};

/** Dispatches the entry of an invitation, and returns what was done, in order. */
async function dispatch(
  ensureUser: DispatchEventsDependencies['ensureUser'],
  found: Invitation | null = invitation,
): Promise<{ done: string[]; warn: ReturnType<typeof vi.fn> }> {
  const done: string[] = [];
  const warn = vi.fn();
  const dependencies = {
    findOutboxEntry: async () => entry,
    storeEvents: async () => true,
    findInvitation: async () => found ?? undefined,
    findAccount: async () => ({ name: 'Example' }),
    listAllWebhooks: async () => [],
    readOrigin: async () => 'https://dashboard.example',
    ensureUser:
      ensureUser &&
      (async (email: string) => {
        done.push(`user ${email}`);
        return ensureUser(email);
      }),
    insertDelivery: async ({ channel }: Delivery) => done.push(`delivery ${JSON.stringify(channel)}`) > 0,
    sendDelivery: async () => undefined,
    deleteOutboxEntry: async () => {
      done.push('handled');
    },
    log: { info: () => undefined, warn },
  };
  const { entryId, accountId, correlationId } = entry;
  const message = { type: 'outbox-entry', entryId, accountId, correlationId } as const;
  await dispatchEvents(dependencies as unknown as DispatchEventsDependencies, message, now).catch((error) =>
    done.push(String(error)),
  );
  return { done, warn };
}

const delivery = `delivery ${JSON.stringify({ kind: 'mail', to: { email: invitation.email }, alertId: null })}`;

it('an invited person gets a user at the provider of identities before the mail with the link', async () => {
  const { done } = await dispatch(async () => 'ensured');
  expect(done).toEqual(['user grace@example.com', delivery, 'handled']);
});

it('an invitation stays in the outbox until its user could be made', async () => {
  const { done } = await dispatch(async () => {
    throw new Error('throttled');
  });
  expect(done).toEqual(['user grace@example.com', 'Error: throttled']);
});

it('an address that the pool does not accept is logged, without the address', async () => {
  const { done, warn } = await dispatch(async () => 'refused');
  expect(done).toEqual(['user grace@example.com', delivery, 'handled']);
  expect(warn).toHaveBeenCalledOnce();
  expect(JSON.stringify(warn.mock.calls)).not.toContain('grace');
});

it('no user is made for an invitation that is gone', async () => {
  const { done } = await dispatch(async () => 'ensured', null);
  expect(done).toEqual(['handled']);
});

it('no user is made if people sign in at another provider', async () => {
  expect((await dispatch(null)).done).toEqual([delivery, 'handled']);
});
