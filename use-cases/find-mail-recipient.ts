import { canAccessSite } from '../core/access/principal.ts';
import type { Channel, Delivery } from '../core/alerts/delivery.ts';
import { getMailKind, type MailKind, type MailSettings } from '../core/mail/mail-settings.ts';
import { isStopped, type StoppedAddress } from '../core/mail/stopped-address.ts';
import { type Invitation, isInvitationOpen } from '../core/people/invitation.ts';
import { deriveInvitationId } from '../core/people/invitation-token.ts';
import type { Membership } from '../core/people/membership.ts';
import { emailSchema, type Person } from '../core/people/person.ts';

export interface FindRecipientDependencies {
  findAccount(accountId: string): Promise<{ cursorSecret: string; deletedAt?: string } | undefined>;
  findPerson(personId: string): Promise<Person | undefined>;
  findMembership(personId: string, accountId: string): Promise<Membership | undefined>;
  findInvitation(invitationId: string): Promise<Invitation | undefined>;
  findStoppedAddress(email: string): Promise<StoppedAddress | undefined>;
  /** Returns which mails a member wants; undefined if the person is not a member. */
  ensureMailSettings(member: { personId: string; accountId: string }): Promise<MailSettings | undefined>;
}

/** Who gets a mail. */
export interface MailRecipient {
  email: string;
  /** For mail that the person can switch off: which kind it is, and the settings with its secret. */
  unsubscribe: { kind: MailKind; settings: MailSettings } | null;
}

/** The recipient of a delivery, or why nobody gets it, for people. */
export type FoundRecipient = { recipient: MailRecipient } | { dropped: string };

const notAMember: FoundRecipient = { dropped: 'The person is not a member of the account any more.' };

/** Returns who gets a mail now. Memberships, settings and addresses may have changed since its event. */
export async function findMailRecipient(
  dependencies: FindRecipientDependencies,
  delivery: Pick<Delivery, 'accountId' | 'siteId' | 'content'>,
  channel: Extract<Channel, { kind: 'mail' }>,
  now: Date,
): Promise<FoundRecipient> {
  const account = await dependencies.findAccount(delivery.accountId);
  if (account === undefined || account.deletedAt !== undefined) {
    return { dropped: 'The account was deleted.' };
  }
  const found =
    'personId' in channel.to
      ? await findMember(dependencies, delivery, channel.to.personId, channel.alertId)
      : await findInvited(dependencies, account.cursorSecret, channel.to.email, now);
  if ('dropped' in found) return found;
  // An identity provider may allow what would be more than one address, or a header, in a mail.
  const address = emailSchema.safeParse(found.recipient.email);
  if (!address.success) return { dropped: 'Mail cannot be sent to this address.' };
  const stopped = await dependencies.findStoppedAddress(address.data);
  if (isStopped(stopped)) return { dropped: stopTexts[stopped.reason] };
  return { recipient: { ...found.recipient, email: address.data } };
}

async function findMember(
  { findMembership, findPerson, ensureMailSettings }: FindRecipientDependencies,
  { accountId, siteId, content }: Pick<Delivery, 'accountId' | 'siteId' | 'content'>,
  personId: string,
  alertId: string | null,
): Promise<FoundRecipient> {
  const [membership, person] = await Promise.all([findMembership(personId, accountId), findPerson(personId)]);
  if (membership === undefined || person === undefined) return notAMember;
  if (siteId !== null && !canAccessSite(membership, siteId)) {
    return { dropped: 'The person has no access to the site.' };
  }
  const { email, emailUnverified } = person;
  if (emailUnverified) {
    return { dropped: 'Nobody has confirmed the address: the person has not signed in yet.' };
  }
  const kind = getMailKind({ alertId, type: content.type });
  if (kind === null) return { recipient: { email, unsubscribe: null } };
  const settings = await ensureMailSettings({ personId, accountId });
  if (settings === undefined) return notAMember;
  if (!settings[kind]) return { dropped: `The person has switched off ${kind} of this account by mail.` };
  return { recipient: { email, unsubscribe: { kind, settings } } };
}

async function findInvited(
  { findInvitation }: FindRecipientDependencies,
  cursorSecret: string,
  email: string,
  now: Date,
): Promise<FoundRecipient> {
  const invitation = await findInvitation(deriveInvitationId(cursorSecret, email));
  if (invitation === undefined || !isInvitationOpen(invitation, now)) {
    return { dropped: 'The invitation was accepted or revoked, or has expired.' };
  }
  return { recipient: { email, unsubscribe: null } };
}

const stopTexts: Record<StoppedAddress['reason'], string> = {
  bounce: 'The address gets no mail, because its mail server refused an earlier mail for good.',
  complaint: 'The address gets no mail, because an earlier mail was reported as spam.',
};
