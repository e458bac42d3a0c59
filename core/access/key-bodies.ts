import { z } from 'zod';
import { KEY_DAYS_DEFAULT, ROTATION_GRACE_HOURS_DEFAULT } from './key-limits.ts';
import { keyRequestSchema } from './key-record.ts';
import { rotationRequestSchema } from './rotation.ts';

/** Bodies of the calls that manage keys. The schemas are those of the administrator's commands. */

const { name, description, role, expiresInDays, siteIds } = keyRequestSchema.shape;
const described = {
  name: name.meta({ description: 'Display name of the key.' }),
  description: description.unwrap().meta({ description: 'What the key is for.' }),
};

export const createKeySchema = z
  .strictObject({
    name: described.name,
    description: described.description.default(''),
    role: role
      .default('viewer')
      .meta({ description: 'Role of the key. It must not have more permissions than your own role.' }),
    expiresInDays: expiresInDays.meta({
      description: `Days after which a value of the key expires; ${KEY_DAYS_DEFAULT} by default.`,
    }),
    siteIds: siteIds.meta({
      description: 'Ids of the sites that the key is limited to; all sites by default.',
    }),
  })
  .meta({ id: 'CreateApiKey', description: 'A new API key.' });
export type CreateKey = z.output<typeof createKeySchema>;

export const updateKeySchema = z
  .strictObject({ name: described.name.optional(), description: described.description.optional() })
  .refine((change) => Object.keys(change).length > 0, 'must have name or description')
  .meta({ id: 'UpdateApiKey', description: 'A change of an API key.' });
export type UpdateKey = z.output<typeof updateKeySchema>;

const rotation = rotationRequestSchema.shape;
export const rotateKeySchema = z
  .strictObject({
    graceHours: rotation.graceHours.meta({
      description: `Hours for which the current value goes on working, but not after its expiry; 0 ends it at once. ${ROTATION_GRACE_HOURS_DEFAULT} by default.`,
    }),
    expiresInDays: rotation.expiresInDays.meta({
      description: 'Days after which the new value expires; `lifetimeDays` of the key by default.',
    }),
    endPrevious: rotation.endPrevious.meta({
      description: 'Whether to end the value before the current one, if that value still works.',
    }),
  })
  .meta({ id: 'RotateApiKey', description: 'A rotation of an API key.' });
