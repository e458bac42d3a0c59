/** What a packed Chromium directory says about itself, in `manifest.json`. */
export interface PackManifest {
  /** Version of the npm package @sparticuz/chromium; its major is Chromium's. */
  version: string;
  /** Version of axe-core. */
  axe: string;
  /** Length of the unpacked binary in bytes. */
  size: number;
  /** The binary's compressed parts in order; each but the last inflates to `partSize` bytes. */
  parts: string[];
  partSize: number;
}

export const manifestName = 'manifest.json';
/** Folder of the files that are shipped as they are: shared libraries, fonts, the software GPU. */
export const filesName = 'files';
/** axe-core's script, which runs in pages: it travels with the browser because a bundler would alter it. */
export const axeName = 'axe.min.js';
