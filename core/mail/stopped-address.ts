import { createHash } from 'node:crypto';
import { foldEmail } from '../people/person.ts';

/** Why an address gets no mail any more. */
export const stopReasons = ['bounce', 'complaint'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Days for which it is remembered that mail to an address was started again, so that late reports do not stop it. */
export const RESTART_DAYS = 90;

/** An address that got no mail any more, of whatever account. Times are RFC 3339 UTC. */
export interface StoppedAddress {
  reason: StopReason;
  /** When the mail server refused a mail for good, or the recipient reported one as spam. */
  at: string;
  /** When the person started mail to the address again; absent while it is stopped. */
  startedAgainAt?: string;
}

/** A report of the mail service that ends mail to an address. */
export interface StopReport extends Pick<StoppedAddress, 'reason' | 'at'> {
  email: string;
  /** When the mail was sent that the report is about. */
  sentAt: string;
}

/** True if an address gets no mail. */
export function isStopped(found: StoppedAddress | undefined): found is StoppedAddress {
  return found !== undefined && found.startedAgainAt === undefined;
}

/** Returns the SHA-256 of an address, hexadecimal: the key of its item, which has no address in plain text. */
export function hashEmail(email: string): string {
  return createHash('sha256').update(foldEmail(email)).digest('hex');
}
