import type { UnpackedChromium } from './chromium.ts';
import { ChromiumUnavailableError } from './chromium-unavailable.ts';
import { findUnpacked, unpackChromium } from './unpack.ts';
import { type CacheFolder, checkCacheFolder, listCacheFolders, prepareFolder } from './user-cache.ts';

/** Error codes: https://man7.org/linux/man-pages/man3/errno.3.html */
const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const notWritableCodes = new Set(['EROFS', 'EACCES', 'EPERM']);

/** By pack and folders, because several scans can begin at once in one process. */
const runningUnpacks = new Map<string, Promise<UnpackedChromium>>();

/**
 * Returns the packed Chromium from the user's cache. Unpacks it there if needed. Never uses a folder that other users
 * can write to. Also uses a read-only cache that already contains it, for example in a container image.
 * @throws ChromiumUnavailableError `cache-unusable` or `disk-full` with the reason for each folder that was tried
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
        `${folder.path} ${diskFullCodes.has(code) ? 'has no free space' : 'cannot be written'} (${code})`,
      );
    }
  }
  throw new ChromiumUnavailableError(
    full ? 'disk-full' : 'cache-unusable',
    `The browser cannot be unpacked: ${reasons.join('; ')}.`,
    'It needs 220 MB, once. Free disk space, or set A11Y_SCAN_CACHE=PATH to a folder that you own and that has enough.',
  );
}
