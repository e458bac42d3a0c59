import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = join(import.meta.dirname, '../../.cache/known-good');

/**
 * Installs packages into the cache folder if they are missing, without running their scripts.
 * @param versions by name of the package
 * @returns the folder that has one folder for each package
 * @throws Error with the output of npm
 */
export async function installPackages(versions: Readonly<Record<string, string>>): Promise<string> {
  const manifest = join(folder, 'package.json');
  const wanted = JSON.stringify({ private: true, dependencies: versions }, null, 2);
  const installed = join(folder, 'node_modules');
  // npm writes this file last, so an interrupted installation is repeated.
  const isComplete = existsSync(join(installed, '.package-lock.json'));
  if (isComplete && (await readFile(manifest, 'utf8')) === wanted) return installed;
  await mkdir(folder, { recursive: true });
  await writeFile(manifest, wanted);
  await promisify(execFile)(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional', '--omit=peer'],
    { cwd: folder },
  );
  return installed;
}
