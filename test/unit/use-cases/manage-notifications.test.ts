import { beforeEach, describe, expect, it } from 'vitest';
import type { PersonPrincipal } from '../../../core/access/principal.ts';
import type { MailSettings } from '../../../core/mail/mail-settings.ts';
import type { StoppedAddress } from '../../../core/mail/stopped-address.ts';
import type { Session } from '../../../core/people/session.ts';
import {
  getNotifications,
  type NotificationDependencies,
  setNotifications,
  startMailAgain,
} from '../../../use-cases/manage-notifications.ts';

const now = new Date('2026-11-27T10:00:00.000Z');
const EMAIL = 'ada@example.com';
const principal: PersonPrincipal = {
  kind: 'person',
  personId: 'person_1',
  sessionId: 'session_1',
  sessionHash: 'hash',
  signedInAt: null,
  sourceIp: '192.0.2.1',
};

let session: Session;
let stopped: StoppedAddress | undefined;
let settings: MailSettings | undefined;
let dependencies: NotificationDependencies;
beforeEach(() => {
  stopped = undefined;
  settings = undefined;
  session = {
    sessionId: 'session_1',
    personId: 'person_1',
    email: EMAIL,
    createdAt: now.toISOString(),
    lastSeenAt: now.toISOString(),
    signedInAt: '2026-11-27T09:58:00.000Z',
    endsAt: now.toISOString(),
    browser: '',
  };
  dependencies = {
    mail: 'on',
    findPerson: async () => ({
      personId: 'person_1',
      name: 'Ada',
      email: EMAIL,
      createdAt: now.toISOString(),
    }),
    findSession: async () => session,
    findAccount: async () => ({ name: 'Example Ltd' }),
    listMemberships: async () => [
      { accountId: 'acct_1', personId: 'person_1', role: 'viewer', joinedAt: now.toISOString() },
    ],
    findMailSettings: async () => settings,
    setMailKinds: async (member, wanted) => {
      settings = { ...member, alerts: true, digests: true, secret: 'secret', ...wanted };
      return true;
    },
    findStoppedAddress: async () => stopped,
    startAddress: async (_, confirmedAt, at) => {
      if (stopped === undefined || confirmedAt <= stopped.at) return false;
      stopped = { ...stopped, startedAgainAt: at.toISOString() };
      return true;
    },
  };
});

describe('the notifications of a person', () => {
  it('are all on before the person has chosen, and say if mail is off', async () => {
    expect(await getNotifications({ ...dependencies, mail: 'off' }, principal)).toEqual({
      mail: 'off',
      email: EMAIL,
      stopped: null,
      accounts: [{ accountId: 'acct_1', name: 'Example Ltd', alerts: true, digests: true }],
    });
  });

  it('are as the person has set them, without the secret of the links', async () => {
    const change = { accountId: 'acct_1', alerts: false, digests: true };
    const view = await setNotifications(dependencies, principal, change);
    expect(view.accounts).toEqual([{ name: 'Example Ltd', ...change }]);
    expect(JSON.stringify(view)).not.toContain('secret');
  });

  it('cannot be set for an account of which the person is not a member', async () => {
    const change = { accountId: 'acct_2', alerts: false, digests: true };
    await expect(setNotifications(dependencies, principal, change)).rejects.toMatchObject({
      code: 'not-a-member',
    });
    dependencies.setMailKinds = async () => false;
    await expect(
      setNotifications(dependencies, principal, { ...change, accountId: 'acct_1' }),
    ).rejects.toMatchObject({ code: 'not-a-member' });
    expect(settings).toBeUndefined();
  });
});

describe('mail to a stopped address', () => {
  it('starts again if a sign-in confirmed the address after the stop', async () => {
    stopped = { reason: 'bounce', at: '2026-11-27T09:50:00.000Z' };
    expect((await getNotifications(dependencies, principal)).stopped).toEqual(stopped);
    expect((await startMailAgain(dependencies, principal, now)).stopped).toBeNull();
  });

  it.each([
    ['the sign-in was before the stop', { signedInAt: '2026-11-27T09:49:00.000Z' }],
    ['the provider does not say when the sign-in was', { signedInAt: null }],
    ['the sign-in was with another address', { email: 'other@example.com' }],
  ])('does not start again if %s', async (_, change) => {
    stopped = { reason: 'complaint', at: '2026-11-27T09:50:00.000Z' };
    session = { ...session, ...change };
    await expect(startMailAgain(dependencies, principal, now)).rejects.toMatchObject({
      code: 'sign-in-too-old',
    });
    expect((await getNotifications(dependencies, principal)).stopped).not.toBeNull();
  });

  it('that is not stopped stays as it is', async () => {
    expect((await startMailAgain(dependencies, principal, now)).stopped).toBeNull();
    expect(stopped).toBeUndefined();
  });
});
