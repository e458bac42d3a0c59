import { createHash } from 'node:crypto';

/** Who a person is to an identity provider. */
export interface Identity {
  /** The issuer of the provider (OpenID Connect Core 1.0, 2): a URL. */
  issuer: string;
  /** The subject: what the provider calls the person. It never changes. */
  subject: string;
}

/** Returns the SHA-256 of an identity, hexadecimal. An issuer is a URL, so that it contains no line feed. */
export function hashIdentity({ issuer, subject }: Identity): string {
  return createHash('sha256').update(`${issuer}\n${subject}`).digest('hex');
}
