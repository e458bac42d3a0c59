import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An npm package in `node_modules/`. */
export interface InstalledPackage {
  /** Relative to the root, e.g. `node_modules/yargs`. */
  directory: string;
  name: string;
  version: string;
  /** SPDX identifier or expression. */
  license: string;
  author?: string | { name: string };
}

/**
 * Returns the directory of the npm package that a source file belongs to; undefined for our own sources.
 * @param source path relative to the root, with `/`
 */
export function findPackageDirectory(source: string): string | undefined {
  return /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0];
}

/** Reads the package.json of an installed package. */
export async function readInstalledPackage(root: string, directory: string): Promise<InstalledPackage> {
  const text = await readFile(join(root, directory, 'package.json'), 'utf8');
  const { name, version, license, author } = JSON.parse(text) as Omit<InstalledPackage, 'directory'>;
  return { directory, name, version, license, ...(author === undefined ? {} : { author }) };
}
