import { z } from 'zod';

/** The findings that pictures are taken of: those without a usable picture in the baseline (`new`), all, or none. */
export const screenshotModes = ['new', 'all', 'none'] as const;
export type ScreenshotMode = (typeof screenshotModes)[number];

/** The format of a picture id: the SHA-256 of its bytes, so that equal pictures have one id. */
export const PICTURE_ID = /^pic_[0-9a-f]{64}$/;

/** Maximum number of pictures of one page. */
export const PICTURES_PER_PAGE_MAX = 20;
/** Maximum bytes of one picture, and of all pictures of one page. */
export const PICTURE_BYTES_MAX = 60_000;
export const PICTURES_BYTES_MAX = 600_000;

/** A picture of an element and the area around it: a WebP image in the bucket. Sizes in CSS pixels. */
export const pictureSchema = z.object({
  id: z.string().regex(PICTURE_ID),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
  /** The rectangle of the element within the picture. */
  element: z.object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int().min(0),
    height: z.number().int().min(0),
  }),
});
export type Picture = z.infer<typeof pictureSchema>;
