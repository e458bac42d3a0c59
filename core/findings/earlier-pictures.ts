import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { pictureSchema } from './picture.ts';

const DAY_MS = 24 * 3_600_000;

/** The scan that took a picture, and when. */
const takenBySchema = z.object({ scanId: createIdSchema('scan'), at: z.iso.datetime() });

/** A picture in a report. */
export const reportPictureSchema = pictureSchema
  .extend({
    takenBy: takenBySchema.optional().meta({
      description:
        'The earlier scan that took the picture, and when. The finding has not changed since. Absent if this scan took it.',
    }),
  })
  .meta({ id: 'Picture', description: 'A picture of an element and the area around it, in CSS pixels.' });
export type ReportPicture = z.infer<typeof reportPictureSchema>;

/** A picture in the state that is stored for later scans. */
export const knownPictureSchema = pictureSchema.extend({
  takenBy: takenBySchema,
  /** The scan whose objects include the picture: the scan that took it, or a later scan that copied it. */
  storedWith: createIdSchema('scan'),
  /** See `hashMasking`. */
  masking: z.string(),
});
export type KnownPicture = z.infer<typeof knownPictureSchema>;

/** Decides whether a scan may show a picture of an earlier scan. */
export interface PictureAge {
  /** See `hashMasking`. */
  masking: string;
  /** When the scan ended, RFC 3339. */
  endedAt: string;
  /** Retention of pictures in days. */
  retentionDays: number;
}

/** True if a picture may be shown: its masking is the current one, and it is within its retention. */
export function isShowable(picture: KnownPicture, now: PictureAge): boolean {
  return picture.masking === now.masking && getAge(picture, now) <= now.retentionDays * DAY_MS;
}

/**
 * True if no new picture is needed. The second half of the retention is reserved for later scans: see `getFreshUntil`.
 */
export function isFresh(picture: KnownPicture, now: PictureAge): boolean {
  return picture.masking === now.masking && getAge(picture, now) <= (now.retentionDays * DAY_MS) / 2;
}

/** Returns the time until which all currently fresh pictures are within their retention, RFC 3339. */
export function getFreshUntil({ endedAt, retentionDays }: PictureAge): string {
  return new Date(Date.parse(endedAt) + (retentionDays * DAY_MS) / 2).toISOString();
}

function getAge({ takenBy }: KnownPicture, { endedAt }: PictureAge): number {
  return Date.parse(endedAt) - Date.parse(takenBy.at);
}
