import { z } from 'zod';

/** Which findings pictures are taken of: those of which the baseline has no picture to show, all, or none. */
export const screenshotModes = ['new', 'all', 'none'] as const;
export type ScreenshotMode = (typeof screenshotModes)[number];

/** The form of a picture's id: the SHA-256 of its bytes, so that equal pictures are one. */
export const PICTURE_ID = /^pic_[0-9a-f]{64}$/;

/** A picture of an element with its surroundings: a WebP image in the bucket. Sizes in CSS pixels. */
export const pictureSchema = z.object({
  id: z.string().regex(PICTURE_ID),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  /** Where the element is within the picture. */
  element: z.object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int().min(0),
    height: z.number().int().min(0),
  }),
});
export type Picture = z.infer<typeof pictureSchema>;
