import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** Returns a new secret of a link, 256 random bits in base64url, and the hash that the table stores. */
export function createLinkSecret(): { secret: string; tokenHash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, tokenHash: hashLinkSecret(secret) };
}

/**
 * Returns the SHA-256 of the secret of a link, hexadecimal. A slow hash is not needed, because the secret has 256
 * random bits.
 */
export function hashLinkSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The secret of a link, as a stranger presents it. */
export interface PresentedLink {
  /** Id of what the link is for. */
  subject: string;
  /** SHA-256 of the secret. */
  tokenHash: string;
  /** Address that the call came from. */
  sourceIp: string;
  now: Date;
}

/** Limits the calls of strangers with links. */
export interface LinkLimiter {
  /** True if a link may be checked. */
  mayCheck(link: PresentedLink): boolean;
  /** Counts a call with a right link. Returns false if there are too many calls. */
  addRight(link: PresentedLink): boolean;
  addWrong(link: PresentedLink): void;
}

/** True if two hashes are equal. Takes the same time whether they are or not. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
