/** The address of the person who administers the local service. */
export const ADMINISTRATOR_EMAIL = 'administrator@example.com';

/** An address whose local part begins with this text is not verified, to try what happens then. */
const UNVERIFIED = 'unverified';

/** Accepts what browsers accept as an email address: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Returns the address in a text, undefined if it is not an email address. */
export function parseEmail(text: string | null): string | undefined {
  const email = (text ?? '').trim().toLowerCase();
  return email.length <= 254 && EMAIL.test(email) ? email : undefined;
}

/**
 * Returns the claims of the person with an address. The subject is the address: oidc-provider issues the id of the
 * account as the subject, whatever these claims contain.
 */
export function getClaims(email: string) {
  const [name = email] = email.split('@');
  return {
    sub: email,
    email,
    email_verified: !name.startsWith(UNVERIFIED),
    name: name.charAt(0).toUpperCase() + name.slice(1),
  };
}
