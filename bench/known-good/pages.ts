import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentationPackage } from './packages.ts';

export const halves = ['tune', 'final'] as const;
/** `tune` is for the development of checks. `final` is scanned once, when all checks are finished. */
export type Half = (typeof halves)[number];

/** Returns the paths of the pages of one half, relative to `root`, sorted. @param root folder of the packages */
export async function listPages(
  root: string,
  packages: readonly DocumentationPackage[],
  half: Half,
): Promise<string[]> {
  const paths = await Promise.all(packages.map((each) => listPackagePages(root, each)));
  return paths
    .flat()
    .filter((path) => getHalf(path) === half)
    .toSorted();
}

/** Returns the half that a page belongs to. It depends only on the path, so it stays the same if pages are added. */
export function getHalf(path: string): Half {
  return (hash(path).at(-1) ?? 0) % 2 === 0 ? 'tune' : 'final';
}

async function listPackagePages(
  root: string,
  { name, folders, without = [], limit }: DocumentationPackage,
): Promise<string[]> {
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, name, folder), { recursive: true })).map((file) =>
        [name, folder, file].filter((part) => part !== '').join('/'),
      ),
    ),
  );
  return files
    .flat()
    .filter((path) => path.endsWith('.html') && !path.includes('/node_modules/'))
    .filter((path) => !without.some((part) => path.includes(part)))
    .toSorted((a, b) => hash(a).compare(hash(b)))
    .slice(0, limit);
}

function hash(path: string): Buffer {
  return createHash('sha256').update(path).digest();
}
