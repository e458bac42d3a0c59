import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 24 characters of base 62 are 142 random bits. With id and checksum they stay well under the 72 bytes of bcrypt. */
const SECRET_LENGTH = 24;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = /^key_([0-9a-hjkmnp-tv-z]{26})_([0-9A-Za-z]{24})([0-9A-Za-z]{6})$/;

/** The largest multiple of 62 that a byte can hold. Bytes from here on would make some characters more likely. */
const UNBIASED_BYTES = 248;

/** The parts of an API key: the id of its record, and the secret. The record holds the bcrypt hash of the secret. */
export interface ApiKeyParts {
  /** `apikey_…`: identifies the key in the API and the audit log. Not a secret. */
  keyId: string;
  secret: string;
}

/** Returns a new secret of 142 random bits. */
export function createSecret(): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(SECRET_LENGTH))) {
      if (byte < UNBIASED_BYTES && secret.length < SECRET_LENGTH) secret += BASE62[byte % 62];
    }
  }
  return secret;
}

/**
 * Builds the value that a caller sends as `X-API-Key`: `key_<id>_<secret><checksum>`. The checksum is the CRC-32 of
 * everything before it. With it, the service detects a typing error before it reads the table, and a secret scanner can
 * distinguish a leaked key from similar text.
 */
export function formatApiKey({ keyId, secret }: ApiKeyParts): string {
  const body = `key_${keyId.slice('apikey_'.length)}_${secret}`;
  return body + computeChecksum(body);
}

/** Returns the parts of a key's value, or null if the value is malformed or its checksum is wrong. */
export function parseApiKey(value: string): ApiKeyParts | null {
  const match = KEY_PATTERN.exec(value);
  if (!match) return null;
  const [, id, secret, givenChecksum] = match as unknown as [string, string, string, string];
  const body = `key_${id}_${secret}`;
  return computeChecksum(body) === givenChecksum ? { keyId: `apikey_${id}`, secret } : null;
}

function computeChecksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
