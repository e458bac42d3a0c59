import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Returns a hash of the names and contents of a directory's files.
 * @returns SHA-256, hexadecimal; independent of the location of the directory
 */
export async function hashDirectory(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const digests = await Promise.all(
    paths.map(async (path) => {
      const digest = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      return `${relative(directory, path)} ${digest}\n`;
    }),
  );
  return createHash('sha256').update(digests.sort().join('')).digest('hex');
}
