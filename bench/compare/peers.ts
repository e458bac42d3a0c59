import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = join(import.meta.dirname, '..');

/**
 * Installs the packages of the other tools if they are missing, without the browsers that they would download.
 * @throws Error with the output of npm
 */
export async function installPeers(say: (line: string) => void): Promise<void> {
  // npm writes this file last, so an interrupted installation is repeated.
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  say('installing the packages of the other tools');
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' },
  });
}

/**
 * Returns the versions of the compared packages.
 * @param without packages that take no part
 */
export function readPeerVersions(without: readonly string[]): Record<string, string> {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const versions: [string, string][] = Object.entries(dependencies);
  return Object.fromEntries(versions.filter(([name]) => !without.includes(name)));
}
