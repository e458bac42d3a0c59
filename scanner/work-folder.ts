import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where work folders are made and how abandoned ones are recognized. */
export interface WorkFolders {
  /** What their names begin with, and no other name in the parent. */
  prefix: string;
  /** A folder that did not change for so long belongs to no process any more. */
  abandonedAfterMs: number;
  /** The system's folder of temporary files unless given. */
  parent?: string;
}

/** No folder could be made; the cause is the error of the file system. */
export class WorkFolderError extends Error {
  override name = 'WorkFolderError';
}

/**
 * Runs work with an empty folder of its own, and removes the folder afterwards. Folders of processes that were killed
 * are removed too, because disks outlive processes, on Lambda as well.
 * @throws WorkFolderError; and what the work throws
 */
export async function runInWorkFolder<Result>(
  { prefix, abandonedAfterMs, parent = tmpdir() }: WorkFolders,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await removeAbandoned(parent, prefix, Date.now() - abandonedAfterMs);
  const folder = await mkdtemp(join(parent, prefix)).catch((cause) => {
    throw new WorkFolderError(`no folder for temporary files can be made in ${parent}`, { cause });
  });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function removeAbandoned(parent: string, prefix: string, before: number): Promise<void> {
  const user = process.getuid?.();
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const path = join(parent, name);
    try {
      const found = await lstat(path);
      if (!found.isDirectory() || (user !== undefined && found.uid !== user)) continue;
      if (found.mtimeMs < before) await rm(path, { recursive: true, force: true });
    } catch {
      // Another process removed it, or it cannot be removed. Neither prevents the work.
    }
  }
}
