/** A picture's bytes: WebP. */
export interface PictureFile {
  /** `pic_` and the SHA-256 of the bytes, so that equal pictures are one. */
  id: string;
  bytes: Uint8Array;
}
