import { existsSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { removeTree } from '../environment/remove-left-files.ts';

/**
 * Waits until all tasks have ended, even if one fails, so that no task still writes to a folder that is being removed.
 * @returns the results of the tasks
 * @throws the error of the first task in the list that failed
 */
export async function waitForAll<const Tasks extends readonly Promise<unknown>[]>(
  tasks: Tasks,
): Promise<{ -readonly [Index in keyof Tasks]: Awaited<Tasks[Index]> }> {
  await Promise.allSettled(tasks);
  return await Promise.all(tasks);
}

/** Milliseconds after which the unfinished folder of a process on another machine counts as abandoned. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Creates a directory atomically: `fill` works in a temporary sibling, which is then renamed. If several processes do
 * this at once, the first one wins and the others use its result.
 * @param isComplete true if an existing directory is as `fill` leaves it; otherwise it is replaced
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
    await replace(directory, temporary, isComplete);
  } catch (error) {
    if (!(await isComplete(directory))) throw error;
  } finally {
    // An error of the cleanup must not replace the original one.
    await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  }
  return directory;
}

/**
 * Moves a filled folder to its final path, unless another process has put a complete one there, whose files may be in
 * use. An incomplete one is renamed first, so that the path is missing only shortly.
 */
async function replace(
  directory: string,
  replacement: string,
  isComplete: (directory: string) => Promise<boolean>,
): Promise<void> {
  const replaced: string[] = [];
  try {
    // Renaming fails if the path exists and is not empty, which no check before could rule out.
    while (!(await isDone(rename(replacement, directory), ['ENOTEMPTY', 'EEXIST', 'ENOTDIR']))) {
      if (await isComplete(directory)) return;
      const aside = `${replacement}.${replaced.length}.old`;
      if (await isDone(rename(directory, aside), ['ENOENT'])) replaced.push(aside);
    }
  } finally {
    for (const aside of replaced) await removeTree(aside);
  }
}

/** Returns true if an operation succeeded, false if it failed with one of the expected codes. */
async function isDone(operation: Promise<void>, expected: readonly string[]): Promise<boolean> {
  return operation.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (expected.includes(error.code ?? '')) return false;
      throw error;
    },
  );
}

/**
 * Removes the folders of killed processes: on Lambda, their 200 MB would fill /tmp. Process ids are valid on one
 * machine only, but machines and containers can share a cache.
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
 * Returns a name, usable in file names, of the PID namespace and host of this process. Process ids are valid within it.
 * Containers may have the host's name but other process ids
 * (https://man7.org/linux/man-pages/man7/pid_namespaces.7.html).
 */
function machine(): string {
  const host = hostname().replace(/[^0-9A-Za-z-]/g, '-') || 'localhost';
  try {
    return `${host}-${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`;
  } catch {
    return host; // A system without PID namespaces.
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
