import type { Contents } from './contents.ts';

/** How the binary of a pack is compressed. */
export type PackedBinary =
  /** Parts in order, to be inflated in parallel. Each part except the last inflates to `partSize` bytes. */
  | { codec: 'zstd'; parts: string[]; partSize: number }
  /** One file, to be inflated as a stream. */
  | { codec: 'brotli'; file: string };

/** Where a pack is used, which decides where it is unpacked: in a Lambda function, or on a user's machine. */
export type PackUse = 'function' | 'command';

export interface PackManifest {
  use: PackUse;
  /** Version of the npm package @sparticuz/chromium. Its major version is that of Chromium. */
  version: string;
  /** Version of axe-core. */
  axe: string;
  binary: PackedBinary;
  /**
   * The unpacked files, without those that unpacking generates. The browser can change the unpacked files, but not this
   * list, which stays beside the code.
   */
  contents: Contents;
}

/** Name of the unpacked binary. */
export const BINARY_NAME = 'chromium';

export const MANIFEST_NAME = 'manifest.json';
/** Folder of the files that are shipped uncompressed: shared libraries, fonts, the software GPU. */
export const FILES_NAME = 'files';
/** axe-core's script, which runs in pages. It is part of the pack because a bundler would change it. */
export const AXE_NAME = 'axe.min.js';
