import { z } from 'zod';
import { computeExpiry, getKeyRefusal, KEY_DAYS_MAX, type KeyRecord } from './key-record.ts';

/** How long the old value of a rotated key keeps working unless its rotator says otherwise, in hours. */
export const ROTATION_GRACE_HOURS_DEFAULT = 24;
export const ROTATION_GRACE_HOURS_MAX = 168;

const HOUR_MS = 3_600_000;

/** What is asked of whoever rotates a key. */
export const rotationRequestSchema = z.strictObject({
  /** Hours that the present value keeps working; 0 ends it at once. */
  graceHours: z.number().int().min(0).max(ROTATION_GRACE_HOURS_MAX).default(ROTATION_GRACE_HOURS_DEFAULT),
  /** Days that the new value lives; the key's own lifetime unless given. */
  expiresInDays: z.number().int().min(1).max(KEY_DAYS_MAX).optional(),
  /** Whether the value before the present one, if it still works, may end now. */
  endPrevious: z.boolean().default(false),
});

export type RotationRequest = z.output<typeof rotationRequestSchema>;

/** What a rotation does to a key, or why there can be none now. Times are RFC 3339 UTC. */
export type Rotation =
  | { refusal: 'key-revoked' }
  /** An earlier rotation promised that the value before the present one works until then. */
  | { refusal: 'previous-value-works'; until: string }
  /** When the new value expires; until when the present one works, undefined when it ends at once. */
  | { refusal: null; expiresAt: string; graceUntil?: string };

/**
 * When the value before the last rotation stops working, RFC 3339; null when it does not work now. With a key
 * that is revoked or expired no value works.
 */
export function getPreviousValueExpiry(key: KeyRecord, now: Date): string | null {
  const { previousHash, previousHashUntil } = key;
  if (previousHash === undefined || previousHashUntil === undefined || getKeyRefusal(key, now) !== null)
    return null;
  return Date.parse(previousHashUntil) > now.getTime() ? previousHashUntil : null;
}

/**
 * Decides on the rotation of a key. A key has two values at most, so a rotation ends the value before the present
 * one: while that one still works by an earlier promise, only `endPrevious` allows it.
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
 * When the present value stops working: after the grace, but neither later than it would have without the
 * rotation nor later than the key's new expiry, at which all its values end. Undefined when it has expired
 * already, which a rotation must not undo.
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
