import { z } from 'zod';
import type { AlertMessage } from './message.ts';

const linkSchema = z.object({
  text: z.string().meta({ description: 'Text of the link.' }),
  url: z.string().meta({ description: 'Its URL.' }),
});

const entrySchema = z.object({
  title: z.string(),
  link: z.string().nullable(),
  facts: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      isCode: z.literal(true).optional().meta({ description: 'True for markup.' }),
    }),
  ),
  remedy: z.string().nullable().meta({ description: 'How to fix it; null if there is nothing to fix.' }),
});

/** A message to people in the format of the API: see `AlertMessage`. */
const alertMessageSchema: z.ZodType<AlertMessage> = z
  .object({
    title: z.string().meta({ description: 'Subject of the mail, and header in Slack.' }),
    intro: z.array(z.string()).meta({ description: 'Paragraphs that say what happened.' }),
    sections: z.array(
      z.object({
        heading: z.string(),
        entries: z.array(entrySchema),
        omitted: z.number().int().min(0).meta({ description: 'Number of entries that are not listed.' }),
      }),
    ),
    action: linkSchema.meta({ description: 'Where to see everything.' }),
    reason: z.string().meta({ description: 'Why the recipient gets the message.' }),
    settings: linkSchema.nullable().meta({ description: 'Where to change that.' }),
  })
  .meta({ id: 'AlertMessage', description: 'A message to people. All texts are plain text.' });

export const alertPreviewSchema = z
  .object({
    scanId: z.string().nullable().meta({
      description: 'The latest completed scan of the site; null if it has none.',
    }),
    messages: z.array(alertMessageSchema).meta({
      description:
        'What the messages of the alert about this scan look like; empty if the scan changed nothing that it is about.',
    }),
  })
  .meta({
    id: 'AlertPreview',
    description: 'What a message of an alert looks like, by the example of the latest scan of a site.',
  });
export type AlertPreview = z.infer<typeof alertPreviewSchema>;
