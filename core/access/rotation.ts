import { z } from 'zod';
import { KEY_DAYS_MAX, ROTATION_GRACE_HOURS_DEFAULT, ROTATION_GRACE_HOURS_MAX } from './key-limits.ts';
import { computeExpiry, getKeyRefusal, type KeyRecord } from './key-record.ts';

const HOUR_MS = 3_600_000;

/** Input for the rotation of a key. */
export const rotationRequestSchema = z.strictObject({
  /** Hours that the current value keeps working; 0 ends it at once. */
  graceHours: z.number().int().min(0).max(ROTATION_GRACE_HOURS_MAX).default(ROTATION_GRACE_HOURS_DEFAULT),
  /** Lifetime of the new value in days; defaults to the lifetime of the key. */
  expiresInDays: z.number().int().min(1).max(KEY_DAYS_MAX).optional(),
  /** Whether the rotation may end the value before the current one, if that value still works. */
  endPrevious: z.boolean().default(false),
});

export type RotationRequest = z.output<typeof rotationRequestSchema>;

/** The result of a rotation, or why the key cannot be rotated now. Times are RFC 3339 UTC. */
export type Rotation =
  | { refusal: 'key-revoked' }
  /** After an earlier rotation, the value before the current one works until this time. */
  | { refusal: 'previous-value-works'; until: string }
  /** When the new value expires, and until when the current one works; undefined if that one ends at once. */
  | { refusal: null; expiresAt: string; graceUntil?: string };

/**
 * Returns when the value before the last rotation expires, RFC 3339; null if it does not work now. No value of a
 * revoked or expired key works.
 */
export function getPreviousValueExpiry(key: KeyRecord, now: Date): string | null {
  const { previousHash, previousHashUntil } = key;
  if (previousHash === undefined || previousHashUntil === undefined || getKeyRefusal(key, now) !== null)
    return null;
  return Date.parse(previousHashUntil) > now.getTime() ? previousHashUntil : null;
}

/**
 * Plans the rotation of a key. A key has at most two values, so a rotation ends the value before the current one. While
 * that value still works, only `endPrevious` allows the rotation.
 */
export function planRotation(key: KeyRecord, request: RotationRequest, now: Date): Rotation {
  if (key.revokedAt !== undefined) return { refusal: 'key-revoked' };
  const until = getPreviousValueExpiry(key, now);
  if (until !== null && !request.endPrevious) return { refusal: 'previous-value-works', until };
  const expiresAt = computeExpiry(now, request.expiresInDays ?? key.lifetimeDays);
  const graceUntil = computeGraceEnd(key, request.graceHours, expiresAt, now);
  return { refusal: null, expiresAt, ...(graceUntil === undefined ? {} : { graceUntil }) };
}

/**
 * Returns when the current value stops working: at the end of the grace period, but not after its own expiry, and not
 * after the new expiry of the key, at which all values end. Undefined if the value has expired already: a rotation must
 * not make it work again.
 */
function computeGraceEnd(
  key: KeyRecord,
  graceHours: number,
  newExpiry: string,
  now: Date,
): string | undefined {
  const end = Math.min(
    now.getTime() + graceHours * HOUR_MS,
    Date.parse(key.expiresAt),
    Date.parse(newExpiry),
  );
  return end <= now.getTime() ? undefined : new Date(end).toISOString();
}
