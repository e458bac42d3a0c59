import { z } from 'zod';
import { PICTURE_ID } from '../findings/picture.ts';
import { defineEndpoint } from './endpoint.ts';
import { EXAMPLE_PICTURE_ID, examplePictureLink } from './examples.ts';
import { scanParams } from './parts.ts';

/** Lifetime of a link to a picture, in seconds. */
export const PICTURE_LINK_SECONDS = 300;

/** A temporary link to a picture. */
const pictureLinkSchema = z
  .object({
    url: z
      .string()
      .meta({ format: 'uri', description: 'Fetch it without X-API-Key. The response is a WebP image.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When the link expires.' }),
  })
  .meta({ id: 'PictureLink', description: 'A temporary link to a picture.' });

const linkResponse = {
  content: { 'application/json': { schema: pictureLinkSchema, example: examplePictureLink } },
};

export const getPicture = defineEndpoint({
  operationId: 'get-picture',
  method: 'GET',
  path: '/scans/{scanId}/pictures/{pictureId}',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: 'Reports',
  summary: 'Returns a link to a picture of a finding',
  description:
    'Reports and lists of findings contain the ids of pictures. A picture shows an element and the area around it. All inputs are masked, and so are the elements that match `config.redactSelectors`.',
  request: {
    params: scanParams.extend({
      pictureId: z
        .string()
        .regex(PICTURE_ID)
        .meta({ description: 'Id of the picture.', example: EXAMPLE_PICTURE_ID }),
    }),
    query: z.strictObject({
      delivery: z.enum(['redirect']).optional().meta({
        description:
          '`redirect`: respond with a redirect to the picture. Many clients also send X-API-Key to the target of a redirect.',
      }),
    }),
  },
  responses: {
    200: { description: 'A link to the picture.', ...linkResponse },
    303: {
      description: `With \`delivery=redirect\`. \`Location\` is a link that expires after ${PICTURE_LINK_SECONDS / 60} minutes.`,
      headers: {
        Location: { description: 'The link.', schema: { type: 'string', format: 'uri' }, required: true },
      },
      ...linkResponse,
    },
  },
  problems: ['scan-not-found', 'picture-not-found'],
});
