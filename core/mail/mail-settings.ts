import { DIGEST_TYPE } from '../alerts/digest.ts';

/** The mails that a member can switch off. Others, such as invitations, are sent in any case. */
export const mailKinds = ['alerts', 'digests'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Which mails a member gets from an account. Without settings, a member gets all. */
export interface MailSettings extends Record<MailKind, boolean> {
  personId: string;
  accountId: string;
  /** Secret of the links with which the person switches mails off without a sign-in: 256 random bits, base64url. */
  secret: string;
}

/**
 * Returns which of the mails that can be switched off a mail is; null for one that is sent in any case.
 * @param alertId the alert that sends it; null if no alert does
 */
export function getMailKind({ alertId, type }: { alertId: string | null; type: string }): MailKind | null {
  if (alertId === null) return null;
  return type === DIGEST_TYPE ? 'digests' : 'alerts';
}
