import { z } from 'zod';
import { rotateKey } from '../../adapters/dynamodb/access.ts';
import {
  KEY_DAYS_DEFAULT,
  KEY_DAYS_MAX,
  type KeyRecord,
  keyRefusal,
  ROTATION_GRACE_HOURS_DEFAULT,
  ROTATION_GRACE_HOURS_MAX,
} from '../../core/access/key-record.ts';
import { command, keyId } from '../command.ts';
import { Failure, UsageError } from '../errors.ts';
import { oneLine, timeText } from '../terminal-text.ts';
import { expiryOf, newKeyValue, showValue } from './key-value.ts';
import { requireKey } from './require.ts';

const HOUR_MS = 3_600_000;

const schema = z
  .strictObject({
    key: keyId,
    graceHours: z.number().int().min(1).max(ROTATION_GRACE_HOURS_MAX).optional(),
    noGrace: z.boolean().default(false),
    expiresInDays: z.number().int().min(1).max(KEY_DAYS_MAX).default(KEY_DAYS_DEFAULT),
  })
  .refine((input) => !(input.noGrace && input.graceHours !== undefined), {
    path: ['noGrace'],
    message: 'and --grace-hours exclude each other',
  });

/** `key rotate` */
export const run = command(schema, async ({ store, by, now, apiUrl }, input) => {
  const key = await requireKey(store, input.key);
  if (keyRefusal(key, now) === 'key-revoked') {
    throw new UsageError(`the key ${key.keyId} is revoked for good; key create makes a new one`);
  }
  const graceUntil = input.noGrace
    ? undefined
    : graceEnd(key, input.graceHours ?? ROTATION_GRACE_HOURS_DEFAULT, now);
  const { apiKey, hash } = await newKeyValue(key.keyId);
  const expiresAt = expiryOf(now, input.expiresInDays);
  const to = { hash, expiresAt, ...(graceUntil === undefined ? {} : { graceUntil }) };
  if ((await rotateKey(store, key, to, await by(key.accountId), now)) === 'changed') {
    throw new Failure(
      `the key ${key.keyId} was changed by somebody else meanwhile; look at it and try again`,
    );
  }
  const old =
    graceUntil === undefined
      ? 'The old value no longer works.'
      : `The old value works until ${timeText(graceUntil)}.`;
  return {
    json: { keyId: key.keyId, apiKey, expiresAt, oldValueWorksUntil: graceUntil ?? null },
    text: [
      `Rotated the key ${oneLine(key.name)}: ${key.keyId}`,
      `${old} The new value:`,
      ...showValue({ apiKey, expiresAt }, apiUrl),
    ].join('\n'),
  };
});

/**
 * When the old value stops working: after the grace, but never later than it would have without the rotation.
 * Undefined when it has expired already, which a rotation must not undo.
 */
function graceEnd(key: KeyRecord, graceHours: number, now: Date): string | undefined {
  const end = Math.min(now.getTime() + graceHours * HOUR_MS, Date.parse(key.expiresAt));
  return end <= now.getTime() ? undefined : new Date(end).toISOString();
}
