import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../problems/problem.ts';

const VERSION = 1;

/** The list that a cursor is valid for; it is invalid for every other list. */
export interface CursorScope {
  accountId: string;
  /** The account's cursor secret, base64url. */
  secret: string;
  /** Operation id of the listing call. */
  call: string;
  /** The filters of the list, path parameters included. The page size may change from call to call. */
  filters: Record<string, string | undefined>;
}

/**
 * Returns a cursor secret that is for one purpose only, base64url. Cursors of other purposes are invalid with it.
 * @param accountSecret the account's cursor secret
 */
export function deriveCursorSecret(accountSecret: string, purpose: string): string {
  return createHmac('sha256', Buffer.from(accountSecret, 'base64url')).update(purpose).digest('base64url');
}

const payloadSchema = z.object({ v: z.literal(VERSION), after: z.string() });

/**
 * Returns a cursor: base64url of the position, a dot, and an HMAC-SHA256 over account, call, filters and position.
 * @param after id of the last entry of the page
 */
export function encodeCursor(scope: CursorScope, after: string): string {
  const payload = Buffer.from(JSON.stringify({ v: VERSION, after })).toString('base64url');
  return `${payload}.${sign(scope, payload).toString('base64url')}`;
}

/**
 * Returns the position that a cursor encodes.
 * @throws Problem cursor-invalid if it was altered or made for another list
 */
export function decodeCursor(scope: CursorScope, cursor: string): string {
  const [payload, signature, ...rest] = cursor.split('.');
  if (!payload || !signature || rest.length > 0) throw createInvalidCursor();
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(scope, payload);
  // Decoding ignores stray characters and spare bits. Refuse every text that was not issued.
  const isCanonical = given.toString('base64url') === signature;
  if (!isCanonical || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw createInvalidCursor();
  const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!parsed.success) throw createInvalidCursor();
  return parsed.data.after;
}

function sign({ accountId, secret, call, filters }: CursorScope, payload: string): Buffer {
  const sorted = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(JSON.stringify([VERSION, accountId, call, sorted, payload]))
    .digest();
}

function createInvalidCursor(): Problem {
  return new Problem(
    'cursor-invalid',
    'Use nextCursor of the previous page, unchanged, with the same call and filters.',
    {
      errors: [{ path: 'query.cursor', message: 'is not a cursor of this list' }],
    },
  );
}
