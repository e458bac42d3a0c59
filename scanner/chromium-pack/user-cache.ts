import { randomBytes } from 'node:crypto';
import { access, constants, lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** A folder that a user's things may be kept in. */
export interface CacheFolder {
  path: string;
  /** Named by the user, who answers for what it lies in. */
  isNamed: boolean;
}

/**
 * Where the browser may be unpacked for a user, best first: A11Y_SCAN_CACHE alone where it is set; else the user's
 * cache (https://specifications.freedesktop.org/basedir/latest/), and a folder of the user's among the temporary ones
 * for homes that cannot be written.
 */
export function listCacheFolders(env: Readonly<Record<string, string | undefined>>): CacheFolder[] {
  const named = env.A11Y_SCAN_CACHE;
  if (named) return [{ path: resolve(named), isNamed: true }];
  const xdg = env.XDG_CACHE_HOME ?? '';
  const home = findHomeFolder();
  // By the specification a relative path counts as none.
  const cache = isAbsolute(xdg) ? xdg : home === undefined ? undefined : join(home, '.cache');
  const folders = [join(tmpdir(), `a11y-scan-${process.getuid?.() ?? userInfo().username}`)];
  if (cache !== undefined) folders.unshift(join(cache, 'a11y-scan'));
  return folders.map((path) => ({ path, isNamed: false }));
}

/** A user that no system file knows, as in some containers, has no home. */
function findHomeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** Where a folder is, its symbolic links followed; or why nothing that lies in it may be executed, for people. */
export type FolderCheck = { real: string } | { fault: string };

/**
 * Whether what lies in a folder may be executed: somebody else could have put it there. Use the place that was judged
 * and not the path that was given: whoever made a link on that path could lead it elsewhere meanwhile.
 * @param uid of the user for whom it would be executed
 * @returns the place when only the user and root can write there
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

/** @param isParent whoever may write to a parent could replace the folder in it, unless it is sticky as /tmp is */
function findFolderFault(
  path: string,
  found: { uid: number; gid: number; mode: number; isDirectory(): boolean },
  uid: number,
  isParent: boolean,
): string | null {
  if (!found.isDirectory()) return `${path} is not a folder`;
  if (found.uid !== uid && found.uid !== 0) return `${path} belongs to another user`;
  if (isParent && found.mode & 0o1000) return null;
  // Where every user has a group of the same number, nobody else is in it.
  const isPrivateGroup = found.gid === uid && found.uid === uid;
  if (found.mode & 0o002 || (found.mode & 0o020 && !isPrivateGroup))
    return `${path} can be written by others`;
  return null;
}

/** Makes a folder, if need be, in which programs can be put and run; or says why that is not possible. */
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
    return { fault: `programs in ${path} may not be executed (mounted noexec)` };
  } finally {
    await rm(probe, { force: true });
  }
}
