import { createHash, randomBytes } from 'node:crypto';

const VALUE_BYTES = 32;
/** 256 bits in base64url. */
const VALUE_PATTERN = /^[\w-]{43}$/;

/** Returns a new value of a session: 256 random bits, base64url. The browser has it; the table has only its hash. */
export function createSessionValue(): string {
  return randomBytes(VALUE_BYTES).toString('base64url');
}

/** True if a text has the format of a session's value. */
export function isSessionValue(text: string): boolean {
  return VALUE_PATTERN.test(text);
}

/**
 * Returns the SHA-256 of a session's value, hexadecimal: the key of its item. A slow hash is not needed, because the
 * value has 256 random bits.
 */
export function hashSessionValue(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
