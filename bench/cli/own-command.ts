import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { OwnCommand } from '../contestants/commands/command.ts';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** Our command as it is measured. */
export interface MeasuredCommand extends OwnCommand {
  /** What it is, for people. */
  title: string;
}

/**
 * Unpacks the package of our command, which has no dependencies, as npm would.
 * @param folder where all of it is put
 * @param tarball the package; made of the checkout unless it is given
 */
export async function unpackedCommand(folder: string, tarball: string | undefined): Promise<MeasuredCommand> {
  await mkdir(folder, { recursive: true });
  const file = tarball === undefined ? await pack(folder) : resolve(tarball);
  await run('tar', ['-xzf', file], { cwd: folder });
  const { name, version, bin } = JSON.parse(await readFile(join(folder, 'package', 'package.json'), 'utf8'));
  return {
    title: `${name} ${version} as it is packed`,
    script: join(folder, 'package', typeof bin === 'string' ? bin : bin[name]),
    cache: join(folder, 'cache'),
  };
}

async function pack(folder: string): Promise<string> {
  await run(process.execPath, [join(root, 'scripts', 'pack-cli.ts'), '--into', folder], { cwd: root });
  const name = (await readdir(folder)).find((each) => each.endsWith('.tgz'));
  if (name === undefined) throw new Error('npm run pack:cli made no package');
  return join(folder, name);
}
