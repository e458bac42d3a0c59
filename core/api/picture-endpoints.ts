import { z } from 'zod';
import { PICTURE_ID } from '../findings/picture.ts';
import { defineEndpoint } from './endpoint.ts';
import { EXAMPLE_PICTURE_ID, examplePictureLink } from './examples.ts';
import { scanParams } from './parts.ts';

/** How long a link to a picture works, in seconds. */
export const PICTURE_LINK_SECONDS = 300;

/** Where a picture can be had for a few minutes. */
const pictureLinkSchema = z
  .object({
    url: z
      .string()
      .meta({ format: 'uri', description: 'Fetch it without X-API-Key; it answers with a WebP image.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When the link stops working.' }),
  })
  .meta({ id: 'PictureLink', description: 'Where a picture can be fetched for a few minutes.' });

const linkResponse = {
  content: { 'application/json': { schema: pictureLinkSchema, example: examplePictureLink } },
};

export const getPicture = defineEndpoint({
  operationId: 'get-picture',
  method: 'GET',
  path: '/scans/{scanId}/pictures/{pictureId}',
  permission: 'scans:read',
  principals: ['key'],
  tag: 'Reports',
  summary: 'Answers with a link to a picture of a finding',
  description:
    'Findings of a report and of a list name their pictures. A picture shows an element with its surroundings; every input is masked, and so is what `config.redactSelectors` names.',
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
          '`redirect`: answer with a redirect to the picture. Many clients send X-API-Key on to the target of a redirect.',
      }),
    }),
  },
  responses: {
    200: { description: 'A link to the picture.', ...linkResponse },
    303: {
      description: `With \`delivery=redirect\`. \`Location\` is a link that works for ${PICTURE_LINK_SECONDS / 60} minutes.`,
      headers: {
        Location: { description: 'The link.', schema: { type: 'string', format: 'uri' }, required: true },
      },
      ...linkResponse,
    },
  },
  problems: ['scan-not-found', 'picture-not-found'],
});
