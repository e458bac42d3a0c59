import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { pictureSchema } from './picture.ts';

const DAY_MS = 24 * 3_600_000;

/** The scan that took a picture, and when. */
const takenBySchema = z.object({ scanId: createIdSchema('scan'), at: z.iso.datetime() });

/** A picture as a report shows it. */
export const reportPictureSchema = pictureSchema
  .extend({
    takenBy: takenBySchema.optional().meta({
      description:
        'The earlier scan that took the picture, and when: the finding has not changed since. Absent if this scan took it.',
    }),
  })
  .meta({ id: 'Picture', description: 'A picture of an element with its surroundings, in CSS pixels.' });
export type ReportPicture = z.infer<typeof reportPictureSchema>;

/** A picture as later scans know it. */
export const knownPictureSchema = pictureSchema.extend({
  takenBy: takenBySchema,
  /** The scan whose objects have the picture: the one that took it, or a later one that copied it. */
  storedWith: createIdSchema('scan'),
  /** See `hashMasking`. */
  masking: z.string(),
});
export type KnownPicture = z.infer<typeof knownPictureSchema>;

/** What decides whether a scan may show a picture of an earlier one. */
export interface PictureAge {
  /** See `hashMasking`. */
  masking: string;
  /** When the scan ended, RFC 3339. */
  endedAt: string;
  /** Days that pictures are kept. */
  retentionDays: number;
}

/** Whether a picture may be shown: it was masked as pictures are now, and is within its retention. */
export function isShowable(picture: KnownPicture, now: PictureAge): boolean {
  return picture.masking === now.masking && getAge(picture, now) <= now.retentionDays * DAY_MS;
}

/**
 * Whether no new picture needs to be taken. Half of the retention is left for scans to come: see `getFreshUntil`.
 */
export function isFresh(picture: KnownPicture, now: PictureAge): boolean {
  return picture.masking === now.masking && getAge(picture, now) <= (now.retentionDays * DAY_MS) / 2;
}

/** Until when all pictures that are fresh now are within their retention, RFC 3339. */
export function getFreshUntil({ endedAt, retentionDays }: PictureAge): string {
  return new Date(Date.parse(endedAt) + (retentionDays * DAY_MS) / 2).toISOString();
}

function getAge({ takenBy }: KnownPicture, { endedAt }: PictureAge): number {
  return Date.parse(endedAt) - Date.parse(takenBy.at);
}
