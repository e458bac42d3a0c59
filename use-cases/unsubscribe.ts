import { hashLinkSecret, isSameHash, type LinkLimiter } from '../core/access/link-secret.ts';
import type { MailKind, MailSettings } from '../core/mail/mail-settings.ts';
import { parseUnsubscribeToken } from '../core/mail/unsubscribe-token.ts';
import { Problem } from '../core/problems/problem.ts';
import { createLinkRateProblem } from './create-link-rate-problem.ts';

export interface UnsubscribeDependencies {
  guard: LinkLimiter;
  findMailSettings(member: { personId: string; accountId: string }): Promise<MailSettings | undefined>;
  switchMailOff(settings: MailSettings, kind: MailKind): Promise<void>;
}

/** Compared with if there are no settings, so that the work is the same. */
const noHash = '0'.repeat(64);

/**
 * Switches off one kind of mail from an account, for the person whose mail has the token. Repeated calls are safe.
 * @throws Problem unsubscribe-link-invalid, the same for a wrong token and for a person who has left the account;
 *   rate-limited
 */
export async function unsubscribe(
  { guard, findMailSettings, switchMailOff }: UnsubscribeDependencies,
  { token, sourceIp, now }: { token: string; sourceIp: string; now: Date },
): Promise<void> {
  const parts = parseUnsubscribeToken(token);
  if (parts === null) throw new Problem('unsubscribe-link-invalid');
  const { kind, secret, personId, accountId } = parts;
  const tokenHash = hashLinkSecret(secret);
  const presented = { subject: `${personId} ${accountId}`, tokenHash, sourceIp, now };
  if (!guard.mayCheck(presented)) throw createLinkRateProblem();
  const settings = await findMailSettings({ personId, accountId });
  const isRight = isSameHash(settings === undefined ? noHash : hashLinkSecret(settings.secret), tokenHash);
  if (settings === undefined || !isRight) {
    guard.addWrong(presented);
    throw new Problem('unsubscribe-link-invalid');
  }
  if (!guard.addRight(presented)) throw createLinkRateProblem();
  if (settings[kind]) await switchMailOff(settings, kind);
}
