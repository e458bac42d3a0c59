import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The files of an unpacked directory: size in bytes by relative path. */
type Contents = Record<string, number>;

const CONTENTS_NAME = 'contents.json';

/** Records the files of a directory in the directory, so that a later process can check that none is missing. */
export async function recordContents(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const contents: Contents = {};
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    contents[relative(directory, path)] = (await lstat(path)).size;
  }
  await writeFile(join(directory, CONTENTS_NAME), JSON.stringify(contents));
}

/**
 * True if a directory contains every recorded file with its recorded size. Programs that clean temporary folders
 * remove single files, and a power failure leaves empty files.
 */
export async function hasRecordedContents(directory: string): Promise<boolean> {
  try {
    const contents = JSON.parse(await readFile(join(directory, CONTENTS_NAME), 'utf8')) as Contents;
    const checked = Object.entries(contents).map(async ([path, size]) => {
      const found = await lstat(join(directory, path));
      return found.isFile() && found.size === size;
    });
    return (await Promise.all(checked)).every((isIntact) => isIntact);
  } catch {
    return false;
  }
}
