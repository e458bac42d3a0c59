import { existsSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * Waits until all have ended, also when one fails: what the others still write is then not written into what is
 * being cleaned up.
 * @throws what the first of them to be listed threw
 */
export async function waitForAll(tasks: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(tasks)) {
    if (ended.status === 'rejected') throw ended.reason;
  }
}

/** What a process of another machine has not finished for so long it never will, in milliseconds. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Makes a directory appear complete or not at all: `fill` works in a temporary sibling, which is then renamed.
 * Several processes may do this at once; the first one wins and the others use its result.
 * @param isComplete whether a directory that is there is as `fill` leaves it; one that is not is replaced
 * @returns `directory`
 */
export async function publishDirectory(
  directory: string,
  fill: (temporary: string) => Promise<void>,
  isComplete: (directory: string) => Promise<boolean> = async (path) => existsSync(path),
): Promise<string> {
  if (await isComplete(directory)) return directory;
  const parent = dirname(directory);
  await mkdir(parent, { recursive: true });
  const prefix = `.${basename(directory)}.`;
  await removeAbandoned(parent, prefix);
  const temporary = await mkdtemp(join(parent, `${prefix}${process.pid}.${machine()}.`));
  try {
    await fill(temporary);
    await removeIncomplete(directory, `${temporary}.old`, isComplete);
    await rename(temporary, directory);
  } catch (error) {
    // What went wrong is told, not that the rest of it could not be removed.
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
    if (!(await isComplete(directory))) throw error;
  }
  return directory;
}

/** Moves a directory that is not whole out of the way and removes it. */
async function removeIncomplete(
  directory: string,
  aside: string,
  isComplete: (directory: string) => Promise<boolean>,
): Promise<void> {
  if (!existsSync(directory) || (await isComplete(directory))) return;
  try {
    await rename(directory, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Between the look and the move another process may have put a whole one there.
  if (await isComplete(aside)) await rename(aside, directory);
  else await rm(aside, { recursive: true, force: true });
}

/**
 * Removes what a process that was killed half-way left behind: on Lambda 200 MB would fill /tmp. The ids of processes
 * mean something on one machine only, and a cache may be shared by several, or by containers.
 */
async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const [pid = '', host] = name.slice(prefix.length).split('.');
    const path = join(parent, name);
    const abandoned = host === machine() ? !isAlive(Number.parseInt(pid, 10)) : await isOld(path);
    if (abandoned) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Returns a name, usable in file names, for the processes that see each other's ids: those of one PID namespace of one
 * host. Containers may have the host's name and ids of their own (https://man7.org/linux/man-pages/man7/pid_namespaces.7.html).
 */
function machine(): string {
  const host = hostname().replace(/[^0-9A-Za-z-]/g, '-') || 'localhost';
  try {
    return `${host}-${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`;
  } catch {
    return host; // A system without such namespaces.
  }
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
