import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What an unpacked directory holds: the length of each file by its path in it. */
type Contents = Record<string, number>;

const CONTENTS_NAME = 'contents.json';

/** Notes in a directory what it holds, so that whoever finds it later can tell whether it is still all there. */
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
 * Whether a directory holds every file that was noted in it, whole: those that clean up temporary folders take single
 * files away, and a machine that lost power leaves empty ones.
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
