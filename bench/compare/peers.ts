import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = join(import.meta.dirname, '..');

/**
 * Installs the packages of the peers, unless they are there, without the browsers that they would download.
 * @throws Error with what npm said
 */
export async function installPeers(say: (line: string) => void): Promise<void> {
  // npm writes it at the end, so that an installation that was broken off is made again.
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  say('installing the packages of the peers');
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' },
  });
}

/** The versions that were compared. @param without packages that take no part */
export function peerVersions(without: readonly string[]): Record<string, string> {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const versions: [string, string][] = Object.entries(dependencies);
  return Object.fromEntries(versions.filter(([name]) => !without.includes(name)));
}
