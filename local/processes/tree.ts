import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills a process, its process group and all its descendants with SIGKILL.
 *
 * The group alone is not enough, because puppeteer starts the browser in its own group. Without `/proc` (not Linux)
 * only the group is killed. A process that has already ended is not an error.
 */
export function killTree(pid: number): void {
  for (const victim of [...findDescendants(pid).reverse(), pid]) {
    sendKill(-victim);
    sendKill(victim);
  }
}

/**
 * Kills the processes that were started with a temporary folder below this one, as browsers are. A descendant of a
 * function that has left its tree, by forking twice, is found only in this way.
 */
export function killStartedWith(temporaryFolder: string): void {
  for (const pid of listProcessIds()) {
    const variables = readProcessFile(pid, 'environ')?.split('\0') ?? [];
    if (variables.some((variable) => variable.startsWith(`TMPDIR=${temporaryFolder}/`))) sendKill(pid);
  }
}

/**
 * True if a process with this id runs, even as another user. False for a zombie, which waits for its parent to read
 * its exit status.
 */
export function isAlive(pid: number): boolean {
  if (readStatFields(pid)?.[0] === 'Z') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the start time of a process in kernel ticks since boot. It distinguishes a process from a later one with
 * the same id.
 *
 * @returns undefined if `/proc` does not have it
 */
export function readStartTicks(pid: number): string | undefined {
  // Field 22 of proc_pid_stat(5).
  return readStatFields(pid)?.[19];
}

/** Returns the ids of all processes that a process has started, and of those that these have started. */
export function findDescendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of listProcessIds()) {
    const parent = Number(readStatFields(name)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  const found: number[] = [];
  for (let queue = [pid]; queue.length > 0; ) {
    queue = queue.flatMap((parent) => children.get(parent) ?? []);
    found.push(...queue);
  }
  return found;
}

function listProcessIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/**
 * Returns the fields after the command name: state, parent, … The command name itself may contain spaces and
 * brackets.
 */
function readStatFields(pid: number): string[] | undefined {
  const stat = readProcessFile(pid, 'stat');
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProcessFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already ended, or not a process group leader.
  }
}
