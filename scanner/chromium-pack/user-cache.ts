import { randomBytes } from 'node:crypto';
import { access, constants, lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** A folder that may serve as the user's cache. */
export interface CacheFolder {
  path: string;
  /** True if the user named it. The user is then responsible for its parent folders. */
  isNamed: boolean;
}

/**
 * Returns the folders where the browser may be unpacked for a user, best first. If A11Y_SCAN_CACHE is set, only that
 * folder. Otherwise the user's cache (https://specifications.freedesktop.org/basedir/latest/), then a folder of the
 * user in the system's temporary folder, in case the home folder is not writable.
 */
export function listCacheFolders(env: Readonly<Record<string, string | undefined>>): CacheFolder[] {
  const named = env.A11Y_SCAN_CACHE;
  if (named) return [{ path: resolve(named), isNamed: true }];
  const xdg = env.XDG_CACHE_HOME ?? '';
  const home = findHomeFolder();
  // By the specification, a relative path must be ignored.
  const cache = isAbsolute(xdg) ? xdg : home === undefined ? undefined : join(home, '.cache');
  const folders = [join(tmpdir(), `a11y-scan-${process.getuid?.() ?? userInfo().username}`)];
  if (cache !== undefined) folders.unshift(join(cache, 'a11y-scan'));
  return folders.map((path) => ({ path, isNamed: false }));
}

/** Returns the home folder; undefined if the system does not know the user, as in some containers. */
function findHomeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/**
 * `real`: the path of the folder with symbolic links resolved. `fault`: why programs in it must not be executed, as a
 * text for users.
 */
export type FolderCheck = { real: string } | { fault: string };

/**
 * Checks if programs in a folder may be executed. They must not be if another user could have put them there. The
 * caller must use the returned path, not the given one, because the owner of a symbolic link on the given path could
 * change it after the check.
 * @param uid id of the user who executes the programs
 * @returns the real path if only the user and root can write there
 */
export async function checkCacheFolder(
  { path, isNamed }: CacheFolder,
  uid: number = process.getuid?.() ?? 0,
): Promise<FolderCheck> {
  try {
    const real = await realpath(path);
    const own = findFolderFault(real, await lstat(real), uid, false);
    if (own !== null) return { fault: own };
    if (isNamed) return { real };
    for (let at = dirname(real); ; at = dirname(at)) {
      const fault = findFolderFault(at, await lstat(at), uid, true);
      if (fault !== null) return { fault };
      if (at === dirname(at)) return { real };
    }
  } catch (error) {
    return { fault: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

/**
 * Returns why other users could change the content of a folder; null if they cannot.
 * @param isParent true for a parent folder. A user who can write to it could replace the folder, unless the parent has
 * the sticky bit, like /tmp.
 */
function findFolderFault(
  path: string,
  found: { uid: number; gid: number; mode: number; isDirectory(): boolean },
  uid: number,
  isParent: boolean,
): string | null {
  if (!found.isDirectory()) return `${path} is not a folder`;
  if (found.uid !== uid && found.uid !== 0) return `${path} belongs to another user`;
  if (isParent && found.mode & 0o1000) return null;
  // If the group has the same id as the user, it is the user's private group without other members.
  const isPrivateGroup = found.gid === uid && found.uid === uid;
  if (found.mode & 0o002 || (found.mode & 0o020 && !isPrivateGroup))
    return `${path} can be written by other users`;
  return null;
}

/** Creates a folder if needed, and checks that programs can be written and executed there. Returns the fault if not. */
export async function prepareFolder(folder: CacheFolder): Promise<FolderCheck> {
  const { path } = folder;
  const name = `.probe.${process.pid}.${randomBytes(4).toString('hex')}`;
  let probe: string;
  let check: FolderCheck;
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    check = await checkCacheFolder(folder);
    if ('fault' in check) return check;
    probe = join(check.real, name);
    await writeFile(probe, '', { mode: 0o700, flag: 'wx' });
  } catch (error) {
    return { fault: `${path} cannot be written (${(error as NodeJS.ErrnoException).code})` };
  }
  try {
    await access(probe, constants.X_OK);
    return check;
  } catch {
    return { fault: `programs in ${path} cannot be executed (mounted noexec)` };
  } finally {
    await rm(probe, { force: true });
  }
}
