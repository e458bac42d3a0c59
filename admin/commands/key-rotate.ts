import { z } from 'zod';
import { rotateKey } from '../../adapters/dynamodb/access.ts';
import {
  planRotation,
  ROTATION_GRACE_HOURS_DEFAULT,
  rotationRequestSchema,
} from '../../core/access/rotation.ts';
import { escapeLine } from '../../core/text/line.ts';
import { defineCommand, formatTime, keyId } from '../command.ts';
import { Failure, UsageError } from '../errors.ts';
import { createKeyValue, formatKeyValue } from './key-value.ts';
import { requireKey } from './require.ts';

const schema = rotationRequestSchema
  .extend({
    key: keyId,
    graceHours: rotationRequestSchema.shape.graceHours.unwrap().min(1).optional(),
    grace: z.boolean().default(true),
  })
  .refine((input) => input.grace || input.graceHours === undefined, {
    path: ['grace'],
    message: 'and --grace-hours exclude each other',
  });

/** `key rotate` */
export const run = defineCommand(schema, async ({ store, by, now, apiUrl }, input) => {
  const key = await requireKey(store, input.key);
  const graceHours = !input.grace ? 0 : (input.graceHours ?? ROTATION_GRACE_HOURS_DEFAULT);
  const rotation = planRotation(key, { ...input, graceHours }, now);
  if (rotation.refusal === 'key-revoked') {
    throw new UsageError(`the key ${key.keyId} is revoked; create a new key with key create`);
  }
  if (rotation.refusal === 'previous-value-works') {
    throw new Failure(
      `the key ${key.keyId} was rotated recently and the value before that works until ${formatTime(rotation.until)}; rotate it after that, or end that value now with --end-previous`,
    );
  }
  const { expiresAt, graceUntil } = rotation;
  const { apiKey, hash } = await createKeyValue(key.keyId);
  const to = { hash, expiresAt, ...(graceUntil === undefined ? {} : { graceUntil }) };
  if ((await rotateKey(store, key, to, await by(key.accountId), now)) === 'changed') {
    throw new Failure(
      `the key ${key.keyId} was changed by someone else meanwhile; check it with key list and try again`,
    );
  }
  const old =
    graceUntil === undefined
      ? 'The old value no longer works.'
      : `The old value works until ${formatTime(graceUntil)}.`;
  return {
    json: { keyId: key.keyId, apiKey, expiresAt, oldValueWorksUntil: graceUntil ?? null },
    text: [
      `Rotated the key ${escapeLine(key.name)}: ${key.keyId}`,
      `${old} The new value:`,
      ...formatKeyValue({ apiKey, expiresAt }, apiUrl),
    ].join('\n'),
  };
});
