import { z } from 'zod';
import { bindTo } from '../../adapters/bind-to.ts';
import { rotateKey } from '../../adapters/dynamodb/key-changes.ts';
import { hashSecret } from '../../adapters/keys/secret-checker.ts';
import { ROTATION_GRACE_HOURS_DEFAULT } from '../../core/access/key-limits.ts';
import { rotationRequestSchema } from '../../core/access/rotation.ts';
import { escapeLine } from '../../core/text/line.ts';
import { type ReissuedKey, reissueKey } from '../../use-cases/issue-key.ts';
import { defineCommand, formatTime, keyId } from '../command.ts';
import { Failure, UsageError } from '../errors.ts';
import { formatKeyValue } from './key-value.ts';
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
  const { keyId } = key;
  const request = {
    ...input,
    graceHours: input.grace ? (input.graceHours ?? ROTATION_GRACE_HOURS_DEFAULT) : 0,
  };
  const dependencies = { ...bindTo(store, { rotateKey }), hashSecret };
  const rotated = await reissueKey(dependencies, { by: await by(key.accountId), now, key, request });
  if (rotated.outcome !== 'rotated') throw createError(keyId, rotated);
  const { value: apiKey, expiresAt, graceUntil } = rotated;
  const old =
    graceUntil === undefined
      ? 'The old value no longer works.'
      : `The old value works until ${formatTime(graceUntil)}.`;
  return {
    json: { keyId, apiKey, expiresAt, oldValueWorksUntil: graceUntil ?? null },
    text: [
      `Rotated the key ${escapeLine(key.name)}: ${keyId}`,
      `${old} The new value:`,
      ...formatKeyValue({ apiKey, expiresAt }, apiUrl),
    ].join('\n'),
  };
});

function createError(keyId: string, failed: Exclude<ReissuedKey, { outcome: 'rotated' }>): Error {
  if (failed.outcome !== 'refused') {
    return new Failure(
      `the key ${keyId} was changed by someone else meanwhile; check it with key list and try again`,
    );
  }
  const { reason } = failed;
  if (reason.refusal === 'key-revoked')
    return new UsageError(`the key ${keyId} is revoked; create a new key with key create`);
  return new Failure(
    `the key ${keyId} was rotated recently and the value before that works until ${formatTime(reason.until)}; rotate it after that, or end that value now with --end-previous`,
  );
}
