/** How the binary of a pack is compressed. */
export type PackedBinary =
  /** Parts in order, inflated at once; each but the last inflates to `partSize` bytes. */
  | { codec: 'zstd'; parts: string[]; partSize: number }
  /** One file, inflated as a stream, and the SHA-256 of what comes out, hexadecimal. */
  | { codec: 'brotli'; file: string; digest: string };

/** Whom a pack is for, which decides where it is unpacked: a function of our own, or the machine of a user. */
export type PackUse = 'function' | 'command';

export interface PackManifest {
  use: PackUse;
  /** Version of the npm package @sparticuz/chromium; its major is Chromium's. */
  version: string;
  /** Version of axe-core. */
  axe: string;
  /** Length of the unpacked binary in bytes. */
  size: number;
  binary: PackedBinary;
}

export const MANIFEST_NAME = 'manifest.json';
/** Folder of the files that are shipped as they are: shared libraries, fonts, the software GPU. */
export const FILES_NAME = 'files';
/** axe-core's script, which runs in pages: it travels with the browser because a bundler would alter it. */
export const AXE_NAME = 'axe.min.js';
