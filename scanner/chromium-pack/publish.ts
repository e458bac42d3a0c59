import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Makes a directory appear complete or not at all: `fill` works in a temporary sibling, which is then renamed.
 * Several processes may do this at once; the first one wins and the others use its result.
 * @returns `directory`
 */
export async function publishDirectory(
  directory: string,
  fill: (temporary: string) => Promise<void>,
): Promise<string> {
  if (existsSync(directory)) return directory;
  const parent = dirname(directory);
  await mkdir(parent, { recursive: true });
  const prefix = `.${basename(directory)}.`;
  await removeAbandoned(parent, prefix);
  const temporary = await mkdtemp(join(parent, `${prefix}${process.pid}.`));
  try {
    await fill(temporary);
    await rename(temporary, directory);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
  return directory;
}

/** Removes what a process that was killed half-way left behind: on Lambda 200 MB would fill /tmp. */
async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
