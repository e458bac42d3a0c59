/** The bounds of pictures; all in one place, for each is part of what a scan costs. */
export const pictureLimits = {
  /** Pictures of one page. */
  perPage: 20,
  /** Bytes of one picture, and of all of one page. */
  bytesEach: 60_000,
  bytesPerPage: 600_000,
  /** CSS pixels that are shown around an element, where there is room. */
  margin: 80,
  /** CSS pixels of a picture; a larger element is shown with its upper left part. */
  width: { min: 320, max: 900 },
  height: { min: 200, max: 700 },
  /** By the wall clock: what part of the time that a page has is for its pictures, and of that for one step. */
  pageShare: 1 / 15,
  stepShare: 1 / 2,
  /** Milliseconds that are left to end the page. */
  reserveMs: 4_000,
  /** A page with more elements or frames is not gone through for what must be masked, and gets no picture. */
  elements: 20_000,
  frames: 50,
} as const;

/** How a picture is made smaller until it fits: WebP quality, and picture pixels for one CSS pixel. */
export const encodings = [
  { quality: 70, scale: 1 },
  { quality: 40, scale: 1 },
  { quality: 40, scale: 0.5 },
] as const;

/** A picture's bytes: WebP. */
export interface PictureFile {
  /** `pic_` and the SHA-256 of the bytes, so that equal pictures are one. */
  id: string;
  bytes: Uint8Array;
}
