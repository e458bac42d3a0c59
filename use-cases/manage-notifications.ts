import type { PersonPrincipal } from '../core/access/principal.ts';
import type { MailKind, MailSettings } from '../core/mail/mail-settings.ts';
import type { MailState, NotificationChange, Notifications } from '../core/mail/notifications.ts';
import { isStopped, type StoppedAddress } from '../core/mail/stopped-address.ts';
import { Problem } from '../core/problems/problem.ts';
import { type GetMeDependencies, getMe } from './get-me.ts';

interface MailSettingsMember {
  personId: string;
  accountId: string;
}

export interface NotificationDependencies extends GetMeDependencies {
  findMailSettings(member: MailSettingsMember): Promise<MailSettings | undefined>;
  /** Sets which mails a member wants. Returns false if the person is not a member. */
  setMailKinds(member: MailSettingsMember, wanted: Partial<Record<MailKind, boolean>>): Promise<boolean>;
  findStoppedAddress(email: string): Promise<StoppedAddress | undefined>;
  /** Starts mail to an address again. Returns false if it was stopped after the address was confirmed. */
  startAddress(email: string, confirmedAt: string, now: Date): Promise<boolean>;
  /** Whether the service sends mail. */
  mail: MailState;
}

/** Returns what the signed-in person hears by mail. @throws Problem session-ended */
export async function getNotifications(
  dependencies: NotificationDependencies,
  principal: PersonPrincipal,
): Promise<Notifications> {
  const { person, accounts } = await getMe(dependencies, principal);
  const { personId, email } = person;
  const [found, ...settings] = await Promise.all([
    dependencies.findStoppedAddress(email),
    ...accounts.map(({ accountId }) => dependencies.findMailSettings({ personId, accountId })),
  ]);
  return {
    mail: dependencies.mail,
    email,
    stopped: isStopped(found) ? { reason: found.reason, at: found.at } : null,
    accounts: accounts.map(({ accountId, name }, index) => ({
      accountId,
      name,
      alerts: settings[index]?.alerts ?? true,
      digests: settings[index]?.digests ?? true,
    })),
  };
}

/** Sets which mails of an account the signed-in person wants. @throws Problem not-a-member or session-ended */
export async function setNotifications(
  dependencies: NotificationDependencies,
  principal: PersonPrincipal,
  { accountId, alerts, digests }: NotificationChange,
): Promise<Notifications> {
  const { accounts } = await getMe(dependencies, principal);
  const isMember = accounts.some((account) => account.accountId === accountId);
  const { personId } = principal;
  if (!isMember || !(await dependencies.setMailKinds({ personId, accountId }, { alerts, digests }))) {
    throw new Problem('not-a-member', 'The account does not exist, or you are not a member of it.');
  }
  return getNotifications(dependencies, principal);
}

/**
 * Starts mail to the address of the signed-in person again. The identity provider must have confirmed the address by a
 * sign-in after the mail was stopped. Without effect if the address gets mail.
 * @throws Problem sign-in-too-old or session-ended
 */
export async function startMailAgain(
  dependencies: NotificationDependencies,
  principal: PersonPrincipal,
  now: Date,
): Promise<Notifications> {
  const [person, session] = await Promise.all([
    dependencies.findPerson(principal.personId),
    dependencies.findSession(principal.sessionHash),
  ]);
  if (person === undefined || session === undefined) throw new Problem('session-ended');
  const { email } = person;
  if (isStopped(await dependencies.findStoppedAddress(email))) {
    const confirmedAt = session.email === email ? session.signedInAt : null;
    const isStarted = confirmedAt !== null && (await dependencies.startAddress(email, confirmedAt, now));
    if (!isStarted) {
      throw new Problem(
        'sign-in-too-old',
        'Mail to your address was stopped after your sign-in. Sign in again, which confirms the address, then repeat the call.',
      );
    }
  }
  return getNotifications(dependencies, principal);
}
