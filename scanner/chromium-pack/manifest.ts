/** How the binary of a pack is compressed. */
export type PackedBinary =
  /** Parts in order, to be inflated in parallel. Each part except the last inflates to `partSize` bytes. */
  | { codec: 'zstd'; parts: string[]; partSize: number }
  /** One file, to be inflated as a stream. `digest`: SHA-256 of the inflated content, hexadecimal. */
  | { codec: 'brotli'; file: string; digest: string };

/** Where a pack is used, which decides where it is unpacked: in a Lambda function, or on a user's machine. */
export type PackUse = 'function' | 'command';

export interface PackManifest {
  use: PackUse;
  /** Version of the npm package @sparticuz/chromium. Its major version is that of Chromium. */
  version: string;
  /** Version of axe-core. */
  axe: string;
  /** Size of the unpacked binary in bytes. */
  size: number;
  binary: PackedBinary;
}

export const MANIFEST_NAME = 'manifest.json';
/** Folder of the files that are shipped uncompressed: shared libraries, fonts, the software GPU. */
export const FILES_NAME = 'files';
/** axe-core's script, which runs in pages. It is part of the pack because a bundler would change it. */
export const AXE_NAME = 'axe.min.js';
