import { PICTURE_BYTES_MAX, PICTURES_BYTES_MAX, PICTURES_PER_PAGE_MAX } from '../../core/findings/picture.ts';

/** All limits of pictures. Each affects the cost of a scan. */
export const pictureLimits = {
  perPage: PICTURES_PER_PAGE_MAX,
  bytesEach: PICTURE_BYTES_MAX,
  bytesPerPage: PICTURES_BYTES_MAX,
  /** CSS pixels that are shown around an element if the picture is large enough. */
  margin: 80,
  /** Size of a picture in CSS pixels. Of a larger element, the upper left part is shown. */
  width: { min: 320, max: 900 },
  height: { min: 200, max: 700 },
  /** Part of a page's wall-clock limit that is for its pictures, and part of that for one step. */
  pageShare: 1 / 15,
  stepShare: 1 / 2,
  /** Milliseconds that are reserved to finish the page. */
  reserveMs: 4_000,
  /** A page with more elements or frames is not searched for what must be masked, and gets no pictures. */
  elements: 20_000,
  frames: 50,
} as const;

/** Encodings to try until a picture is small enough: WebP quality, and picture pixels per CSS pixel. */
export const encodings = [
  { quality: 70, scale: 1 },
  { quality: 40, scale: 1 },
  { quality: 40, scale: 0.5 },
] as const;

/** A WebP picture. */
export interface PictureFile {
  /** `pic_` and the SHA-256 of the bytes, so that equal pictures have the same id. */
  id: string;
  bytes: Uint8Array;
}
