import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where to create work folders, and how to recognize abandoned ones. */
export interface WorkFolders {
  /** Prefix of their names. No other name in the parent begins with it. */
  prefix: string;
  /** In milliseconds. A folder that did not change for this long no longer belongs to a process. */
  abandonedAfterMs: number;
  /** Default: the system's folder of temporary files. */
  parent?: string;
}

/** The work folder could not be created. The cause is the error of the file system. */
export class WorkFolderError extends Error {
  override name = 'WorkFolderError';
}

/**
 * Creates an empty folder, runs `work` with it, and removes the folder. Also removes the folders of killed processes,
 * because the disk outlives a process, on Lambda too.
 * @throws WorkFolderError; errors of `work`
 */
export async function runInWorkFolder<Result>(
  { prefix, abandonedAfterMs, parent = tmpdir() }: WorkFolders,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await removeAbandoned(parent, prefix, Date.now() - abandonedAfterMs);
  const folder = await mkdtemp(join(parent, prefix)).catch((cause) => {
    throw new WorkFolderError(`cannot create a folder for temporary files in ${parent}`, { cause });
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
      // Another process removed it, or it cannot be removed. The work can begin in both cases.
    }
  }
}
