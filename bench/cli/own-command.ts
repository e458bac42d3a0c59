import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { OwnCommand } from '../contestants/commands/command.ts';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** Our CLI as it is measured. */
export interface MeasuredCommand extends OwnCommand {
  /** Description for the table. */
  title: string;
}

/**
 * Unpacks the package of our CLI, which has no dependencies, as npm would.
 * @param folder folder for all files
 * @param tarball the package; by default it is packed from the checkout
 */
export async function unpackCommand(folder: string, tarball: string | undefined): Promise<MeasuredCommand> {
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
  if (name === undefined) throw new Error('npm run pack:cli created no package');
  return join(folder, name);
}
