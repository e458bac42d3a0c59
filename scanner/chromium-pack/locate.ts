import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName } from './manifest.ts';
import { cacheDirectory, packChromium } from './pack.ts';
import { type UnpackedChromium, unpackChromium } from './unpack.ts';

export interface ChromiumLocation {
  /** Directory of the packed files; default: CHROMIUM_PACK_DIR, `chromium/` beside the bundle, a checkout's cache. */
  packDir?: string | undefined;
  /** Where to unpack; default: CHROMIUM_DIR, /tmp/chromium for a bundle, a checkout's cache. */
  unpackDir?: string | undefined;
}

/**
 * Finds, packs if need be (in a checkout only) and unpacks Chromium. The first call takes about a second, later
 * ones of any process nothing.
 */
export async function provideChromium(location: ChromiumLocation = {}): Promise<UnpackedChromium> {
  const beside = join(import.meta.dirname, 'chromium');
  const bundled = existsSync(join(beside, manifestName)) ? beside : undefined;
  const packDir = location.packDir ?? process.env.CHROMIUM_PACK_DIR ?? bundled ?? (await packChromium());
  const unpackDir =
    location.unpackDir ??
    process.env.CHROMIUM_DIR ??
    (bundled === undefined ? join(cacheDirectory, 'unpacked') : '/tmp/chromium');
  return unpackChromium(packDir, unpackDir);
}
