import { realpathSync } from 'node:fs';
import { delimiter, join, relative, resolve, sep } from 'node:path';
import type { Host } from '../host.ts';
import { shellWord } from './shell-word.ts';

const NAME = 'a11y-scan';

/**
 * Returns the command that starts this program again in the same folder, as a shell takes it: by its name where that is
 * on the PATH, else in the way in which it was started.
 */
export function ownCommand({ env, cwd, program }: Pick<Host, 'env' | 'cwd' | 'program'>): string {
  if (program === undefined) return NAME;
  const own = realPath(resolve(cwd, program));
  const isThis = (path: string) => own !== null && realPath(path) === own;
  // npm puts folders of its own on the PATH of what it runs; the shell of the user does not have them.
  const folders = (env.PATH ?? '')
    .split(delimiter)
    .filter((each) => !each.endsWith(join('node_modules', '.bin')));
  if (folders.some((folder) => folder !== '' && isThis(join(folder, NAME)))) return NAME;
  if (isThis(join(cwd, 'node_modules', '.bin', NAME))) return `npx ${NAME}`;
  const ofNpx = env.npm_command === 'exec' ? env.npm_config_package : undefined;
  if (ofNpx) {
    const packages = ofNpx.split('\n').filter((each) => each !== '');
    return ['npx --yes', ...packages.map((each) => `--package ${shellWord(each)}`), '--', NAME].join(' ');
  }
  const path = resolve(cwd, program);
  const inFolder = relative(cwd, path);
  return `node ${shellWord(inFolder.split(sep)[0] === '..' ? path : inFolder)}`;
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
