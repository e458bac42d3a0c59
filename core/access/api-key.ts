import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 24 characters of base 62 are 142 random bits, and with id and checksum well under bcrypt's 72 bytes. */
const SECRET_LENGTH = 24;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = /^key_([0-9a-hjkmnp-tv-z]{26})_([0-9A-Za-z]{24})([0-9A-Za-z]{6})$/;

/** The largest multiple of 62 that a byte can hold; bytes above it would favour some characters. */
const UNBIASED_BYTES = 248;

/** The parts of an API key: the id of its record and the secret whose bcrypt hash the record holds. */
export interface ApiKeyParts {
  /** `apikey_…`: how the API and the audit log call the key; never a secret. */
  keyId: string;
  secret: string;
}

/** A new secret of 142 random bits. */
export function newSecret(): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(SECRET_LENGTH))) {
      if (byte < UNBIASED_BYTES && secret.length < SECRET_LENGTH) secret += BASE62[byte % 62];
    }
  }
  return secret;
}

/**
 * The value that a caller sends as `X-API-Key`: `key_<id>_<secret><checksum>`. The checksum is the CRC-32 of
 * all that precedes it, so that a typing error is recognised before any read and a secret scanner can tell a
 * leaked key from a look-alike.
 */
export function formatApiKey({ keyId, secret }: ApiKeyParts): string {
  const body = `key_${keyId.slice('apikey_'.length)}_${secret}`;
  return body + computeChecksum(body);
}

/** The parts of a key's value, or null when it does not have the form of a key or its checksum is wrong. */
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
