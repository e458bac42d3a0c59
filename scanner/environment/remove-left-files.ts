import { randomUUID } from 'node:crypto';
import { chmod, lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * Removes everything in a folder that belongs to this user, as earlier chunks left it, for example the folders of a
 * killed run. No process may write to the folder meanwhile.
 * @param kept path of a folder that stays, with the folders above it
 * @throws errors of the file system
 */
export async function removeLeftFiles(folder: string, kept: string | null): Promise<void> {
  // Without these permissions all later chunks would fail. If the folder belongs to the platform, it is not changed.
  await chmod(folder, 0o700).catch(() => undefined);
  for (const name of await readdir(folder, { encoding: 'buffer' })) {
    const path = join(resolve(folder), name.toString());
    const entry = joinBytes(folder, name);
    const isKept = kept !== null && `${resolve(kept)}/`.startsWith(`${path}/`);
    const { uid, ...found } = await lstat(entry).then((stat) => ({
      uid: stat.uid,
      isFolder: stat.isDirectory(),
    }));
    if (isKept && found.isFolder) {
      if (path !== resolve(kept)) await removeLeftFiles(path, kept);
    } else if (uid === (process.getuid?.() ?? uid)) await removeTree(entry);
  }
}

/**
 * Removes a file, or a folder with everything in it, also if a hostile process has made it: names that are not valid
 * UTF-8, folders without permissions, and folders nested so deeply that no system call accepts their path.
 * @throws errors of the file system
 */
export async function removeTree(path: string | Buffer): Promise<void> {
  const top = Buffer.from(path);
  if (!(await lstat(top)).isDirectory()) return unlink(top);
  const parent = dirname(top.toString());
  const folders = [top];
  for (const folder of folders) {
    await chmod(folder, 0o700);
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
      const child = joinBytes(folder, entry.name);
      if (entry.isDirectory()) {
        const moved = Buffer.from(join(parent, `removed-${randomUUID()}`));
        // Moving a folder writes to it.
        await chmod(child, 0o700);
        await rename(child, moved);
        folders.push(moved);
      } else await unlink(child);
    }
    await rmdir(folder);
  }
}

function joinBytes(folder: string | Buffer, name: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(folder), Buffer.from('/'), name]);
}
