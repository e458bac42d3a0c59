import { InvalidOptionError } from './errors.ts';

/**
 * An id as a segment of a path, where nothing but it may stand.
 * @throws InvalidOptionError if it has more than an id can have
 */
export function validateId(text: string): string {
  if (/^[\w-]{1,200}$/.test(text)) return text;
  const message = 'An id has letters, digits and underscores only, such as site_… and scan_….';
  throw new InvalidOptionError('id', message);
}

/**
 * An idempotency key as its header can carry it.
 * @throws InvalidOptionError if the header cannot
 */
export function validateIdempotencyKey(key: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key;
  const message = 'An idempotency key has 1 to 255 visible ASCII characters, with spaces only between them.';
  throw new InvalidOptionError('idempotencyKey', message);
}
