import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { UnpackedChromium } from './chromium.ts';
import { CHROMIUM_HINT, ChromiumUnavailableError } from './chromium-unavailable.ts';
import { AXE_NAME, MANIFEST_NAME } from './manifest.ts';
import { cacheDirectory, packChromium } from './pack.ts';
import { getTargetDirectory, readManifest, unpackChromium } from './unpack.ts';
import { unpackForUser } from './unpack-for-user.ts';

export interface ChromiumLocation {
  /**
   * Folder of the packed files. Default: CHROMIUM_PACK_DIR, else `chromium/` next to the bundle, else the checkout's
   * cache.
   */
  packDir?: string | undefined;
  /**
   * Where to unpack. Default: CHROMIUM_DIR; else /tmp/chromium in a function, the user's cache in the packaged
   * command, and the checkout's cache in a checkout.
   */
  unpackDir?: string | undefined;
  /** Path of an installed browser to use instead of the packed one. */
  executable?: string | undefined;
}

const beside = join(import.meta.dirname, 'chromium');
const isBundled = existsSync(join(beside, MANIFEST_NAME));

/**
 * Returns the packed Chromium, verified as of now. Packs it first if needed (only in a checkout), and unpacks it if it
 * is missing or has changed, which takes about one second.
 * @throws ChromiumUnavailableError if this machine cannot run it, or it cannot be unpacked
 */
export async function provideChromium(location: ChromiumLocation = {}): Promise<UnpackedChromium> {
  requirePlatform();
  const packDir = await packDirectory(location);
  const into = await unpackDirectory(packDir, location);
  return into === null ? unpackForUser(packDir) : unpackChromium(packDir, into);
}

/** Returns the folder of the unpacked Chromium, even if it does not exist yet; null if it is in the user's cache. */
export async function locateUnpacked(location: ChromiumLocation = {}): Promise<string | null> {
  const packDir = await packDirectory(location);
  const into = await unpackDirectory(packDir, location);
  return into && getTargetDirectory(await readManifest(packDir), into);
}

/** Returns the path and version of axe-core's script. */
export async function provideAxe(
  location: ChromiumLocation = {},
): Promise<{ axeScript: string; axeVersion: string }> {
  const packDir = await packDirectory(location);
  return { axeScript: join(packDir, AXE_NAME), axeVersion: (await readManifest(packDir)).axe };
}

async function unpackDirectory(packDir: string, { unpackDir }: ChromiumLocation): Promise<string | null> {
  const named = unpackDir ?? process.env.CHROMIUM_DIR;
  if (named !== undefined) return named;
  if (!isBundled) return join(cacheDirectory, 'unpacked');
  return (await readManifest(packDir)).use === 'function' ? '/tmp/chromium' : null;
}

async function packDirectory({ packDir }: ChromiumLocation): Promise<string> {
  const known = packDir ?? process.env.CHROMIUM_PACK_DIR ?? (isBundled ? beside : undefined);
  if (known !== undefined) return known;
  try {
    return await packChromium();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    const message = `No packed Chromium in ${beside}.`;
    throw new ChromiumUnavailableError('pack-missing', message, 'Install the package again.', error);
  }
}

/** The loader of programs that are linked against the GNU C library, like the packed browser. */
const LOADER = '/lib64/ld-linux-x86-64.so.2';

/**
 * @throws ChromiumUnavailableError unless this machine is Linux on x64 with the GNU C library, which the packed browser
 * needs
 */
export function requirePlatform(
  { platform, arch }: { platform: string; arch: string } = process,
  hasLoader: boolean = existsSync(LOADER),
): void {
  const isLinux = platform === 'linux' && arch === 'x64';
  if (isLinux && hasLoader) return;
  const here = isLinux ? 'this Linux has no GNU C library' : `this is ${platform} on ${arch}`;
  throw new ChromiumUnavailableError(
    'unsupported-platform',
    `The browser that comes with the package runs on Linux on x64 with the GNU C library; ${here}.`,
    CHROMIUM_HINT,
  );
}
