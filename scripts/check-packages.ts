import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type PackageCheck, readAdvisories, readSignatures } from './packages/read-audit.ts';

/**
 * Asks the registry for advisories and signatures of the installed packages: `npm run packages`. It is not part of
 * `npm test`, because it calls the registry and its result changes without a change of the project.
 *
 * Exit code 0: nothing was found, or the registry does not offer the check, which is printed. Exit code 1: something
 * was found, or the registry could not be asked.
 */
const root = join(import.meta.dirname, '..');

const results = [
  check(['audit'], readAdvisories),
  // It reads node_modules, so `npm ci` must have run.
  check(['audit', 'signatures'], readSignatures),
];
process.exitCode = results.every(Boolean) ? 0 : 1;

/** Returns false if the check failed. */
function check(command: readonly string[], read: (output: string) => PackageCheck): boolean {
  // The exit code is 1 for findings and for errors alike, so that the output decides.
  const { stdout, error } = spawnSync('npm', [...command, '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  try {
    if (error !== undefined) throw error;
    const { outcome, lines } = read(stdout);
    console.log(lines.join('\n'));
    return outcome !== 'failed';
  } catch (failure) {
    console.error((failure as Error).message);
    return false;
  }
}
