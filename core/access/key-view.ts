import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { getKeyRefusal, type KeyRecord } from './key-record.ts';
import { formatKeyPrefix } from './key-text.ts';
import { roleNames } from './roles.ts';
import { getPreviousValueExpiry } from './rotation.ts';

const time = z.iso.datetime();

/** An API key, as the API shows it: never its value, and no hash. */
export const keyViewSchema = z
  .object({
    keyId: createIdSchema('apikey').meta({ description: 'Id of the key.' }),
    name: z.string().meta({ description: 'Display name of the key.' }),
    description: z.string().meta({ description: 'What the key is for; empty if nobody said it.' }),
    role: z.enum(roleNames).meta({ description: 'Role of the key.' }),
    siteIds: z
      .array(createIdSchema('site'))
      .nullable()
      .meta({ description: 'Ids of the sites that the key is limited to; null for all sites.' }),
    prefix: z.string().meta({ description: 'The part of the value that is not secret: `key_<id>_…`.' }),
    status: z
      .enum(['active', 'expired', 'revoked'])
      .meta({ description: 'Whether calls with the key are accepted. An expired key can be rotated.' }),
    createdAt: time.meta({ description: 'Time of the creation.' }),
    createdBy: z
      .object({
        id: createIdSchema('person').meta({ description: 'Id of the person.' }),
        name: z.string().meta({ description: 'Name of the person at the time of the creation.' }),
      })
      .nullable()
      .meta({ description: 'The person who created the key; null if an operator of the service did.' }),
    lifetimeDays: z.number().int().meta({
      description: 'Days after which a new value of the key expires, unless a rotation says otherwise.',
    }),
    expiresAt: time.meta({ description: 'Time at which the value of the key expires.' }),
    revokedAt: time
      .nullable()
      .meta({ description: 'Time of the revocation; null if the key is not revoked.' }),
    lastUsedAt: time.nullable().meta({
      description: 'Time of the last call with the key, with any of its values; null if it was not used.',
    }),
    previousValue: z
      .object({
        worksUntil: time.meta({ description: 'Time at which it stops working.' }),
        lastUsedAt: time.nullable().meta({
          description: 'Time of the last call with it since the rotation; null if it was not used.',
        }),
      })
      .nullable()
      .meta({ description: 'The value before the last rotation, while it works; null after that.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its value.' });
export type KeyView = z.infer<typeof keyViewSchema>;

/** A revoked key, with what it leaves behind. */
export const revokedKeySchema = z
  .object({
    ...keyViewSchema.shape,
    webhooks: z
      .array(
        z.object({
          id: createIdSchema('webhook').meta({ description: 'Id of the endpoint.' }),
          url: z.string().meta({ description: 'Where events are sent.' }),
        }),
      )
      .meta({
        description:
          'Endpoints of webhooks that the key created. They still get events; each can be deleted.',
      }),
  })
  .meta({ id: 'RevokedApiKey', description: 'A revoked API key, with the endpoints that it created.' });
export type RevokedKey = z.infer<typeof revokedKeySchema>;

/** How often calls with a key were refused for one reason in one hour. */
const keyRefusalCountSchema = z.object({
  hour: time.meta({ description: 'Start of the hour.' }),
  reason: z.string().meta({ description: 'Code of the problem, or `wrong-secret` for a wrong value.' }),
  count: z
    .number()
    .int()
    .meta({ description: 'Number of calls; in a flood of refused calls it is a lower bound.' }),
});
export type KeyRefusalCount = z.infer<typeof keyRefusalCountSchema>;

/** Maximum number of entries in `refusals`. */
export const REFUSALS_SHOWN_MAX = 100;

/** A key with its refused calls. */
export const keyDetailSchema = z
  .object({
    ...keyViewSchema.shape,
    refusals: z.array(keyRefusalCountSchema).meta({
      description: `Refused calls with the key by hour and reason, newest first; at most ${REFUSALS_SHOWN_MAX} entries.`,
    }),
  })
  .meta({ id: 'ApiKeyDetail', description: 'An API key with its refused calls, without its value.' });
export type KeyDetail = z.infer<typeof keyDetailSchema>;

/** A key with its new value. */
export const keyWithValueSchema = z
  .object({
    key: keyViewSchema,
    value: z
      .string()
      .meta({ description: 'The value. The service does not store it, so no other response contains it.' }),
  })
  .meta({ id: 'ApiKeyWithValue', description: 'An API key with its new value.' });
export type KeyWithValue = z.infer<typeof keyWithValueSchema>;

/** When a key was used. Times are RFC 3339 UTC; null for never. */
export interface KeyUse {
  lastUsedAt: string | null;
  /** Last call with the value before the last rotation, since that rotation. */
  previousLastUsedAt: string | null;
}

/** The use of a key that has just been created. */
export const unusedKey: KeyUse = { lastUsedAt: null, previousLastUsedAt: null };

/** Returns the view of a key. */
export function toKeyView(key: KeyRecord, use: KeyUse, now: Date): KeyView {
  const { keyId, name, description, role, createdAt, createdBy, lifetimeDays, expiresAt } = key;
  const worksUntil = getPreviousValueExpiry(key, now);
  return {
    keyId,
    name,
    description,
    role,
    siteIds: key.siteIds ?? null,
    prefix: formatKeyPrefix(keyId),
    status: getKeyStatus(key, now),
    createdAt,
    createdBy: createdBy === undefined ? null : { id: createdBy.personId, name: createdBy.name },
    lifetimeDays,
    expiresAt,
    revokedAt: key.revokedAt ?? null,
    lastUsedAt: use.lastUsedAt,
    previousValue: worksUntil === null ? null : { worksUntil, lastUsedAt: use.previousLastUsedAt },
  };
}

/** Returns whether calls with a key are accepted. */
function getKeyStatus(key: KeyRecord, now: Date): KeyView['status'] {
  const refusal = getKeyRefusal(key, now);
  if (refusal === null) return 'active';
  return refusal === 'key-expired' ? 'expired' : 'revoked';
}
