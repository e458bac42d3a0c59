import { createHash } from 'node:crypto';

/** Who a person is to an identity provider. */
export interface Identity {
  /** The issuer of the provider (OpenID Connect Core 1.0, 2): a URL. */
  issuer: string;
  /** The subject: what the provider calls the person. It never changes. */
  subject: string;
}

/** Matches the issuer of the embedded runtime. A deployed stage refuses it, because it does not use https. */
const LOCAL_ISSUER = /^(http:\/\/127\.0\.0\.1):\d+$/;

/**
 * Returns the SHA-256 of an identity, hexadecimal. An issuer is a URL, so that it contains no line feed. The port of an
 * issuer of the embedded runtime does not count, because a later start on the same data may use another port.
 */
export function hashIdentity({ issuer, subject }: Identity): string {
  return createHash('sha256')
    .update(`${issuer.replace(LOCAL_ISSUER, '$1')}\n${subject}`)
    .digest('hex');
}
