import { z } from 'zod';
import { revokeKey } from '../../adapters/dynamodb/key-changes.ts';
import { escapeLine } from '../../core/text/line.ts';
import { defineCommand, formatTime, keyId } from '../command.ts';
import { requireKey } from './require.ts';

const schema = z.strictObject({ key: keyId });

/** `key revoke`. A second call changes nothing. */
export const run = defineCommand(schema, async ({ store, by, now }, input) => {
  const key = await requireKey(store, input.key);
  const outcome = await revokeKey(store, key, await by(key.accountId), now);
  const revokedAt =
    outcome === 'revoked' ? now.toISOString() : ((await requireKey(store, key.keyId)).revokedAt ?? null);
  const name = `${escapeLine(key.name)}: ${key.keyId}`;
  return {
    json: { keyId: key.keyId, revokedAt },
    text:
      outcome === 'revoked'
        ? `Revoked the key ${name}\nCalls with it are refused from now on. Scans that it started continue.`
        : `The key was already revoked${revokedAt === null ? '' : `, on ${formatTime(revokedAt)}`}: ${name}`,
  };
});
