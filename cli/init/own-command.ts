import { realpathSync } from 'node:fs';
import { delimiter, join, relative, resolve, sep } from 'node:path';
import type { Host } from '../host.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

const NAME = 'a11y-scan';

/**
 * Returns the command that starts this program again in the same folder, as a shell takes it: by its name where that is
 * on the PATH, else in the way in which it was started.
 */
export function getOwnCommand({
  env,
  cwd,
  program,
  node,
}: Pick<Host, 'env' | 'cwd' | 'program' | 'node'>): string {
  if (program === undefined) return NAME;
  // npm puts folders of its own on the PATH of what it runs; the shell of the user does not have them.
  const folders = (env.PATH ?? '')
    .split(delimiter)
    .filter((each) => each !== '' && !each.endsWith(join('node_modules', '.bin')));
  const first = (name: string) =>
    folders.map((each) => realPath(join(each, name))).find((each) => each !== null);
  const own = realPath(resolve(cwd, program));
  if (own !== null && first(NAME) === own) return NAME;
  if (own !== null && realPath(join(cwd, 'node_modules', '.bin', NAME)) === own) return `npx ${NAME}`;
  const ofNpx = env.npm_command === 'exec' ? env.npm_config_package : undefined;
  if (ofNpx) {
    const packages = ofNpx.split('\n').filter((each) => each !== '');
    return ['npx --yes', ...packages.map((each) => `--package ${quoteShellWord(each)}`), '--', NAME].join(
      ' ',
    );
  }
  // Another version than the one of the PATH may be needed.
  const isOfPath = node === undefined || first('node') === realPath(node);
  return `${isOfPath ? 'node' : quoteShellWord(shortPath(node, cwd))} ${quoteShellWord(shortPath(program, cwd))}`;
}

/** Relative to the folder where it is in it, else absolute. */
function shortPath(path: string, cwd: string): string {
  const absolute = resolve(cwd, path);
  const inFolder = relative(cwd, absolute);
  return inFolder.split(sep)[0] === '..' ? absolute : inFolder;
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** A text as one word of a POSIX shell, on one line and with nothing in it that drives a terminal. */
export function quoteShellWord(text: string): string {
  const shown = escapeLogLine(text);
  return /^[\w.~:/@%+=,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
