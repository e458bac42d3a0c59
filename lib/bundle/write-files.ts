import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file to write, with its path below a folder. */
export interface BuiltFile {
  readonly path: string;
  readonly contents: string | Uint8Array;
}

/**
 * Writes files into a folder, which is created.
 * @returns the folder
 */
export async function writeFiles(folder: string, files: readonly BuiltFile[]): Promise<string> {
  for (const { path, contents } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  return folder;
}
