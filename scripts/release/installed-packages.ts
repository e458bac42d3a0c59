import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Lockfile {
  packages: Record<string, { version?: string; optional?: boolean }>;
}

/**
 * Returns the packages that are not installed in the version of package-lock.json, one sentence each. The CLI package
 * is bundled from the installed ones. Optional packages, such as those of other platforms, may be missing.
 * @param root folder of package-lock.json and node_modules
 */
export async function listWrongPackages(root: string): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const found = await Promise.all(
    Object.entries(packages).map(async ([directory, { version, optional = false }]) => {
      if (directory === '' || version === undefined) return [];
      const installed = await readInstalledVersion(join(root, directory));
      if (installed === version || (installed === undefined && optional)) return [];
      return [`${directory} is ${installed ?? 'missing'}; package-lock.json has ${version}.`];
    }),
  );
  return found.flat();
}

/** Returns undefined for a package that is not installed. */
async function readInstalledVersion(directory: string): Promise<string | undefined> {
  const text = await readFile(join(directory, 'package.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as { version?: string }).version;
}
