import { z } from 'zod';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
const ID_BODY = `[${ALPHABET}]{${TIME_LENGTH + RANDOM_LENGTH}}`;

/** The prefixes of ids, one for each kind of object. */
export type IdPrefix =
  | 'acct'
  | 'site'
  | 'scan'
  | 'apikey'
  | 'audit'
  | 'chunk'
  | 'supp'
  | 'person'
  | 'session'
  | 'invite'
  | 'share'
  | 'schedule'
  | 'decision'
  | 'outbox'
  | 'event'
  | 'webhook'
  | 'alert'
  | 'delivery';

/**
 * Returns a new id: prefix, underscore, and 26 characters of lower-case Crockford base 32. These are 48 bits of time in
 * milliseconds, then 80 random bits (the layout of a ULID, https://github.com/ulid/spec). So ids with the same prefix
 * sort by their creation time.
 */
export function createId(prefix: IdPrefix, now: Date): string {
  return `${prefix}_${encodeTime(now.getTime())}${createRandomBody()}`;
}

/**
 * Returns the lower bound of all ids with this prefix that are created at or after `at`, for range queries. Ids cannot
 * represent times before 1970, when no id was created.
 */
export function buildFirstIdAt(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${encodeTime(Math.max(0, at.getTime()))}${ALPHABET[0]?.repeat(RANDOM_LENGTH)}`;
}

/**
 * Returns a zod schema that accepts exactly the ids with one prefix. Its message says what is wrong with other text.
 */
export function createIdSchema(prefix: IdPrefix) {
  return z.string().regex(new RegExp(`^${prefix}_${ID_BODY}$`), {
    error: ({ input }) => describeIdFault(prefix, String(input)),
  });
}

/**
 * Says why a text is not an id with a prefix. Does not repeat the text, which may be a key that was pasted by mistake.
 */
function describeIdFault(prefix: IdPrefix, text: string): string {
  const length = TIME_LENGTH + RANDOM_LENGTH;
  if (!text.startsWith(`${prefix}_`)) return `must be an id that begins with ${prefix}_`;
  const body = text.slice(prefix.length + 1);
  return body.length === length
    ? `must have only digits and lower-case letters other than i, l, o and u after ${prefix}_`
    : `must have ${length} characters after ${prefix}_, not ${body.length}`;
}

function encodeTime(milliseconds: number): string {
  let rest = milliseconds;
  let text = '';
  for (let i = 0; i < TIME_LENGTH; i++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/**
 * Returns an id that sorts by a time, as `createId` does, and is derived from bytes otherwise: the same time and bytes
 * give the same id. @param bytes at least 16, such as a digest
 */
export function buildDerivedId(prefix: IdPrefix, at: Date, bytes: Uint8Array): string {
  return `${prefix}_${encodeTime(at.getTime())}${encodeBytes(bytes.slice(0, RANDOM_LENGTH))}`;
}

/** Returns the body of an id that is derived from bytes instead of time. @param bytes at least 26 */
export function encodeIdBody(bytes: Uint8Array): string {
  return encodeBytes(bytes.slice(0, TIME_LENGTH + RANDOM_LENGTH));
}

function createRandomBody(): string {
  return encodeBytes(crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH)));
}

function encodeBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % 32]).join('');
}
