import type { UnpackedChromium } from './chromium.ts';
import { ChromiumUnavailableError } from './chromium-unavailable.ts';
import { findUnpacked, unpackChromium } from './unpack.ts';
import { type CacheFolder, checkCacheFolder, listCacheFolders, prepareFolder } from './user-cache.ts';

/** https://man7.org/linux/man-pages/man3/errno.3.html */
const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const notWritableCodes = new Set(['EROFS', 'EACCES', 'EPERM']);

/** By pack and folders: several scans begin at once in one process. */
const runningUnpacks = new Map<string, Promise<UnpackedChromium>>();

/**
 * Unpacks a packed Chromium once into the user's cache, or finds it there. A folder that others can write to is never
 * used. A read-only cache that holds it already, as an image of a container may, serves as well.
 * @throws ChromiumUnavailableError `cache-unusable` or `disk-full` with the reason of every folder that was tried
 */
export function unpackForUser(
  packDir: string,
  folders: CacheFolder[] = listCacheFolders(process.env),
  unpack: typeof unpackChromium = unpackChromium,
): Promise<UnpackedChromium> {
  const key = JSON.stringify([packDir, folders]);
  const running = runningUnpacks.get(key);
  if (running !== undefined) return running;
  const work = findOrUnpack(packDir, folders, unpack).finally(() => runningUnpacks.delete(key));
  runningUnpacks.set(key, work);
  return work;
}

async function findOrUnpack(
  packDir: string,
  folders: CacheFolder[],
  unpack: typeof unpackChromium,
): Promise<UnpackedChromium> {
  for (const folder of folders) {
    const check = await checkCacheFolder(folder);
    if ('fault' in check) continue;
    const found = await findUnpacked(packDir, check.real);
    if (found !== null) return found;
  }
  const reasons: string[] = [];
  let full = false;
  for (const folder of folders) {
    const prepared = await prepareFolder(folder);
    if ('fault' in prepared) {
      reasons.push(prepared.fault);
      continue;
    }
    try {
      return await unpack(packDir, prepared.real);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!diskFullCodes.has(code) && !notWritableCodes.has(code)) throw error;
      full ||= diskFullCodes.has(code);
      reasons.push(
        `${folder.path} ${diskFullCodes.has(code) ? 'has no room' : 'cannot be written'} (${code})`,
      );
    }
  }
  throw new ChromiumUnavailableError(
    full ? 'disk-full' : 'cache-unusable',
    `The browser cannot be unpacked: ${reasons.join('; ')}.`,
    'It takes 220 MB, once. Make room, or name a folder of your own where there is some: A11Y_SCAN_CACHE=PATH.',
  );
}
