import { z } from 'zod';
import { NAME_LENGTH_MAX } from '../name-length.ts';
import { isPlainText, NOT_PLAIN, toPlainText } from '../sites/plain-text.ts';

/** Maximum number of characters of an address (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const EMAIL_LENGTH_MAX = 254;

/** The name of a person, as the person chose it. */
export const personNameSchema = z.string().trim().min(1).max(NAME_LENGTH_MAX).refine(isPlainText, NOT_PLAIN);

/** An email address in ASCII that a caller gives, folded by `foldEmail`. */
export const emailSchema = z
  .string()
  .trim()
  .max(EMAIL_LENGTH_MAX)
  .transform(foldEmail)
  .pipe(z.email('must be an email address, such as name@example.com'));

/**
 * Returns an address with its ASCII letters in lower case. Addresses are equal if the results are equal. Other letters
 * do not change: by Unicode, the Kelvin sign becomes `k`, and another mailbox would match.
 */
export function foldEmail(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A person who has signed in, or whom an operator added. Times are RFC 3339 UTC. */
export interface Person {
  personId: string;
  name: string;
  /** The address that the identity provider verified at the latest sign-in; before it, what the operator entered. */
  email: string;
  /** Set until the first sign-in of a person whom an operator added: nobody has verified the address. */
  emailUnverified?: true;
  createdAt: string;
  /** Sessions that began at this time or earlier have ended. */
  sessionsEndedAt?: string;
}

/**
 * Returns the name of a person who signs in first.
 * @param name as the provider states it; without it, the name is the part of the address before the at sign
 */
export function deriveName(email: string, name = ''): string {
  const at = email.lastIndexOf('@');
  const shown = toPlainText(name) || toPlainText(at > 0 ? email.slice(0, at) : email);
  return toPlainText(shown.slice(0, NAME_LENGTH_MAX));
}
