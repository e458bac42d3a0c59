import { realpathSync } from 'node:fs';
import { delimiter, join, relative, resolve, sep } from 'node:path';
import type { Host } from '../host.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

const NAME = 'a11y-scan';

/**
 * Returns the shell command that starts this program again in the same folder: its name if that is on the PATH,
 * otherwise the way in which it was started.
 */
export function getOwnCommand({
  env,
  cwd,
  program,
  node,
}: Pick<Host, 'env' | 'cwd' | 'program' | 'node'>): string {
  if (program === undefined) return NAME;
  // npm adds folders to the PATH of the programs that it runs. The user's shell does not have them.
  const folders = (env.PATH ?? '')
    .split(delimiter)
    .filter((each) => each !== '' && !each.endsWith(join('node_modules', '.bin')));
  const findOnPath = (name: string) =>
    folders.map((each) => resolveRealPath(join(each, name))).find((each) => each !== null);
  const own = resolveRealPath(resolve(cwd, program));
  if (own !== null && findOnPath(NAME) === own) return NAME;
  if (own !== null && resolveRealPath(join(cwd, 'node_modules', '.bin', NAME)) === own) return `npx ${NAME}`;
  const npxPackages = env.npm_command === 'exec' ? env.npm_config_package : undefined;
  if (npxPackages) {
    const packages = npxPackages.split('\n').filter((each) => each !== '');
    return ['npx --yes', ...packages.map((each) => `--package ${quoteShellWord(each)}`), '--', NAME].join(
      ' ',
    );
  }
  // The PATH may have another version of Node.js.
  const isNodeOnPath = node === undefined || findOnPath('node') === resolveRealPath(node);
  return `${isNodeOnPath ? 'node' : quoteShellWord(shortenPath(node, cwd))} ${quoteShellWord(shortenPath(program, cwd))}`;
}

/** Returns a path relative to the folder if it is in it, otherwise absolute. */
function shortenPath(path: string, cwd: string): string {
  const absolute = resolve(cwd, path);
  const inFolder = relative(cwd, absolute);
  return inFolder.split(sep)[0] === '..' ? absolute : inFolder;
}

function resolveRealPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Quotes a text as one word of a POSIX shell, on one line and with control characters escaped. */
export function quoteShellWord(text: string): string {
  const shown = escapeLogLine(text);
  return /^[\w.~:/@%+=,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
