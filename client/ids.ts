import { InvalidOptionError } from './errors.ts';

/**
 * Returns an id that can be used as a segment of a path.
 * @throws InvalidOptionError if it has characters that no id has, or is too long
 */
export function validateId(text: string): string {
  if (/^[\w-]{1,200}$/.test(text)) return text;
  const message = 'An id has letters, digits and underscores only, such as site_… and scan_….';
  throw new InvalidOptionError('id', message);
}

/**
 * Returns an idempotency key that can be sent as a header.
 * @throws InvalidOptionError if it cannot
 */
export function validateIdempotencyKey(key: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key;
  const message = 'An idempotency key has 1 to 255 visible ASCII characters, with spaces only between them.';
  throw new InvalidOptionError('idempotencyKey', message);
}
